package wirelab.crosscheck.user;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;

/** Records by Jackson's JSON. */
public class JacksonRecords extends OverCopies<Records> {
  private final ObjectMapper mapper = new ObjectMapper();

  /** A benchmark. */
  public JacksonRecords() {
    super(Records::read);
  }

  @Override
  byte[] encode(Records object) throws IOException {
    return mapper.writeValueAsBytes(object);
  }

  @Override
  Records decode(byte[] bytes) throws IOException {
    return mapper.readValue(bytes, Records.class);
  }
}
