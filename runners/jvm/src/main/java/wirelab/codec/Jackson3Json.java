package wirelab.codec;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigInteger;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;
import wirelab.types.Types;

/** JSON by Jackson 3, which has other packages than Jackson 2, and the same annotations. */
public final class Jackson3Json implements Codec {
  @Override
  public String name() {
    return "jackson3-json";
  }

  @Override
  public String version() {
    return Versions.of("tools.jackson.core:jackson-databind");
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    JsonInclude.Include absent =
        parameters.is("nulls", "written")
            ? JsonInclude.Include.ALWAYS
            : JsonInclude.Include.NON_NULL;
    JsonMapper mapper =
        JsonMapper.builder()
            .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .configure(
                MapperFeature.SORT_PROPERTIES_ALPHABETICALLY,
                parameters.is("order", "alphabetical"))
            .configure(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS, parameters.is("dates", "numbers"))
            .changeDefaultPropertyInclusion(each -> each.withValueInclusion(absent))
            .withConfigOverride(
                BigInteger.class,
                each -> each.setFormat(JsonFormat.Value.forShape(JsonFormat.Shape.STRING)))
            .build();
    return type -> {
      JavaType domain = mapper.constructType(type.domainType());
      return new Bound(mapper.writerFor(domain), mapper.readerFor(domain));
    };
  }

  private record Bound(ObjectWriter writer, ObjectReader reader) implements Coder {
    @Override
    public byte[] encode(Object root) {
      return writer.writeValueAsBytes(root);
    }

    @Override
    public Object decode(byte[] bytes) {
      return reader.readValue(bytes);
    }
  }
}
