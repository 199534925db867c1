package wirelab.types;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** An object that Jackson has read as far as its keys: it can be read again. */
public final class JacksonObject {
  private final TokenBuffer buffer = new TokenBuffer(null, false);
  private final Set<String> keys = new HashSet<>();
  private final JsonParser in;

  /** Takes the object that the parser is at. */
  public JacksonObject(JsonParser in) throws IOException {
    this.in = in;
    buffer.copyCurrentStructure(in);
    try (JsonParser each = buffer.asParser()) {
      each.nextToken();
      while (each.nextToken() == JsonToken.FIELD_NAME) {
        keys.add(each.currentName());
        each.nextToken();
        each.skipChildren();
      }
    }
  }

  /** The object's keys. */
  public Set<String> keys() {
    return keys;
  }

  /** A parser at its beginning. */
  public JsonParser again() throws IOException {
    JsonParser again = buffer.asParser(in.getCodec());
    again.nextToken();
    return again;
  }
}
