package wirelab.codec;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.ToNumberPolicy;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Base64;
import java.util.function.Function;
import wirelab.types.Types;

/** JSON by Gson's reflection over the fields of plain objects, through a String or a stream. */
public final class GsonCodec implements Codec {
  @Override
  public String name() {
    return "gson";
  }

  @Override
  public String version() {
    return Versions.of("gson");
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    GsonBuilder builder =
        new GsonBuilder()
            .serializeSpecialFloatingPointValues()
            .setNumberToNumberStrategy(ToNumberPolicy.LONG_OR_DOUBLE)
            .registerTypeAdapter(Instant.class, text(Instant::parse))
            .registerTypeAdapter(LocalDate.class, text(LocalDate::parse))
            .registerTypeAdapter(BigInteger.class, text(BigInteger::new))
            .registerTypeAdapter(byte[].class, new Base64Adapter().nullSafe());
    if (parameters.is("nulls", "written")) {
      builder.serializeNulls();
    }
    if (parameters.is("html", "unescaped")) {
      builder.disableHtmlEscaping();
    }
    Gson gson = builder.create();
    if (parameters.is("through", "stream")) {
      return type -> new ByStream(gson, type.domainType());
    }
    return type -> new ByString(gson, type.domainType());
  }

  private record ByString(Gson gson, Type domainType) implements Coder {
    @Override
    public byte[] encode(Object root) {
      return gson.toJson(root, domainType).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Object decode(byte[] bytes) {
      return gson.fromJson(new String(bytes, StandardCharsets.UTF_8), domainType);
    }
  }

  private record ByStream(Gson gson, Type domainType) implements Coder {
    @Override
    public byte[] encode(Object root) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (Writer writer =
          new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8))) {
        gson.toJson(root, domainType, writer);
      }
      return bytes.toByteArray();
    }

    @Override
    public Object decode(byte[] bytes) {
      ByteArrayInputStream stream = new ByteArrayInputStream(bytes);
      return gson.fromJson(new InputStreamReader(stream, StandardCharsets.UTF_8), domainType);
    }
  }

  private static <T> TypeAdapter<T> text(Function<String, T> parse) {
    return new TypeAdapter<T>() {
      @Override
      public void write(JsonWriter out, T value) throws IOException {
        out.value(value.toString());
      }

      @Override
      public T read(JsonReader in) throws IOException {
        return parse.apply(in.nextString());
      }
    }.nullSafe();
  }

  private static final class Base64Adapter extends TypeAdapter<byte[]> {
    @Override
    public void write(JsonWriter out, byte[] value) throws IOException {
      out.value(Base64.getEncoder().encodeToString(value));
    }

    @Override
    public byte[] read(JsonReader in) throws IOException {
      return Base64.getDecoder().decode(in.nextString());
    }
  }
}
