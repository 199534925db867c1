package wirelab.codec;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigInteger;
import wirelab.types.Types;

/** JSON by Jackson. */
public final class JacksonJson implements Codec {
  private static final String NOTES =
      "byte[] is base64, BigInteger decimal text (JsonFormat.Shape.STRING). NaN and infinities are written bare and read"
          + " so (ALLOW_NON_NUMERIC_NUMBERS), which JSON proper does not know.";

  @Override
  public CodecInfo info() {
    return Jackson.info(
        "jackson-json",
        "JSON",
        "Jackson",
        Versions.of("jackson-databind"),
        "https://github.com/FasterXML/jackson-docs/wiki/Presentation:-Jackson-Performance",
        Jackson.contract(NOTES).withHumanReadable(),
        Jackson.DATES);
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    JsonMapper mapper =
        JsonMapper.builder()
            .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .withConfigOverride(
                BigInteger.class,
                each -> each.setFormat(JsonFormat.Value.forShape(JsonFormat.Shape.STRING)))
            .build();
    return Jackson.open(mapper, parameters);
  }
}
