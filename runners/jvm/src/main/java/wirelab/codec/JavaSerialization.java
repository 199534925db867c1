package wirelab.codec;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import wirelab.codec.Contract.Evolution;
import wirelab.codec.Contract.Output;
import wirelab.types.Types;

/** Java's own object serialization. */
public final class JavaSerialization implements Codec {
  private static final String NOTES =
      "A stream is made for each call: a stream remembers the objects it has seen. Classes implement Serializable and"
          + " have a serialVersionUID, none a writeObject of its own. No filter is set (jdk.serialFilter):"
          + " memory is taken by the lengths that the input states.";

  @Override
  public CodecInfo info() {
    Contract contract =
        Contract.of("plain Java object", Output.STREAM, Evolution.NAMES).withNotes(NOTES);
    return new CodecInfo(
        "java-serialization",
        "Java serialization",
        "Java's own",
        System.getProperty("java.version"),
        "https://docs.oracle.com/en/java/javase/17/docs/specs/serialization/index.html",
        contract,
        List.of());
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
