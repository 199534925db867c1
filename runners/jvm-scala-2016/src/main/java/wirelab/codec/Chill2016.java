package wirelab.codec;

import com.twitter.chill.KryoPool;
import com.twitter.chill.ScalaKryoInstantiator;
import wirelab.types.Types;

/** Kryo with Chill's serializers for Scala, as of 2016; the reader knows the object's class. */
public final class Chill2016 implements Codec {
  /** Measuring has one thread. */
  private static final int POOL_SIZE = 1;

  @Override
  public String name() {
    return "chill-2016";
  }

  @Override
  public String version() {
    return Versions.of("chill_2.11");
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    var pool = KryoPool.withByteArrayOutputStream(POOL_SIZE, new ScalaKryoInstantiator());
    return type -> new Bound(pool, type.domainClass());
  }

  private record Bound(KryoPool pool, Class<?> domainClass) implements Coder {
    @Override
    public byte[] encode(Object root) {
      return pool.toBytesWithoutClass(root);
    }

    @Override
    public Object decode(byte[] bytes) {
      return pool.fromBytes(bytes, domainClass);
    }
  }
}
