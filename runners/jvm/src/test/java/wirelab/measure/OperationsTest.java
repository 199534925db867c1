package wirelab.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import wirelab.build.PlainSample;
import wirelab.codec.Codec;
import wirelab.codec.Coder;
import wirelab.codec.Coders;
import wirelab.codec.Parameters;
import wirelab.data.Copy;
import wirelab.fault.Fault;
import wirelab.fault.Fault.Whose;
import wirelab.types.Types;

class OperationsTest {
  /** A library that notes what calls it and on what, and throws what it is given to throw. */
  private static final class Noting implements Codec, Coder {
    private final List<Object> worked = new ArrayList<>();
    private final Set<Class<?>> callers = new HashSet<>();
    private Throwable thrown;

    @Override
    public String name() {
      return "noting";
    }

    @Override
    public String version() {
      return "1";
    }

    @Override
    public Coders open(Types types, Parameters parameters) {
      return type -> this;
    }

    @Override
    public byte[] encode(Object root) throws Exception {
      note(root);
      return root.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Object decode(byte[] bytes) throws Exception {
      note(new String(bytes, StandardCharsets.UTF_8));
      return "";
    }

    private void note(Object on) throws Exception {
      if (thrown instanceof Error error) {
        throw error;
      } else if (thrown instanceof Exception exception) {
        throw exception;
      }
      worked.add(on);
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
          .forEach(frame -> callers.add(frame.getDeclaringClass()));
    }

    private long callersNamed(Class<?> loaded) {
      return callers.stream().filter(each -> each.getName().equals(loaded.getName())).count();
    }
  }

  private final Noting codec = new Noting();

  private Operations over(Object... copies) throws Exception {
    Types types = new PlainSample();
    Subject subject = new Subject(codec, new Parameters(Map.of()), null, 0, null);
    subject.open(types);
    List<Copy> loaded = new ArrayList<>();
    for (Object copy : copies) {
      loaded.add(Copy.of(copy));
    }
    return new Operations(subject, loaded, types, null);
  }

  private static Map<String, Object> time(Operations operations, String name, int calls)
      throws Fault {
    return operations.time(name, null, null, calls, 2, false).answer();
  }

  @Test
  void copiesRotateForEachOperationOnItsOwn() throws Exception {
    Operations operations = over("a", "b", "c");
    time(operations, "serialize", 2);
    assertEquals(List.of("a", "b", "c", "a"), codec.worked);
    codec.worked.clear();
    time(operations, "deserialize", 1);
    assertEquals(List.of("a", "b", "c", "a", "b"), codec.worked, "inputs first, then two calls");
    codec.worked.clear();
    time(operations, "serialize", 1);
    assertEquals(List.of("b", "c"), codec.worked);
  }

  @Test
  void theSinkAddsUpLengthsAndBytes() throws Exception {
    Operations operations = over("", "ABCD", "é");
    long all = 4 + 'A' + 'C' + 'D' + 2 + 0xc3 + 0xa9 + 0xa9;
    assertEquals(2 * all, time(operations, "serialize", 3).get("sink"));
    assertEquals(6L, time(operations, "nothing", 3).get("sink"));
    assertEquals(6L, time(operations, "deserialize", 3).get("sink"));
    assertEquals(2 * all, time(operations, "nothing", 3).get("sink"));
  }

  @Test
  void eachOperationHasCodeOfItsOwn() throws Exception {
    Operations operations = over("a");
    time(operations, "serialize", 1);
    time(operations, "serialize", 1);
    assertEquals(1, codec.callersNamed(Call.EachObject.class));
    time(operations, "deserialize", 1);
    assertEquals(2, codec.callersNamed(Call.EachObject.class));
    assertEquals(2, codec.callersNamed(Calls.Rotating.class));
  }

  @Test
  void aBatchIsAValueInEachColumn() throws Exception {
    Map<String, Object> answer = time(over("a"), "serialize", 10);
    for (String column :
        List.of("allocated_bytes", "cpu_ns", "process_cpu_ns", "gc_count", "gc_ns")) {
      assertEquals(2, ((long[]) answer.get(column)).length, column);
    }
    long[] starts = (long[]) answer.get("start_ns");
    long[] nanos = (long[]) answer.get("ns");
    assertTrue(nanos[0] > 0 && nanos[1] > 0);
    assertTrue(starts[0] + nanos[0] <= starts[1]);
  }

  @Test
  void whateverALibraryThrowsIsTheCodecs() throws Exception {
    for (Throwable thrown :
        List.of(
            new AssertionError("no"), new StackOverflowError(), new java.io.IOException("no"))) {
      assertEquals(Whose.CODEC, whose(thrown));
    }
  }

  @Test
  void butMemoryAndTheDatabaseAreTheHosts() throws Exception {
    assertEquals(Whose.HOST, whose(new OutOfMemoryError()));
    assertEquals(Whose.HOST, whose(new SQLException("full")));
  }

  private Whose whose(Throwable thrown) throws Exception {
    Operations operations = over("a");
    codec.thrown = thrown;
    return assertThrows(Fault.class, () -> time(operations, "serialize", 1)).whose();
  }
}
