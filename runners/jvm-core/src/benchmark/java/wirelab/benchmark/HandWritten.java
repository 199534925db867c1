package wirelab.benchmark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import wirelab.codec.Codecs;
import wirelab.codec.Parameters;
import wirelab.data.Carrier;
import wirelab.data.Copy;
import wirelab.measure.Calls;
import wirelab.measure.Operations;
import wirelab.measure.Subject;
import wirelab.measure.Timing;
import wirelab.types.Types;

/**
 * What our adaptors cost: a codec's operation as the runner times it, and the same in a loop
 * written by hand against the library, batches of both in turns in this very process.
 */
public final class HandWritten {
  private static final long BATCH_NANOS = 20_000_000;
  private static final long WARM_UP_NANOS = 2_000_000_000;
  private static final int COPIES = 8;
  private static final int TURNS = 15;
  private static final int BATCHES = 4;

  private HandWritten() {}

  /** Times batches of calls. */
  private interface Side {
    Timing time(int calls, int batches) throws Exception;
  }

  /**
   * Times both sides.
   *
   * @param arguments a file of objects, the codec, the name of a {@link Written} class for the same
   *     format, {@code serialize} or {@code deserialize}, {@code adaptor} or {@code hand} for who
   *     goes first
   */
  public static void main(String[] arguments) throws Exception {
    Types types = Types.rendered();
    Carrier carrier = Carrier.of(types);
    Copy messages = Copy.read(arguments[0]);
    List<Copy> copies = new ArrayList<>();
    for (int i = 0; i < COPIES; i++) {
      Object[] objects = new Object[messages.size()];
      for (int place = 0; place < objects.length; place++) {
        objects[place] = carrier.read(0, (byte[]) messages.objects()[place]);
      }
      copies.add(messages.with(objects));
    }
    Parameters none = new Parameters(Map.of()); // what all defaults mean
    Subject subject = new Subject(Codecs.available().get(arguments[1]), none, null, 0, null);
    subject.open(types);
    Written written = (Written) Class.forName(arguments[2]).getDeclaredConstructor().newInstance();
    check(copies.get(0), subject, written, carrier);
    Operations operations = new Operations(subject, copies, types, carrier);
    Side adaptor =
        (calls, batches) -> operations.time(arguments[3], null, null, calls, batches, false);
    Calls loop = byHand(written, copies, arguments[3].equals("serialize"));
    Side byHand = (calls, batches) -> Timing.run(loop, 0, calls, batches, false);
    boolean adaptorFirst = arguments[4].equals("adaptor");
    Side first = adaptorFirst ? adaptor : byHand;
    Side second = adaptorFirst ? byHand : adaptor;
    int calls = warmUp(first);
    warmUp(second);
    double[] firstNanos = new double[TURNS];
    double[] secondNanos = new double[TURNS];
    double[] ratios = new double[TURNS];
    for (int turn = 0; turn < TURNS; turn++) {
      firstNanos[turn] = nanos(first, calls);
      secondNanos[turn] = nanos(second, calls);
      double ratio = firstNanos[turn] / secondNanos[turn];
      ratios[turn] = adaptorFirst ? ratio : 1 / ratio;
    }
    String line = "{\"hand_ns\": %.1f, \"ratio\": %.6f}";
    double hand = median(adaptorFirst ? secondNanos : firstNanos);
    System.out.println(String.format(Locale.ROOT, line, hand, median(ratios)));
    System.exit(0);
  }

  /** Both must do the same work. */
  private static void check(Copy copy, Subject subject, Written written, Carrier carrier)
      throws Exception {
    for (Object object : copy.objects()) {
      byte[] theirs = written.write(object);
      boolean alike = theirs.length == subject.encode(0, object).length;
      byte[] read = carrier.write(0, written.read(theirs));
      if (!alike || !Arrays.equals(read, carrier.write(0, object))) {
        throw new IllegalStateException("the loop written by hand does not do what the codec does");
      }
    }
  }

  private static Calls byHand(Written written, List<Copy> copies, boolean serialize)
      throws Exception {
    Object[][] roots = copies.stream().map(Copy::objects).toArray(Object[][]::new);
    byte[][][] encoded = new byte[COPIES][][];
    for (int copy = 0; copy < COPIES; copy++) {
      encoded[copy] = new byte[roots[copy].length][];
      for (int i = 0; i < encoded[copy].length; i++) {
        encoded[copy][i] = written.write(roots[copy][i]);
      }
    }
    if (serialize) {
      return (next, calls, sink) -> {
        for (int i = 0; i < calls; i++) {
          for (Object root : roots[i % COPIES]) {
            sink.take(written.write(root));
          }
        }
        return next;
      };
    }
    return (next, calls, sink) -> {
      for (int i = 0; i < calls; i++) {
        for (byte[] bytes : encoded[i % COPIES]) {
          sink.keep(written.read(bytes));
        }
      }
      return next;
    };
  }

  /** Runs until code is compiled; gives how many calls a batch has. */
  private static int warmUp(Side side) throws Exception {
    int calls = 1;
    long began = System.nanoTime();
    while (System.nanoTime() - began < WARM_UP_NANOS) {
      long ns = ((long[]) side.time(calls, 1).answer().get("ns"))[0];
      calls = ns < BATCH_NANOS ? calls * 2 : calls;
    }
    return calls;
  }

  /** Nanoseconds per call: this thread's own, which other work on the machine disturbs least. */
  private static double nanos(Side side, int calls) throws Exception {
    long[] cpu = (long[]) side.time(calls, BATCHES).answer().get("cpu_ns");
    return median(Arrays.stream(cpu).mapToDouble(ns -> (double) ns / calls).toArray());
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
