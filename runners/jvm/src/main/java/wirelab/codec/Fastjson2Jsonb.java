package wirelab.codec;

import com.alibaba.fastjson2.JSONB;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import java.util.List;
import wirelab.codec.Contract.Evolution;
import wirelab.codec.Contract.Output;
import wirelab.types.Types;

/** JSONB, fastjson2's own binary format, over plain objects. */
public final class Fastjson2Jsonb implements Codec {
  private static final List<Parameter> PARAMETERS =
      List.of(
          Parameter.of(
                  "beans",
                  "objects with their fields' names, or as arrays of values in the order of names (BeanToArray)",
                  "maps",
                  "arrays")
              .changing("arrays", contract -> contract.withEvolution(Evolution.NONE)));
  private static final String NOTES =
      "JSONB.toBytes and JSONB.parseObject, which generate code for each class; null fields are left out of maps."
          + " beans=arrays has no room for new fields, and fails in the library for an enum that is null and for maps whose"
          + " keys are no text: so it is not what is tuned.";

  @Override
  public CodecInfo info() {
    Contract contract =
        Contract.of("plain Java object", Output.BYTES, Evolution.NAMES)
            .withUnsafeMemory()
            .withNotes(NOTES);
    return new CodecInfo(
        "fastjson2-jsonb",
        "JSONB",
        "fastjson2",
        Versions.of("fastjson2"),
        "https://github.com/alibaba/fastjson2/blob/main/docs/JSONB/jsonb_format_en.md",
        contract,
        PARAMETERS);
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
