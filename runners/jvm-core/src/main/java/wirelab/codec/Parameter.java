package wirelab.codec;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A codec's parameter. Made by {@link #of}, with what else there is to say of its values.
 *
 * @param name as subjects name it
 * @param says one line about it
 * @param values all values, the default first
 * @param tuned the value in the profile <i>tuned</i>, or null: the default
 * @param changes by value, what the codec's contract becomes with it
 */
public record Parameter(
    String name,
    String says,
    List<String> values,
    String tuned,
    Map<String, UnaryOperator<Contract>> changes) {

  /** A parameter that is the same in both profiles and changes nothing of the contract. */
  public static Parameter of(String name, String says, String... values) {
    return new Parameter(name, says, List.of(values), null, Map.of());
  }

  /** With a value for the profile <i>tuned</i>. */
  public Parameter tuned(String value) {
    return new Parameter(name, says, values, value, changes);
  }

  /** With a value that changes the codec's contract. */
  public Parameter changing(String value, UnaryOperator<Contract> change) {
    Map<String, UnaryOperator<Contract>> more = new LinkedHashMap<>(changes);
    more.put(value, change);
    return new Parameter(name, says, values, tuned, more);
  }

  /** The value of a subject that names none. */
  public String standard() {
    return values.get(0);
  }
}
