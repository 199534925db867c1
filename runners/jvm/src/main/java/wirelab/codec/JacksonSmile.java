package wirelab.codec;

import com.fasterxml.jackson.dataformat.smile.databind.SmileMapper;
import wirelab.types.Types;

/** Smile by Jackson. */
public final class JacksonSmile implements Codec {
  private static final String NOTES =
      "UUID is sixteen bytes, BigInteger Smile's own. Names that repeat are written once (CHECK_SHARED_NAMES), texts each"
          + " time.";

  @Override
  public CodecInfo info() {
    return Jackson.info(
        "jackson-smile",
        "Smile",
        "Jackson",
        Versions.of("jackson-dataformat-smile"),
        "https://github.com/FasterXML/jackson-dataformats-binary/blob/2.x/smile/README.md",
        Jackson.contract(NOTES),
        Jackson.DATES);
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    return Jackson.open(new SmileMapper(), parameters);
  }
}
