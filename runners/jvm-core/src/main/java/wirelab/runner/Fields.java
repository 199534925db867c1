package wirelab.runner;

import com.grack.nanojson.JsonArray;
import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import com.grack.nanojson.JsonParserException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import wirelab.fault.Fault;

/**
 * A request's fields, read by name: each of the right kind, or it is the request's fault. What
 * nobody reads is left aside. Null means: not given.
 */
final class Fields {
  private final JsonObject object;
  private final String where;

  private Fields(JsonObject object, String where) {
    this.object = object;
    this.where = where;
  }

  /** The fields of a line. */
  static Fields parse(String line) throws Fault {
    try {
      if (JsonParser.any().from(line) instanceof JsonObject object) {
        return new Fields(object, "the request");
      }
      throw fault("the request is not an object");
    } catch (JsonParserException e) {
      throw fault("the line is not JSON: " + e.getMessage());
    }
  }

  String text(String key) throws Fault {
    return required(key, optional(key, String.class, "text"));
  }

  String optionalText(String key) throws Fault {
    return optional(key, String.class, "text");
  }

  /** A text of a few, each of which stands for something. */
  <E> E choice(String key, Map<String, E> choices) throws Fault {
    E choice = choices.get(text(key));
    if (choice == null) {
      throw wrong(key, "one of " + String.join(", ", new TreeSet<>(choices.keySet())));
    }
    return choice;
  }

  /** A whole number in a range, or null. */
  Long optionalCount(String key, long least, long most) throws Fault {
    Number number = optional(key, Number.class, "a number");
    if (number == null) {
      return null;
    }
    long value = number.longValue();
    if ((number instanceof Integer || number instanceof Long) && value >= least && value <= most) {
      return value;
    }
    throw wrong(key, "a whole number of at least " + least);
  }

  long count(String key, long least) throws Fault {
    return required(key, optionalCount(key, least, Long.MAX_VALUE));
  }

  int number(String key, int least) throws Fault {
    return required(key, optionalCount(key, least, Integer.MAX_VALUE)).intValue();
  }

  int number(String key, int least, int standard) throws Fault {
    return object.containsKey(key) ? number(key, least) : standard;
  }

  double positive(String key, double standard) throws Fault {
    if (!object.containsKey(key)) {
      return standard;
    }
    double number = required(key, optional(key, Number.class, "a number")).doubleValue();
    if (number > 0) {
      return number;
    }
    throw wrong(key, "above 0");
  }

  Fields object(String key) throws Fault {
    return required(key, optionalObject(key));
  }

  Fields optionalObject(String key) throws Fault {
    JsonObject found = optional(key, JsonObject.class, "an object");
    return found == null ? null : new Fields(found, where + "." + key);
  }

  /** Texts by name; none if it is absent. */
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

  Path path(String key) throws Fault {
    return required(key, optionalPath(key));
  }

  Path optionalPath(String key) throws Fault {
    String text = optionalText(key);
    return text == null ? null : path(key, text);
  }

  /** One path or more. */
  List<Path> paths(String key) throws Fault {
    JsonArray found = required(key, optional(key, JsonArray.class, "a list of paths"));
    List<Path> paths = new ArrayList<>();
    for (Object each : found) {
      if (!(each instanceof String text)) {
        throw wrong(key, "a list of paths");
      }
      paths.add(path(key, text));
    }
    if (paths.isEmpty()) {
      throw wrong(key, "a list of one path or more");
    }
    return paths;
  }

  private Path path(String key, String text) throws Fault {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw wrong(key, "a path: " + e.getReason());
    }
  }

  private <T> T optional(String key, Class<T> kind, String wanted) throws Fault {
    Object value = object.get(key);
    if (value == null || kind.isInstance(value)) {
      return kind.cast(value);
    }
    throw wrong(key, wanted);
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
