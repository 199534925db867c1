package wirelab.carrier;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import wirelab.corpus.Difference;

/** Finds the first place where two messages differ. */
final class Comparison {
  private static final int LONGEST = 200;

  private Comparison() {}

  /**
   * Compares by value: NaN equals NaN, −0.0 does not equal 0.0, maps have no order.
   *
   * @param path of the messages themselves
   * @return the first difference in ascending order of field number, or empty
   */
  static Optional<Difference> first(String path, Message expected, Message actual) {
    return expected.equals(actual) ? Optional.empty() : between(path, tree(expected), tree(actual));
  }

  /** A value whose messages, maps and lists are maps from a step of the path to what is there. */
  private static Object tree(Object value) {
    Map<String, Object> steps = new LinkedHashMap<>();
    if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        steps.put("[" + i + "]", tree(list.get(i)));
      }
    } else if (value instanceof Message message) {
      message.getDescriptorForType().getFields().stream()
          .sorted(Comparator.comparingInt(FieldDescriptor::getNumber))
          .filter(field -> !field.hasPresence() || message.hasField(field))
          .forEach(field -> steps.put("." + field.getName(), tree(message, field)));
    } else {
      return value;
    }
    return steps;
  }

  private static Object tree(Message message, FieldDescriptor field) {
    if (!field.isMapField()) {
      return tree(message.getField(field));
    }
    Map<String, Object> entries = new LinkedHashMap<>();
    for (Object each : (List<?>) message.getField(field)) {
      Message entry = (Message) each;
      Object key = entry.getField(entry.getDescriptorForType().findFieldByNumber(1));
      Object value = entry.getField(entry.getDescriptorForType().findFieldByNumber(2));
      entries.put("[" + shown(key) + "]", tree(value));
    }
    return entries;
  }

  private static Optional<Difference> between(String path, Object expected, Object actual) {
    if (expected instanceof Map<?, ?> should && actual instanceof Map<?, ?> is) {
      Set<Object> steps = new LinkedHashSet<>(should.keySet());
      steps.addAll(is.keySet());
      return steps.stream()
          .flatMap(step -> between(path + step, should.get(step), is.get(step)).stream())
          .findFirst();
    }
    // Float and Double compare by bits here: NaN equals NaN, -0.0 is not 0.0.
    return expected != null && expected.equals(actual)
        ? Optional.empty()
        : Optional.of(new Difference(path, shown(expected), shown(actual)));
  }

  private static String shown(Object value) {
    String text = value == null ? "absent" : value.toString();
    if (value instanceof String string) {
      text = '"' + TextFormat.escapeDoubleQuotesAndBackslashes(string).replace("\0", "\\0") + '"';
    } else if (value instanceof ByteString bytes) {
      text = "bytes \"" + TextFormat.escapeBytes(bytes) + "\"";
    }
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
  }
}
