package wirelab.types;

import com.alibaba.fastjson2.JSONWriter;
import com.alibaba.fastjson2.writer.ObjectWriter;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.lang.reflect.Type;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

/** A double that is written as an integer where it has no fraction, in the ways of each library. */
public final class WholeNumber {
  private WholeNumber() {}

  /** For a field, in Jackson. */
  public static final class InJackson extends JsonSerializer<Double> {
    @Override
    public void serialize(Double value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      if (isShort(value)) {
        out.writeNumber(value.longValue());
      } else {
        provider.defaultSerializeValue(Logical.whole(value), out);
      }
    }
  }

  /** For a field, in Jackson 3, which has other names. */
  public static final class InJackson3 extends ValueSerializer<Double> {
    @Override
    public void serialize(
        Double value, tools.jackson.core.JsonGenerator out, SerializationContext context) {
      if (isShort(value)) {
        out.writeNumber(value.longValue());
      } else {
        context.writeValue(out, Logical.whole(value));
      }
    }
  }

  /** For a field, in Gson. */
  public static final class InGson extends TypeAdapter<Double> {
    @Override
    public void write(JsonWriter out, Double value) throws IOException {
      out.value(Logical.whole(value));
    }

    @Override
    public Double read(JsonReader in) throws IOException {
      return in.nextDouble();
    }
  }

  /** For a field, in fastjson2. */
  public static final class InFastjson2 implements ObjectWriter<Double> {
    @Override
    public void write(JSONWriter out, Object value, Object name, Type type, long features) {
      if (isShort((Double) value)) {
        out.writeInt64(((Double) value).longValue());
      } else {
        out.writeAny(Logical.whole((Double) value));
      }
    }
  }

  private static boolean isShort(double value) {
    return value == (long) value && Math.abs(value) < 0x1p63;
  }
}
