package wirelab.carrier;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.DoubleValue;
import com.google.protobuf.Field;
import com.google.protobuf.Struct;
import com.google.protobuf.Type;
import com.google.protobuf.Value;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import wirelab.corpus.Difference;

class ComparisonTest {
  private static Type.Builder type() {
    return Type.newBuilder()
        .setName("a")
        .addFields(Field.newBuilder().setName("x").setKindValue(99))
        .addOneofs("one");
  }

  private static String path(Type expected, Type actual) {
    return Comparison.first("[0]", expected, actual).map(Difference::path).orElse("");
  }

  @Test
  void equalMessagesHaveNone() {
    assertEquals("", path(type().build(), type().build()));
  }

  @Test
  void namesTheFirstPlace() {
    Type expected = type().build();
    assertEquals("[0].name", path(expected, type().setName("b").clearOneofs().build()));
    Type.Builder other = type();
    other.getFieldsBuilder(0).setName("y");
    assertEquals("[0].fields[0].name", path(expected, other.build()));
    other = type();
    other.getFieldsBuilder(0).setKindValue(98);
    assertEquals("[0].fields[0].kind", path(expected, other.build()));
    assertEquals("[0].oneofs[1]", path(expected, type().addOneofs("two").build()));
  }

  @Test
  void anEmptyMessageIsNotAbsent() {
    Type there = type().setSourceContext(com.google.protobuf.SourceContext.newBuilder()).build();
    Difference found = Comparison.first("[0]", type().build(), there).orElseThrow();
    assertEquals("[0].source_context", found.path());
    assertEquals("absent", found.expected());
  }

  @Test
  void mapsHaveNoOrder() {
    Value one = Value.newBuilder().setNumberValue(1).build();
    Value two = Value.newBuilder().setNumberValue(2).build();
    Struct ab = Struct.newBuilder().putFields("a", one).putFields("b", two).build();
    Struct ba = Struct.newBuilder().putFields("b", two).putFields("a", one).build();
    assertEquals(Optional.empty(), Comparison.first("", ab, ba));
    Struct changed = Struct.newBuilder().putFields("b", one).putFields("a", one).build();
    assertEquals(
        ".fields[\"b\"].number_value", Comparison.first("", ab, changed).orElseThrow().path());
    Struct more = ba.toBuilder().putFields("c", one).build();
    assertEquals(".fields[\"c\"]", Comparison.first("", ab, more).orElseThrow().path());
  }

  @Test
  void numbersCompareByValue() {
    assertEquals(Optional.empty(), doubles(Double.NaN, Double.NaN));
    assertEquals(".value", doubles(0.0, -0.0).orElseThrow().path());
  }

  private static Optional<Difference> doubles(double expected, double actual) {
    return Comparison.first("", DoubleValue.of(expected), DoubleValue.of(actual));
  }
}
