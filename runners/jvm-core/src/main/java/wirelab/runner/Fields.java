package wirelab.runner;

import com.grack.nanojson.JsonObject;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import wirelab.fault.Fault;

/**
 * Reads a JSON object strictly: every key of the right kind, none left over. Null means: not given.
 */
final class Fields {
  private final JsonObject object;
  private final String where;
  private final Set<String> unread;

  private Fields(JsonObject object, String where) {
    this.object = object;
    this.where = where;
    this.unread = new TreeSet<>(object.keySet());
  }

  static Fields of(Object value, String where) throws Fault {
    if (value instanceof JsonObject object) {
      return new Fields(object, where);
    }
    throw fault(where + " is not an object");
  }

  String text(String key) throws Fault {
    return required(key, optionalText(key));
  }

  /** A text, or null if it is null or absent. */
  String optionalText(String key) throws Fault {
    Object value = take(key);
    if (value == null || value instanceof String) {
      return (String) value;
    }
    throw wrong(key, "text");
  }

  /** A text of a few, matched by the words of an enum. */
  <E> E choice(String key, Map<String, E> choices) throws Fault {
    String word = text(key);
    E choice = choices.get(word);
    if (choice == null) {
      throw wrong(key, "one of " + String.join(", ", new TreeSet<>(choices.keySet())));
    }
    return choice;
  }

  long count(String key, long least) throws Fault {
    return required(key, optionalCount(key, least, Long.MAX_VALUE));
  }

  int number(String key, int least) throws Fault {
    return (int) (long) required(key, optionalCount(key, least, Integer.MAX_VALUE));
  }

  int number(String key, int least, int standard) throws Fault {
    return object.containsKey(key) ? number(key, least) : standard;
  }

  /** A whole number, or null if it is null or absent. */
  Integer optionalNumber(String key) throws Fault {
    Long value = optionalCount(key, Integer.MIN_VALUE, Integer.MAX_VALUE);
    return value == null ? null : (Integer) (int) (long) value;
  }

  double positive(String key, double standard) throws Fault {
    if (!object.containsKey(key)) {
      return standard;
    }
    Object value = take(key);
    if (value instanceof Number number && number.doubleValue() > 0) {
      return number.doubleValue();
    }
    throw wrong(key, "a number above 0");
  }

  Fields object(String key) throws Fault {
    return of(required(key, take(key)), where + "." + key);
  }

  Map<String, String> texts(String key) throws Fault {
    Map<String, String> texts = new TreeMap<>();
    if (object.containsKey(key)) {
      Fields fields = object(key);
      for (String name : fields.object.keySet()) {
        texts.put(name, fields.text(name));
      }
    }
    return texts;
  }

  /** Nothing may be left. */
  void end() throws Fault {
    if (!unread.isEmpty()) {
      throw fault(where + " has an unknown key '" + unread.iterator().next() + "'");
    }
  }

  private Long optionalCount(String key, long least, long most) throws Fault {
    Object value = take(key);
    if (value == null) {
      return null;
    }
    if (value instanceof Integer || value instanceof Long) {
      long number = ((Number) value).longValue();
      if (number >= least && number <= most) {
        return number;
      }
    }
    throw wrong(key, "a whole number of at least " + least);
  }

  private Object take(String key) {
    unread.remove(key);
    return object.get(key);
  }

  private <T> T required(String key, T value) throws Fault {
    if (value == null) {
      throw fault(where + " lacks '" + key + "'");
    }
    return value;
  }

  private Fault wrong(String key, String wanted) {
    return fault(where + "." + key + " is not " + wanted);
  }

  private static Fault fault(String message) {
    return new Fault(Fault.Kind.REQUEST, message);
  }
}
