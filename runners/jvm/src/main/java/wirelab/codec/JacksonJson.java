package wirelab.codec;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigInteger;
import wirelab.types.Types;

/** JSON by Jackson. */
public final class JacksonJson implements Codec {
  @Override
  public String name() {
    return "jackson-json";
  }

  @Override
  public String version() {
    return Versions.of("com.fasterxml.jackson.core:jackson-databind");
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    boolean escaped = parameters.is("escapes", "slash-and-non-ascii");
    JsonMapper mapper =
        JsonMapper.builder()
            .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
            .configure(JsonWriteFeature.ESCAPE_FORWARD_SLASHES, escaped)
            .configure(JsonWriteFeature.ESCAPE_NON_ASCII, escaped)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .withConfigOverride(
                BigInteger.class,
                each -> each.setFormat(JsonFormat.Value.forShape(JsonFormat.Shape.STRING)))
            .build();
    return Jackson.open(mapper, parameters);
  }
}
