package wirelab.harness.user;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.google.protobuf.CodedInputStream;
import java.io.IOException;

/** One point by Jackson's JSON, the moment as text. */
public class JacksonPoint extends OverCopies<Point> {
  private final ObjectMapper mapper =
      new ObjectMapper()
          .registerModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);

  @Override
  protected Point read(CodedInputStream input) throws IOException {
    // The point is the fourth member of a union, in a message around it.
    input.readTag();
    CodedInputStream message = CodedInputStream.newInstance(input.readByteArray());
    message.readTag();
    return Point.read(CodedInputStream.newInstance(message.readByteArray()));
  }

  @Override
  protected byte[] encode(Point object) throws IOException {
    return mapper.writeValueAsBytes(object);
  }

  @Override
  protected Point decode(byte[] bytes) throws IOException {
    return mapper.readValue(bytes, Point.class);
  }
}
