package wirelab.benchmark;

import com.google.gson.Gson;
import java.nio.charset.StandardCharsets;
import wirelab.domain.School;

/** Schools by Gson. */
public final class ByGson implements Written {
  private final Gson gson = new Gson();

  @Override
  public byte[] write(Object school) {
    return gson.toJson(school).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public School read(byte[] bytes) {
    return gson.fromJson(new String(bytes, StandardCharsets.UTF_8), School.class);
  }
}
