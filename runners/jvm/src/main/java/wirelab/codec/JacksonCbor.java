package wirelab.codec;

import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import wirelab.types.Types;

/** CBOR by Jackson. */
public final class JacksonCbor implements Codec {
  private static final String NOTES =
      "UUID is sixteen bytes, an Instant plain text without CBOR's tag for dates; numbers take the shortest form.";

  @Override
  public CodecInfo info() {
    return Jackson.info(
        "jackson-cbor", "CBOR", "Jackson", Versions.of("jackson"), Jackson.contract(NOTES));
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    return Jackson.open(new CBORMapper(), parameters);
  }
}
