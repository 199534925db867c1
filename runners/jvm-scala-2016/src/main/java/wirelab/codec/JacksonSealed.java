package wirelab.codec;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import java.io.IOException;

/**
 * Values of sealed traits by their own classes. The Scala module of Jackson 2.7 writes what an
 * Option holds by the declared type: of a sealed trait, an object without members.
 */
final class JacksonSealed extends BeanSerializerModifier {
  @Override
  public JsonSerializer<?> modifySerializer(
      SerializationConfig config, BeanDescription bean, JsonSerializer<?> serializer) {
    Class<?> domain = bean.getBeanClass();
    boolean sealed = domain.isInterface() && domain.isAnnotationPresent(JsonTypeInfo.class);
    return sealed ? new OfValue() : serializer;
  }

  private static final class OfValue extends JsonSerializer<Object> {
    @Override
    public void serialize(Object value, JsonGenerator generator, SerializerProvider provider)
        throws IOException {
      of(value, provider).serialize(value, generator, provider);
    }

    @Override
    public void serializeWithType(
        Object value, JsonGenerator generator, SerializerProvider provider, TypeSerializer type)
        throws IOException {
      of(value, provider).serializeWithType(value, generator, provider, type);
    }

    /** As the module finds it where it does not take that of the declared type. */
    private static JsonSerializer<Object> of(Object value, SerializerProvider provider)
        throws IOException {
      return provider.findTypedValueSerializer(value.getClass(), true, null);
    }
  }
}
