package wirelab.harness.user;

import com.google.protobuf.CodedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/** Records by Java's own serialization. */
public class JavaRecords extends OverCopies<Records> {

  @Override
  protected Records read(CodedInputStream input) throws IOException {
    return Records.read(input);
  }

  @Override
  protected byte[] encode(Records object) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream output = new ObjectOutputStream(bytes)) {
      output.writeObject(object);
    }
    return bytes.toByteArray();
  }

  @Override
  protected Records decode(byte[] bytes) throws Exception {
    try (ObjectInputStream input = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return (Records) input.readObject();
    }
  }
}
