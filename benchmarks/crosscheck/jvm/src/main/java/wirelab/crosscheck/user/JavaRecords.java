package wirelab.crosscheck.user;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/** Records by Java's own serialization. */
public class JavaRecords extends OverCopies<Records> {
  /** A benchmark. */
  public JavaRecords() {
    super(Records::read);
  }

  @Override
  byte[] encode(Records object) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream output = new ObjectOutputStream(bytes)) {
      output.writeObject(object);
    }
    return bytes.toByteArray();
  }

  @Override
  Records decode(byte[] bytes) throws Exception {
    try (ObjectInputStream input = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return (Records) input.readObject();
    }
  }
}
