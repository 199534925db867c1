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
 * nobody reads is left aside.
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
      throw new Fault(Fault.Kind.REQUEST, "the line is not a JSON object");
    } catch (JsonParserException e) {
      throw new Fault(Fault.Kind.REQUEST, "the line is not JSON: " + e.getMessage());
    }
  }

  /** Whether there is a value. */
  boolean has(String key) {
    return object.get(key) != null;
  }

  String text(String key) throws Fault {
    return get(key, String.class, "text");
  }

  Fields object(String key) throws Fault {
    return new Fields(get(key, JsonObject.class, "an object"), where + "." + key);
  }

  /** A text of a few, each of which stands for something. */
  <E> E choice(String key, Map<String, E> choices) throws Fault {
    E choice = choices.get(text(key));
    require(choice != null, key, "one of " + String.join(", ", new TreeSet<>(choices.keySet())));
    return choice;
  }

  long count(String key, long least) throws Fault {
    return count(key, least, Long.MAX_VALUE);
  }

  int number(String key, int least) throws Fault {
    return (int) count(key, least, Integer.MAX_VALUE);
  }

  /** A number, or the one that stands for none. */
  int number(String key, int least, int standard) throws Fault {
    return object.containsKey(key) ? number(key, least) : standard;
  }

  private long count(String key, long least, long most) throws Fault {
    Number number = get(key, Number.class, "a number");
    long value = number.longValue();
    boolean whole = number instanceof Integer || number instanceof Long;
    require(whole && value >= least && value <= most, key, "a whole number of at least " + least);
    return value;
  }

  double positive(String key, double standard) throws Fault {
    double number =
        object.containsKey(key) ? get(key, Number.class, "a number").doubleValue() : standard;
    require(number > 0, key, "above 0");
    return number;
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
    try {
      return Path.of(text(key));
    } catch (InvalidPathException e) {
      throw new Fault(Fault.Kind.REQUEST, where + "." + key + " is no path: " + e.getReason());
    }
  }

  /** A path, or null. */
  Path optionalPath(String key) throws Fault {
    return has(key) ? path(key) : null;
  }

  /** One path or more. */
  List<Path> paths(String key) throws Fault {
    JsonArray found = get(key, JsonArray.class, "a list of paths");
    require(!found.isEmpty(), key, "a list of one path or more");
    JsonObject byPlace = new JsonObject();
    List<Path> paths = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      byPlace.put(Integer.toString(i), found.get(i));
      paths.add(new Fields(byPlace, where + "." + key).path(Integer.toString(i)));
    }
    return paths;
  }

  private <T> T get(String key, Class<T> kind, String wanted) throws Fault {
    Object value = object.get(key);
    Fault.require(value != null, where + " lacks '" + key + "'");
    require(kind.isInstance(value), key, wanted);
    return kind.cast(value);
  }

  private void require(boolean met, String key, String wanted) throws Fault {
    Fault.require(met, where + "." + key + " is not " + wanted);
  }
}
