package wirelab.corpus;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Messages whose map entries stand in the order that digests are defined by. The library's own
 * deterministic mode sorts strings by UTF-16 units and unsigned keys as signed ones; digests sort
 * by UTF-8 bytes and by value.
 */
public final class Canonical {
  private static final Map<Descriptor, Boolean> REACHES_MAP = new HashMap<>();

  private Canonical() {}

  /** The same message with its maps' entries, at every depth, in ascending order of key. */
  public static Message sorted(Message message) {
    if (!reachesMap(message.getDescriptorForType())) {
      return message;
    }
    Message.Builder builder = message.toBuilder();
    for (Map.Entry<FieldDescriptor, Object> entry : message.getAllFields().entrySet()) {
      FieldDescriptor field = entry.getKey();
      if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
        builder.setField(field, sortedValue(field, entry.getValue()));
      }
    }
    return builder.build();
  }

  private static Object sortedValue(FieldDescriptor field, Object value) {
    if (!field.isRepeated()) {
      return sorted((Message) value);
    }
    List<Message> elements = new ArrayList<>();
    for (Object element : (List<?>) value) {
      elements.add(sorted((Message) element));
    }
    if (field.isMapField()) {
      elements.sort(byKey(field));
    }
    return elements;
  }

  private static Comparator<Message> byKey(FieldDescriptor map) {
    FieldDescriptor key = map.getMessageType().findFieldByNumber(1);
    Comparator<Object> order = keyOrder(key.getType());
    return Comparator.comparing(entry -> entry.getField(key), order);
  }

  private static Comparator<Object> keyOrder(FieldDescriptor.Type type) {
    return switch (type) {
      case STRING -> (a, b) -> Arrays.compareUnsigned(utf8(a), utf8(b));
      case UINT32, FIXED32 -> (a, b) -> Integer.compareUnsigned((Integer) a, (Integer) b);
      case UINT64, FIXED64 -> (a, b) -> Long.compareUnsigned((Long) a, (Long) b);
      case BOOL -> (a, b) -> Boolean.compare((Boolean) a, (Boolean) b);
      default -> (a, b) -> Long.compare(((Number) a).longValue(), ((Number) b).longValue());
    };
  }

  private static byte[] utf8(Object text) {
    return ((String) text).getBytes(StandardCharsets.UTF_8);
  }

  private static boolean reachesMap(Descriptor type) {
    return REACHES_MAP.computeIfAbsent(type, t -> reachesMap(t, new HashSet<>()));
  }

  private static boolean reachesMap(Descriptor type, Set<Descriptor> seen) {
    for (FieldDescriptor field : type.getFields()) {
      boolean fresh =
          field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
              && seen.add(field.getMessageType());
      if (field.isMapField() || fresh && reachesMap(field.getMessageType(), seen)) {
        return true;
      }
    }
    return false;
  }
}
