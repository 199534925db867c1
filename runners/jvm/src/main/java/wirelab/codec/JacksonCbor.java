package wirelab.codec;

import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.CBORGenerator;
import com.fasterxml.jackson.dataformat.cbor.CBORParser;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import wirelab.types.Types;

/** CBOR by Jackson. */
public final class JacksonCbor implements Codec {
  private static final Parameter TAGS =
      Parameter.of(
          "tags",
          "UUIDs and instants with CBOR's tags for them (37 and 0) and big integers as short as they can be, by"
              + " serializers of ours, and big negative ones as the standard has them; or as Jackson writes them:"
              + " without tags, a big number whatever its size, and negative ones one off the standard",
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
        Versions.of("jackson-dataformat-cbor"),
        "https://github.com/FasterXML/jackson-dataformats-binary/blob/2.x/cbor/README.md",
        Jackson.contract(NOTES),
        Jackson.DATES,
        TAGS);
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    boolean tags = parameters.is(TAGS.name(), "written");
    CBORMapper mapper =
        CBORMapper.builder(
                CBORFactory.builder()
                    .configure(
                        CBORGenerator.Feature.ENCODE_USING_STANDARD_NEGATIVE_BIGINT_ENCODING, tags)
                    .configure(
                        CBORParser.Feature.DECODE_USING_STANDARD_NEGATIVE_BIGINT_ENCODING, tags)
                    .build())
            .build();
    Coders coders = Jackson.open(mapper, parameters);
    if (tags) {
      mapper.registerModule(CborTags.module(parameters.is(Jackson.DATES.name(), "text")));
    }
    return coders;
  }
}
