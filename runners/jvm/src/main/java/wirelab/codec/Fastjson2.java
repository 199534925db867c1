package wirelab.codec;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONFactory;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import com.alibaba.fastjson2.codec.BeanInfo;
import com.alibaba.fastjson2.codec.FieldInfo;
import com.alibaba.fastjson2.modules.ObjectWriterAnnotationProcessor;
import com.alibaba.fastjson2.modules.ObjectWriterModule;
import com.alibaba.fastjson2.reader.ObjectReader;
import com.alibaba.fastjson2.reader.ObjectReaderProvider;
import com.alibaba.fastjson2.writer.ObjectWriter;
import com.alibaba.fastjson2.writer.ObjectWriterProvider;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import wirelab.types.Types;

/** JSON by fastjson2 over plain objects. */
public final class Fastjson2 implements Codec {
  @Override
  public String name() {
    return "fastjson2";
  }

  @Override
  public String version() {
    return Versions.of("fastjson2");
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    ObjectReaderProvider readers = new ObjectReaderProvider();
    readers.register(byte[].class, new Base64Reader());
    ObjectWriterProvider writers = new ObjectWriterProvider();
    writers.register(BigInteger.class, new TextWriter());
    writers.register(new FieldsByTextWriter());
    JSONWriter.Context writing =
        JSONFactory.createWriteContext(
            writers,
            JSONWriter.Feature.WriteByteArrayAsBase64,
            JSONWriter.Feature.WriteFloatSpecialAsString,
            JSONWriter.Feature.WriteNonStringKeyAsString);
    writing.config(JSONWriter.Feature.WriteNulls, parameters.is("nulls", "written"));
    JSONReader.Context reading = new JSONReader.Context(readers);
    return type -> new Bound(type.domainType(), writing, reading);
  }

  private record Bound(Type domainType, JSONWriter.Context writing, JSONReader.Context reading)
      implements Coder {
    @Override
    public byte[] encode(Object root) {
      return JSON.toJSONBytes(root, StandardCharsets.UTF_8, writing);
    }

    @Override
    public Object decode(byte[] bytes) {
      return JSON.parseObject(bytes, domainType, reading);
    }
  }

  private static final class Base64Reader implements ObjectReader<byte[]> {
    @Override
    public byte[] readObject(JSONReader reader, Type type, Object name, long features) {
      String text = reader.readString();
      return text == null ? null : Base64.getDecoder().decode(text);
    }
  }

  private static final class TextWriter implements ObjectWriter<BigInteger> {
    @Override
    public void write(JSONWriter writer, Object value, Object name, Type type, long features) {
      writer.writeString(value == null ? null : value.toString());
    }
  }

  /** A field that is a BigInteger itself would not ask for the writer that is registered. */
  private static final class FieldsByTextWriter
      implements ObjectWriterModule, ObjectWriterAnnotationProcessor {
    @Override
    public ObjectWriterAnnotationProcessor getAnnotationProcessor() {
      return this;
    }

    @Override
    @SuppressWarnings("rawtypes") // the library's own signature
    public void getFieldInfo(BeanInfo bean, FieldInfo field, Class owner, Method getter) {
      if (getter.getReturnType() == BigInteger.class) {
        field.writeUsing = TextWriter.class;
      }
    }
  }
}
