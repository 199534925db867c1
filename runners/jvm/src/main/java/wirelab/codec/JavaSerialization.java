package wirelab.codec;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import wirelab.types.Types;

/** Java's own object serialization. */
public final class JavaSerialization implements Codec {
  @Override
  public String name() {
    return "java-serialization";
  }

  @Override
  public String version() {
    return System.getProperty("java.version");
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    return type -> new Bound();
  }

  private record Bound() implements Coder {
    @Override
    public byte[] encode(Object root) throws Exception {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream output = new ObjectOutputStream(bytes)) {
        output.writeObject(root);
      }
      return bytes.toByteArray();
    }

    @Override
    public Object decode(byte[] bytes) throws Exception {
      try (ObjectInputStream input = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
        return input.readObject();
      }
    }
  }
}
