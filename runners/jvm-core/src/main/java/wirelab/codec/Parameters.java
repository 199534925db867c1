package wirelab.codec;

import java.util.Map;

/**
 * A value for each parameter of a codec. Codecs ask for the values that are not defaults, so that
 * none at all means what all defaults mean: the build has no others.
 *
 * @param values by name
 */
public record Parameters(Map<String, ?> values) {
  /** The value of a parameter; empty without one. */
  public String get(String name) {
    return values.get(name) instanceof String value ? value : "";
  }

  /** Whether a parameter has this value. */
  public boolean is(String name, String value) {
    return value.equals(values.get(name));
  }
}
