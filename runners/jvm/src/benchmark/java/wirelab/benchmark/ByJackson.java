package wirelab.benchmark;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import wirelab.domain.School;

/** Schools by Jackson's JSON. */
public final class ByJackson implements Written {
  private final ObjectMapper mapper =
      new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);
  private final ObjectWriter writer = mapper.writerFor(School.class);
  private final ObjectReader reader = mapper.readerFor(School.class);

  @Override
  public byte[] write(Object school) throws Exception {
    return writer.writeValueAsBytes(school);
  }

  @Override
  public School read(byte[] bytes) throws Exception {
    return reader.readValue(bytes);
  }
}
