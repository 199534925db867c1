package wirelab.codec;

import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import wirelab.types.Types;

/** CBOR by Jackson. */
public final class JacksonCbor implements Codec {
  private static final Parameter TAGS =
      Parameter.of(
          "tags",
          "UUIDs and instants with CBOR's tags for them (37 and 0) and big integers as short as they can be, by"
              + " serializers of ours; or as Jackson writes them: without tags, and a big number whatever its size",
          "written",
          "none");
  private static final String NOTES =
      "UUID is sixteen bytes; numbers take the shortest form. Jackson writes objects of unstated length, which takes a"
          + " byte more each.";

  @Override
  public CodecInfo info() {
    return Jackson.info(
        "jackson-cbor",
        "CBOR",
        "Jackson",
        Versions.of("jackson"),
        "https://github.com/FasterXML/jackson-dataformats-binary/blob/2.x/cbor/README.md",
        Jackson.contract(NOTES),
        Jackson.DATES,
        TAGS);
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    CBORMapper mapper = new CBORMapper();
    Coders coders = Jackson.open(mapper, parameters);
    if (parameters.is(TAGS.name(), "written")) {
      mapper.registerModule(CborTags.module(parameters.is(Jackson.DATES.name(), "text")));
    }
    return coders;
  }
}
