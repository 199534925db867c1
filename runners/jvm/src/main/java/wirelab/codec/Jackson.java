package wirelab.codec;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.fasterxml.jackson.module.afterburner.AfterburnerModule;
import com.fasterxml.jackson.module.blackbird.BlackbirdModule;

/** Jackson's databind over plain objects, whatever the format: what the codecs of it share. */
final class Jackson {
  private Jackson() {}

  /** Sets a mapper up and takes it over. */
  static Coders open(ObjectMapper mapper, Parameters parameters) {
    mapper
        .registerModule(new JavaTimeModule())
        .setDefaultPropertyInclusion(
            parameters.is("nulls", "written")
                ? JsonInclude.Include.ALWAYS
                : JsonInclude.Include.NON_NULL)
        .configure(
            SerializationFeature.WRITE_DATES_AS_TIMESTAMPS, parameters.is("dates", "numbers"))
        .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS);
    switch (parameters.get("module")) {
      case "afterburner" -> mapper.registerModule(new AfterburnerModule());
      case "blackbird" -> mapper.registerModule(new BlackbirdModule());
      default -> {}
    }
    return type -> {
      JavaType domain = mapper.constructType(type.domainType());
      return new Bound(mapper.writerFor(domain), mapper.readerFor(domain));
    };
  }

  private record Bound(ObjectWriter writer, ObjectReader reader) implements Coder {
    @Override
    public byte[] encode(Object root) throws Exception {
      return writer.writeValueAsBytes(root);
    }

    @Override
    public Object decode(byte[] bytes) throws Exception {
      return reader.readValue(bytes);
    }
  }
}
