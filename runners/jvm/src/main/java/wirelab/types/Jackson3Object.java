package wirelab.types;

import java.util.HashSet;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.util.TokenBuffer;

/** An object that Jackson 3 has read as far as its keys: it can be read again. */
public final class Jackson3Object {
  private final TokenBuffer buffer = TokenBuffer.forGeneration();
  private final Set<String> keys = new HashSet<>();
  private final JsonParser in;

  /** Takes the object that the parser is at. */
  public Jackson3Object(JsonParser in) {
    this.in = in;
    buffer.copyCurrentStructure(in);
    try (JsonParser each = buffer.asParser()) {
      each.nextToken();
      while (each.nextToken() == JsonToken.PROPERTY_NAME) {
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
  public JsonParser again() {
    JsonParser again = buffer.asParser(in.objectReadContext());
    again.nextToken();
    return again;
  }
}
