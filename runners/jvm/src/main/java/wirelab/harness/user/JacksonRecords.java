package wirelab.harness.user;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.CodedInputStream;
import java.io.IOException;

/** Records by Jackson's JSON. */
public class JacksonRecords extends OverCopies<Records> {
  private final ObjectMapper mapper = new ObjectMapper();

  @Override
  protected Records read(CodedInputStream input) throws IOException {
    return Records.read(input);
  }

  @Override
  protected byte[] encode(Records object) throws IOException {
    return mapper.writeValueAsBytes(object);
  }

  @Override
  protected Records decode(byte[] bytes) throws IOException {
    return mapper.readValue(bytes, Records.class);
  }
}
