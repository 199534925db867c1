package wirelab.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ListValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import java.util.List;
import org.junit.jupiter.api.Test;

class CanonicalTest {
  // By UTF-16 units the emoji would come before U+FF5E.
  private static final List<String> ASCENDING = List.of("", "Z", "a", "\uFF5E", "\uD83D\uDE00");

  private static Struct struct(List<String> keys) {
    Struct.Builder struct = Struct.newBuilder();
    keys.forEach(key -> struct.putFields(key, Value.newBuilder().setBoolValue(true).build()));
    return struct.build();
  }

  @Test
  void stringsAreInOrderOfTheirBytes() {
    List<String> shuffled = List.of("\uD83D\uDE00", "a", "\uFF5E", "", "Z");
    assertEquals(
        struct(ASCENDING).toByteString(), Canonical.sorted(struct(shuffled)).toByteString());
  }

  @Test
  void atEveryDepth() {
    Value inner = Value.newBuilder().setStructValue(struct(List.of("b", "a"))).build();
    ListValue list = ListValue.newBuilder().addValues(inner).build();
    Struct sorted = ((ListValue) Canonical.sorted(list)).getValues(0).getStructValue();
    assertEquals(struct(List.of("a", "b")).toByteString(), sorted.toByteString());
  }
}
