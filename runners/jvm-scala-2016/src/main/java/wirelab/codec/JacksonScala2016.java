package wirelab.codec;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.fasterxml.jackson.module.scala.DefaultScalaModule;
import wirelab.types.Types;

/** JSON by Jackson with its Scala module, as of 2016: reflection over case classes. */
public final class JacksonScala2016 implements Codec {
  @Override
  public String name() {
    return "jackson-scala-2016";
  }

  @Override
  public String version() {
    return Versions.of("jackson-module-scala_2.11");
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    ObjectMapper mapper = mapper();
    boolean named = parameters.is("cases", "named");
    return type -> {
      Class<?> domain = type.domainClass();
      if (named && isCase(domain)) {
        return Bound.of(mapper().addMixIn(domain, Named.class), domain);
      }
      return Bound.of(mapper, domain);
    };
  }

  private static ObjectMapper mapper() {
    var own =
        new SimpleModule("own")
            .addSerializer(scala.math.BigInt.class, ToStringSerializer.instance)
            .setSerializerModifier(new JacksonSealed());
    return new ObjectMapper()
        .registerModule(new DefaultScalaModule())
        .registerModule(new JavaTimeModule())
        .registerModule(own)
        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
        .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
        .setSerializationInclusion(JsonInclude.Include.NON_ABSENT);
  }

  /** Whether it is a case of a sealed trait, which the domain types exempt from naming itself. */
  private static boolean isCase(Class<?> domain) {
    JsonTypeInfo annotation = domain.getAnnotation(JsonTypeInfo.class);
    return annotation != null && annotation.use() == JsonTypeInfo.Id.NONE;
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.PROPERTY, property = "type")
  private interface Named {}

  private record Bound(ObjectWriter writer, ObjectReader reader) implements Coder {
    static Bound of(ObjectMapper mapper, Class<?> domain) {
      return new Bound(mapper.writerFor(domain), mapper.readerFor(domain));
    }

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
