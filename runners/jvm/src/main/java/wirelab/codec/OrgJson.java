package wirelab.codec;

import java.nio.charset.StandardCharsets;
import wirelab.types.JavaTypes;
import wirelab.types.JsonConversion;
import wirelab.types.Types;

/** JSON by org.json: domain objects to and from JSONObject, which knows nothing of classes. */
public final class OrgJson implements Codec {
  @Override
  public String name() {
    return "org-json";
  }

  @Override
  public String version() {
    return Versions.of("json");
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    boolean nulls = parameters.is("nulls", "written");
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
      return conversion.parse(new String(bytes, StandardCharsets.UTF_8));
    }

    @Override
    public Object unbuild(Object json) {
      return conversion.unbuild(json);
    }
  }
}
