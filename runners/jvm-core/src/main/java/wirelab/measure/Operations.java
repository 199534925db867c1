package wirelab.measure;

import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import wirelab.data.Carrier;
import wirelab.data.Copy;
import wirelab.fault.Fault;
import wirelab.loading.Reloader;
import wirelab.types.Types;

/**
 * The operations on what is loaded and open. Each is made ready when it is first timed, and has
 * code and a place in the rotation of copies of its own.
 */
public final class Operations implements AutoCloseable {
  private final Subject subject;
  private final List<Copy> copies;
  private final Types types;
  private final Carrier carrier;
  private final Map<Operation, Copy[]> inputs = new HashMap<>();
  private final Map<List<String>, Calls> loops = new HashMap<>();
  private final Map<String, Integer> next = new HashMap<>();
  private final List<SinkTable> tables = new ArrayList<>();
  private Loopback loopback;
  private Operation last;

  /** None of them is ready; the subject is open, and copies hold domain objects. */
  public Operations(Subject subject, List<Copy> copies, Types types, Carrier carrier) {
    this.subject = subject;
    this.copies = copies;
    this.types = types;
    this.carrier = carrier;
  }

  /**
   * Times an operation, or {@code nothing}.
   *
   * @param files a folder for files, or null
   * @param table a folder for databases, or null
   * @throws Fault codec: its library threw; host: files cannot be written or read
   */
  public Timing time(
      String name, String files, String table, int calls, int batches, boolean collect)
      throws Fault {
    boolean nothing = name.equals("nothing");
    Operation operation = nothing ? last : Operation.named(name);
    String doing = "it cannot be made ready for '" + name + "'";
    try {
      List<String> key = Arrays.asList(name, operation.name(), files, table);
      Calls loop = loops.get(key);
      if (loop == null) {
        Call call = call(nothing, operation, files, table);
        loop = own(Calls.Rotating.class, Calls.class, call, copies.size());
        loops.put(key, loop);
      }
      doing = "'" + name + "' failed";
      Timing timing = Timing.run(loop, next.getOrDefault(name, 0), calls, batches, collect);
      next.put(name, timing.next());
      last = operation;
      return operation == Operation.EXCHANGE && !nothing ? timing.byManyThreads() : timing;
    } catch (Throwable e) {
      throw Fault.of(Fault.Whose.CODEC, doing, e);
    }
  }

  /** What an operation does with each of its inputs, by copy and place: for a loop beside ours. */
  public Step[][] steps(String name) {
    return steps(false, Operation.named(name));
  }

  /** What an operation takes, by copy. */
  public Copy[] inputs(String name) throws Exception {
    return inputs(Operation.named(name));
  }

  private Step[][] steps(boolean nothing, Operation operation) {
    Step[] byType = new Step[types.payloads().size()];
    for (int type = 0; type < byType.length; type++) {
      byType[type] = nothing ? input -> input : step(operation, type);
    }
    return byPlace(byType);
  }

  private Step step(Operation operation, int type) {
    Step own = subject.step(operation, type);
    return operation == Operation.EXCHANGE
        ? request -> own.apply(loopback.fetch((HttpRequest) request))
        : own;
  }

  /** An operation's call; that of {@code nothing} hands the inputs of an operation over. */
  private Call call(boolean nothing, Operation operation, String files, String table)
      throws Exception {
    Step[][] steps = steps(nothing, operation);
    Copy[] own = inputs(operation);
    if (files != null) {
      return operation.givesBytes
          ? new Call.IntoFile(steps, own, Path.of(files, "serialized").toString())
          : fromFiles(steps, own, files);
    }
    if (table != null) {
      return withTables(operation, steps, own, table);
    }
    if (operation == Operation.REPLAY && !nothing) {
      return new Call.Replaying(steps, own, types.replay());
    }
    boolean bytes = nothing ? operation.input.isBytes() : operation.givesBytes;
    return own(Call.EachObject.class, Call.class, steps, own, bytes);
  }

  private static Call fromFiles(Step[][] steps, Copy[] own, String folder) throws Fault {
    Path[] files = new Path[own.length];
    int[][] ends = new int[own.length][];
    for (int copy = 0; copy < own.length; copy++) {
      files[copy] = Path.of(folder, "copy-" + copy);
      ends[copy] = SinkFile.fill(files[copy], own[copy]);
    }
    return new Call.FromFile(steps, files, ends);
  }

  private Call withTables(Operation operation, Step[][] steps, Copy[] own, String folder)
      throws Exception {
    boolean reads = operation != Operation.SERIALIZE;
    SinkTable[] made = new SinkTable[own.length];
    for (int copy = 0; copy < own.length; copy++) {
      Path file = Path.of(folder, operation.name().toLowerCase(Locale.ROOT) + "-" + copy);
      made[copy] = new SinkTable(file, carrier, own[copy]);
      tables.add(made[copy]);
      if (reads) {
        made[copy].fill(own[copy]);
      }
    }
    if (!reads) {
      return new Call.IntoTable(steps, own, made);
    }
    return operation == Operation.REPLAY
        ? new Call.ReplayingTable(steps, own, made, types.replay())
        : new Call.FromTable(steps, made);
  }

  /**
   * Makes an object of a class that is loaded for it alone.
   *
   * <p>The virtual machine keeps what it learns of a call (which classes it meets) with the
   * bytecode, and compiles by that. Were the loop's bytecode shared, the second operation of a
   * process would turn calls that always met one class into calls of one of several, which are not
   * inlined, and every operation would run slower than alone in a process.
   */
  private static <T> T own(Class<? extends T> of, Class<T> kind, Object... arguments)
      throws ReflectiveOperationException {
    Class<?> again = new Reloader(of.getName()::equals).loadClass(of.getName());
    return kind.cast(again.getDeclaredConstructors()[0].newInstance(arguments));
  }

  private Step[][] byPlace(Step[] byType) {
    return copies.stream()
        .map(copy -> Arrays.stream(copy.types()).mapToObj(type -> byType[type]))
        .map(steps -> steps.toArray(Step[]::new))
        .toArray(Step[][]::new);
  }

  private Copy[] inputs(Operation operation) throws Exception {
    Copy[] made = inputs.get(operation);
    if (made == null) {
      made = new Copy[copies.size()];
      for (int copy = 0; copy < made.length; copy++) {
        Copy loaded = copies.get(copy);
        Object[] own = new Object[loaded.size()];
        for (int i = 0; i < own.length; i++) {
          Object input = subject.input(operation, loaded.types()[i], loaded.objects()[i]);
          own[i] = operation == Operation.EXCHANGE ? offered((byte[]) input) : input;
        }
        made[copy] = loaded.with(own);
      }
      inputs.put(operation, made);
    }
    return made;
  }

  private HttpRequest offered(byte[] bytes) throws Fault {
    if (loopback == null) {
      loopback = new Loopback();
    }
    return loopback.offer(bytes);
  }

  @Override
  public void close() throws Fault {
    if (loopback != null) {
      loopback.close();
    }
    try {
      for (SinkTable table : tables) {
        table.close();
      }
    } catch (SQLException e) {
      throw Fault.of(Fault.Whose.HOST, "a database cannot be closed", e);
    }
  }
}
