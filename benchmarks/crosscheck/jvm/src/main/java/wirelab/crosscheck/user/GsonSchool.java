package wirelab.crosscheck.user;

import com.google.gson.Gson;
import java.nio.charset.StandardCharsets;

/** Schools by Gson, through a String. */
public class GsonSchool extends OverCopies<School> {
  private final Gson gson = new Gson();

  /** A benchmark. */
  public GsonSchool() {
    super(School::read);
  }

  @Override
  byte[] encode(School object) {
    return gson.toJson(object).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  School decode(byte[] bytes) {
    return gson.fromJson(new String(bytes, StandardCharsets.UTF_8), School.class);
  }
}
