package wirelab.codec;

import org.apache.thrift.TBase;
import org.apache.thrift.TDeserializer;
import org.apache.thrift.TException;
import org.apache.thrift.TSerializer;
import org.apache.thrift.protocol.TProtocolFactory;
import wirelab.types.Bindings;
import wirelab.types.ThriftBindings;
import wirelab.types.ThriftType;
import wirelab.types.Types;

/** Thrift by Apache's libthrift: domain objects to and from the classes of Thrift's compiler. */
abstract class Thrift implements Codec {
  private final String name;

  Thrift(String name) {
    this.name = name;
  }

  /** The library's protocol; called when the codec is opened, so that nothing loads before. */
  abstract TProtocolFactory protocol();

  @Override
  public String name() {
    return name;
  }

  @Override
  public String version() {
    return Versions.of("libthrift");
  }

  @Override
  public Coders open(Types types, Parameters parameters) throws Exception {
    ThriftBindings bindings = Bindings.rendered(types, ThriftBindings.class, "ThriftBindings");
    TSerializer serializer = new TSerializer(protocol());
    TDeserializer deserializer = new TDeserializer(protocol());
    return type -> new Bound(bindings.of(type), serializer, deserializer);
  }

  private record Bound(ThriftType type, TSerializer serializer, TDeserializer deserializer)
      implements ConvertingCoder {
    @Override
    public TBase<?, ?> build(Object root) {
      return type.build(root);
    }

    @Override
    public byte[] write(Object message) throws TException {
      return serializer.serialize((TBase<?, ?>) message);
    }

    @Override
    public TBase<?, ?> parse(byte[] bytes) throws TException {
      TBase<?, ?> message = type.empty();
      deserializer.deserialize(message, bytes);
      return message;
    }

    @Override
    public Object unbuild(Object message) {
      return type.unbuild((TBase<?, ?>) message);
    }
  }
}
