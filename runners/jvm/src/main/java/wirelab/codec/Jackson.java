package wirelab.codec;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.fasterxml.jackson.module.afterburner.AfterburnerModule;
import com.fasterxml.jackson.module.blackbird.BlackbirdModule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import wirelab.codec.Contract.Evolution;
import wirelab.codec.Contract.Output;

/** Jackson's databind over plain objects, whatever the format: what the codecs of it share. */
final class Jackson {
  /** Which form dates take, where a format has none of its own. */
  static final Parameter DATES =
      Parameter.of(
          "dates",
          "Instant and LocalDate as ISO 8601 text, or as numbers (WRITE_DATES_AS_TIMESTAMPS, Jackson's own default)",
          "text",
          "numbers");

  private static final List<Parameter> PARAMETERS =
      List.of(
          Parameter.of(
                  "module",
                  "what calls accessors: reflection, or code made at run time by the module of this name",
                  "none",
                  "afterburner",
                  "blackbird")
              .tuned("blackbird"),
          Json.NULLS);
  private static final String NOTES =
      "One mapper; an ObjectWriter and an ObjectReader for each payload type. Accessors by reflection unless a module is"
          + " asked for. JavaTimeModule, classes without fields allowed (FAIL_ON_EMPTY_BEANS off); all else is Jackson's"
          + " default. writeValueAsBytes copies what it wrote out of recycled buffers.";

  private Jackson() {}

  static Contract contract(String notes) {
    return Contract.of("plain Java object", Output.BYTES, Evolution.NAMES)
        .withNotes(NOTES + " " + notes);
  }

  /**
   * A codec of Jackson's.
   *
   * @param own the parameters that it has beyond what all have
   */
  static CodecInfo info(
      String name,
      String format,
      String library,
      String version,
      String documentation,
      Contract contract,
      Parameter... own) {
    List<Parameter> parameters = new ArrayList<>(PARAMETERS);
    parameters.addAll(Arrays.asList(own));
    return new CodecInfo(
        name, format, library, version, documentation, contract, List.copyOf(parameters));
  }

  /** Sets a mapper up and takes it over. */
  static Coders open(ObjectMapper mapper, Parameters parameters) {
    mapper
        .registerModule(new JavaTimeModule())
        .setDefaultPropertyInclusion(
            Json.writesNulls(parameters)
                ? JsonInclude.Include.ALWAYS
                : JsonInclude.Include.NON_NULL)
        .configure(
            SerializationFeature.WRITE_DATES_AS_TIMESTAMPS, parameters.is(DATES.name(), "numbers"))
        .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS);
    switch (parameters.get("module")) {
      case "afterburner" -> mapper.registerModule(new AfterburnerModule());
      case "blackbird" -> mapper.registerModule(new BlackbirdModule());
      default -> {}
    }
    return type ->
        new Bound(mapper.writerFor(type.domainClass()), mapper.readerFor(type.domainClass()));
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
