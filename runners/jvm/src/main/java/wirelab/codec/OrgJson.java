package wirelab.codec;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.json.JSONObject;
import wirelab.codec.Contract.Evolution;
import wirelab.codec.Contract.Output;
import wirelab.types.JavaTypes;
import wirelab.types.JsonConversion;
import wirelab.types.Types;

/** JSON by org.json: domain objects to and from JSONObject, which knows nothing of classes. */
public final class OrgJson implements Codec {
  private static final String NOTES =
      "Values are put into a JSONObject, whose toString becomes UTF-8; the reverse reads it into a JSONObject and takes"
          + " its values. Plain methods, a line a field, do both. JSONObject is a HashMap: fields have no order. Enums"
          + " go by name, UUID, Instant and LocalDate as text, BigInteger as text, byte[] as base64.";

  @Override
  public CodecInfo info() {
    Contract contract =
        Contract.of("plain Java object", Output.TEXT, Evolution.NAMES)
            .withConversionToTree()
            .withHumanReadable()
            .withNotes(NOTES);
    return new CodecInfo(
        "org-json",
        "JSON",
        "org.json",
        Versions.of("json"),
        "https://github.com/stleary/JSON-java/blob/master/README.md",
        contract,
        List.of(Json.NULLS));
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    boolean nulls = Json.writesNulls(parameters);
    return type -> new Bound(((JavaTypes) types).json(type), nulls);
  }

  private record Bound(JsonConversion conversion, boolean nulls) implements ConvertingCoder {
    @Override
    public Object build(Object root) {
      return conversion.build(root, nulls);
    }

    @Override
    public byte[] write(Object json) {
      return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Object parse(byte[] bytes) {
      return new JSONObject(new String(bytes, StandardCharsets.UTF_8));
    }

    @Override
    public Object unbuild(Object json) {
      return conversion.unbuild((JSONObject) json);
    }
  }
}
