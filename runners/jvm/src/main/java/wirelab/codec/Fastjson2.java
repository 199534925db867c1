package wirelab.codec;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import com.alibaba.fastjson2.reader.ObjectReader;
import com.alibaba.fastjson2.reader.ObjectReaderProvider;
import java.lang.reflect.Type;
import java.util.Base64;
import java.util.List;
import wirelab.codec.Contract.Evolution;
import wirelab.codec.Contract.Output;
import wirelab.types.Types;

/** JSON by fastjson2 over plain objects. */
public final class Fastjson2 implements Codec {
  private static final String NOTES =
      "toJSONBytes and parseObject, which generate code for each class; null fields are left out. byte[] is base64"
          + " (WriteByteArrayAsBase64); a reader for it is ours, since the library's fails where a text has an escape."
          + " NaN and infinities are text (WriteFloatSpecialAsString), keys that are numbers too"
          + " (WriteNonStringKeyAsString): by itself it writes null and bare keys.";

  @Override
  public CodecInfo info() {
    Contract contract =
        Contract.of("plain Java object", Output.BYTES, Evolution.NAMES)
            .withUnsafeMemory()
            .withHumanReadable()
            .withNotes(NOTES);
    return new CodecInfo(
        "fastjson2", "JSON", "fastjson2", Versions.of("fastjson2"), contract, List.of());
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    ObjectReaderProvider readers = new ObjectReaderProvider();
    readers.register(byte[].class, new Base64Reader());
    JSONReader.Context context = new JSONReader.Context(readers);
    return type -> new Bound(type.domainClass(), context);
  }

  private record Bound(Class<?> domainClass, JSONReader.Context context) implements Coder {
    @Override
    public byte[] encode(Object root) {
      return JSON.toJSONBytes(
          root,
          JSONWriter.Feature.WriteByteArrayAsBase64,
          JSONWriter.Feature.WriteFloatSpecialAsString,
          JSONWriter.Feature.WriteNonStringKeyAsString);
    }

    @Override
    public Object decode(byte[] bytes) {
      return JSON.parseObject(bytes, (Type) domainClass, context);
    }
  }

  private static final class Base64Reader implements ObjectReader<byte[]> {
    @Override
    public byte[] readObject(JSONReader reader, Type type, Object name, long features) {
      String text = reader.readString();
      return text == null ? null : Base64.getDecoder().decode(text);
    }
  }
}
