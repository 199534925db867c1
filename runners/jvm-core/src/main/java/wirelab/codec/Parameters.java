package wirelab.codec;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import wirelab.fault.Fault;

/**
 * A value for each parameter of a codec.
 *
 * @param values by name
 */
public record Parameters(Map<String, String> values) {
  /**
   * Checks what a subject gives, and fills in defaults.
   *
   * @param codec the codec's name
   * @param known the codec's parameters
   * @param given values by name
   * @throws Fault codec: there is no such parameter or value
   */
  public static Parameters of(String codec, List<Parameter> known, Map<String, String> given)
      throws Fault {
    Map<String, String> unknown = new TreeMap<>(given);
    Map<String, String> values = new HashMap<>();
    for (Parameter parameter : known) {
      String asked = unknown.remove(parameter.name());
      String value = asked == null ? parameter.standard() : asked;
      if (!parameter.values().contains(value)) {
        String one = "codec '%s' has no %s '%s'; it has %s";
        String all = String.join(", ", parameter.values());
        throw new Fault(Fault.Kind.CODEC, one.formatted(codec, parameter.name(), value, all));
      }
      values.put(parameter.name(), value);
    }
    if (!unknown.isEmpty()) {
      String name = unknown.keySet().iterator().next();
      List<String> names = known.stream().map(Parameter::name).toList();
      String all = names.isEmpty() ? "none" : String.join(", ", names);
      String what = "codec '%s' has no parameter '%s'; it has %s".formatted(codec, name, all);
      throw new Fault(Fault.Kind.CODEC, what);
    }
    return new Parameters(values);
  }

  /** The value of a parameter. */
  public String get(String name) {
    return values.get(name);
  }

  /** Whether a parameter has this value. */
  public boolean is(String name, String value) {
    return value.equals(values.get(name));
  }
}
