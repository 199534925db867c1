package wirelab.harness.user;

import com.google.gson.Gson;
import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Schools by Gson, through a String. */
public class GsonSchool extends OverCopies<School> {
  private final Gson gson = new Gson();

  @Override
  protected School read(CodedInputStream input) throws IOException {
    return School.read(input);
  }

  @Override
  protected byte[] encode(School object) {
    return gson.toJson(object).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  protected School decode(byte[] bytes) {
    return gson.fromJson(new String(bytes, StandardCharsets.UTF_8), School.class);
  }
}
