package wirelab.codec;

import com.alibaba.fastjson2.JSONB;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import java.lang.reflect.Type;
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
    return type -> arrays ? new Arrays(type.domainType()) : new Maps(type.domainType());
  }

  private record Maps(Type domainType) implements Coder {
    @Override
    public byte[] encode(Object root) {
      return JSONB.toBytes(root);
    }

    @Override
    public Object decode(byte[] bytes) {
      return JSONB.parseObject(bytes, domainType);
    }
  }

  private record Arrays(Type domainType) implements Coder {
    @Override
    public byte[] encode(Object root) {
      return JSONB.toBytes(root, JSONWriter.Feature.BeanToArray);
    }

    @Override
    public Object decode(byte[] bytes) {
      return JSONB.parseObject(bytes, domainType, JSONReader.Feature.SupportArrayToBean);
    }
  }
}
