package wirelab.codec;

import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.CBORGenerator;
import com.fasterxml.jackson.dataformat.cbor.CBORParser;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import wirelab.types.Types;

/** CBOR by Jackson. */
public final class JacksonCbor implements Codec {
  @Override
  public String name() {
    return "jackson-cbor";
  }

  @Override
  public String version() {
    return Versions.of("jackson-dataformat-cbor");
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    boolean tags = !parameters.is("tags", "none");
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
      mapper.registerModule(CborTags.module(!parameters.is("dates", "numbers")));
    }
    return coders;
  }
}
