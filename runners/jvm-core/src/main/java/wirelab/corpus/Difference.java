package wirelab.corpus;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The first place where two messages differ.
 *
 * @param path where: {@code [0].professors[3].name}
 * @param expected the value that should be there
 * @param actual the value that is there
 */
public record Difference(String path, String expected, String actual) {
  private static final String ABSENT = "absent";
  private static final int LONGEST = 200;

  /**
   * Compares by value: NaN equals NaN, −0.0 does not equal 0.0, maps have no order.
   *
   * @param path of the messages themselves
   * @return the first difference in ascending order of field number, or empty
   */
  public static Optional<Difference> first(String path, Message expected, Message actual) {
    for (FieldDescriptor field : ascending(expected)) {
      Optional<Difference> found = inField(path + "." + field.getName(), field, expected, actual);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static List<FieldDescriptor> ascending(Message message) {
    return message.getDescriptorForType().getFields().stream()
        .sorted((a, b) -> Integer.compare(a.getNumber(), b.getNumber()))
        .toList();
  }

  private static Optional<Difference> inField(
      String path, FieldDescriptor field, Message expected, Message actual) {
    if (field.isMapField()) {
      return inMap(path, entries(expected, field), entries(actual, field));
    }
    if (field.isRepeated()) {
      return inList(path, (List<?>) expected.getField(field), (List<?>) actual.getField(field));
    }
    boolean there = !field.hasPresence() || expected.hasField(field);
    if (field.hasPresence() && there != actual.hasField(field)) {
      return Optional.of(
          new Difference(path, shownOrAbsent(expected, field), shownOrAbsent(actual, field)));
    }
    return there
        ? inValue(path, expected.getField(field), actual.getField(field))
        : Optional.empty();
  }

  private static Optional<Difference> inList(String path, List<?> expected, List<?> actual) {
    for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
      Optional<Difference> found = inValue(path + "[" + i + "]", expected.get(i), actual.get(i));
      if (found.isPresent()) {
        return found;
      }
    }
    if (expected.size() == actual.size()) {
      return Optional.empty();
    }
    return Optional.of(
        new Difference(path, expected.size() + " elements", actual.size() + " elements"));
  }

  private static Optional<Difference> inMap(
      String path, Map<Object, Object> expected, Map<Object, Object> actual) {
    for (Map.Entry<Object, Object> entry : expected.entrySet()) {
      String place = path + "[" + key(entry.getKey()) + "]";
      if (!actual.containsKey(entry.getKey())) {
        return Optional.of(new Difference(place, shown(entry.getValue()), ABSENT));
      }
      Optional<Difference> found = inValue(place, entry.getValue(), actual.get(entry.getKey()));
      if (found.isPresent()) {
        return found;
      }
    }
    for (Map.Entry<Object, Object> entry : actual.entrySet()) {
      if (!expected.containsKey(entry.getKey())) {
        String place = path + "[" + key(entry.getKey()) + "]";
        return Optional.of(new Difference(place, ABSENT, shown(entry.getValue())));
      }
    }
    return Optional.empty();
  }

  private static Map<Object, Object> entries(Message message, FieldDescriptor map) {
    FieldDescriptor key = map.getMessageType().findFieldByNumber(1);
    FieldDescriptor value = map.getMessageType().findFieldByNumber(2);
    Map<Object, Object> entries = new LinkedHashMap<>();
    for (Object element : (List<?>) message.getField(map)) {
      Message entry = (Message) element;
      entries.put(entry.getField(key), entry.getField(value));
    }
    return entries;
  }

  private static Optional<Difference> inValue(String path, Object expected, Object actual) {
    if (expected instanceof Message message) {
      return first(path, message, (Message) actual);
    }
    if (expected instanceof EnumValueDescriptor value) {
      int number = ((EnumValueDescriptor) actual).getNumber();
      return value.getNumber() == number
          ? Optional.empty()
          : Optional.of(new Difference(path, shown(expected), shown(actual)));
    }
    // Float and Double compare by bits here: NaN equals NaN, -0.0 is not 0.0.
    return expected.equals(actual)
        ? Optional.empty()
        : Optional.of(new Difference(path, shown(expected), shown(actual)));
  }

  private static String shownOrAbsent(Message message, FieldDescriptor field) {
    return message.hasField(field) ? shown(message.getField(field)) : ABSENT;
  }

  private static String key(Object key) {
    return key instanceof String text ? quoted(text) : key.toString();
  }

  private static String shown(Object value) {
    String text = value.toString();
    if (value instanceof String string) {
      text = quoted(string);
    } else if (value instanceof ByteString bytes) {
      text = "bytes \"" + TextFormat.escapeBytes(bytes) + "\"";
    } else if (value instanceof Message message) {
      text = "{" + TextFormat.printer().emittingSingleLine(true).printToString(message) + "}";
    }
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
  }

  private static String quoted(String text) {
    return '"' + TextFormat.escapeDoubleQuotesAndBackslashes(text).replace("\0", "\\0") + '"';
  }
}
