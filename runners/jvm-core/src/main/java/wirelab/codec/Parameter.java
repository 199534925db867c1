package wirelab.codec;

import java.util.List;

/**
 * A codec's parameter.
 *
 * @param name as subjects name it
 * @param says one line about it
 * @param values all values, the default first
 */
public record Parameter(String name, String says, List<String> values) {
  /** The value of a subject that names none. */
  public String standard() {
    return values.get(0);
  }
}
