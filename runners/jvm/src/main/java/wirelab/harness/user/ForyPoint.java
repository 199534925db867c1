package wirelab.harness.user;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import org.apache.fory.Fory;

/** One point by Apache Fory, within Java alone. */
public class ForyPoint extends OverCopies<Point> {
  private final Fory fory = Fory.builder().withXlang(false).requireClassRegistration(true).build();

  /** Registers the class. */
  public ForyPoint() {
    fory.register(Point.class);
  }

  @Override
  protected Point read(CodedInputStream input) throws IOException {
    // The point is the fourth member of a union, in a message around it.
    input.readTag();
    CodedInputStream message = CodedInputStream.newInstance(input.readByteArray());
    message.readTag();
    return Point.read(CodedInputStream.newInstance(message.readByteArray()));
  }

  @Override
  protected byte[] encode(Point object) {
    return fory.serialize(object);
  }

  @Override
  protected Point decode(byte[] bytes) {
    return (Point) fory.deserialize(bytes);
  }
}
