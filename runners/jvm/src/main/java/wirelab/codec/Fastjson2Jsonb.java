package wirelab.codec;

import com.alibaba.fastjson2.JSONB;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import wirelab.types.Types;

/** JSONB, fastjson2's own binary format, over plain objects. */
public final class Fastjson2Jsonb implements Codec {
  @Override
  public String name() {
    return "fastjson2-jsonb";
  }

  @Override
  public String version() {
    return Versions.of("fastjson2");
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    boolean arrays = parameters.is("beans", "arrays");
    return type -> arrays ? new Arrays(type.domainClass()) : new Maps(type.domainClass());
  }

  private record Maps(Class<?> domainClass) implements Coder {
    @Override
    public byte[] encode(Object root) {
      return JSONB.toBytes(root);
    }

    @Override
    public Object decode(byte[] bytes) {
      return JSONB.parseObject(bytes, (Class<?>) domainClass);
    }
  }

  private record Arrays(Class<?> domainClass) implements Coder {
    @Override
    public byte[] encode(Object root) {
      return JSONB.toBytes(root, JSONWriter.Feature.BeanToArray);
    }

    @Override
    public Object decode(byte[] bytes) {
      return JSONB.parseObject(
          bytes, (Class<?>) domainClass, JSONReader.Feature.SupportArrayToBean);
    }
  }
}
