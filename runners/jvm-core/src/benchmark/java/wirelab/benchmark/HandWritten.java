package wirelab.benchmark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import wirelab.codec.Codecs;
import wirelab.codec.Parameters;
import wirelab.corpus.Carrier;
import wirelab.corpus.Copy;
import wirelab.measure.Call;
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
  private static final long WARM_UP_NANOS = 3_000_000_000L;
  private static final int MOST_GROWTH = 10;
  private static final int COPIES = 8;
  private static final int TURNS = 15;
  private static final int BATCHES = 4;

  /** One of the two that take turns. */
  @FunctionalInterface
  private interface Side {
    Timing time(int calls, int batches) throws Exception;
  }

  private HandWritten() {}

  /**
   * Measures.
   *
   * @param arguments a file of objects, the codec, the name of a {@link Written} class for the same
   *     format, {@code serialize} or {@code deserialize}, {@code adaptor} or {@code hand} for who
   *     goes first
   */
  public static void main(String[] arguments) throws Exception {
    Types types = Types.rendered();
    Carrier carrier = Carrier.of(types);
    List<Copy> copies = new ArrayList<>();
    for (int i = 0; i < COPIES; i++) {
      copies.add(loaded(arguments[0], carrier));
    }
    Parameters defaults = new Parameters(Map.of());
    Subject subject = new Subject(Codecs.available().get(arguments[1]), defaults, null, 0);
    subject.open(types);
    Written written = (Written) Class.forName(arguments[2]).getDeclaredConstructor().newInstance();
    check(copies.get(0), subject, written, carrier);
    Operations operations = new Operations(subject, copies, types, carrier);
    Calls loop = new Calls.Rotating(call(written, copies, arguments[3].equals("serialize")), COPIES);
    Side adaptor = (calls, batches) -> time(operations, arguments[3], calls, batches);
    Side byHand = (calls, batches) -> Timing.run(loop, 0, calls, batches, false);
    boolean adaptorFirst = arguments[4].equals("adaptor");
    Side first = adaptorFirst ? adaptor : byHand;
    Side second = adaptorFirst ? byHand : adaptor;
    int calls = callsWhenWarm(first);
    callsWhenWarm(second);
    double[] hand = new double[TURNS];
    double[] ratios = new double[TURNS];
    for (int turn = 0; turn < TURNS; turn++) {
      double firstNanos = nanos(first, calls);
      double secondNanos = nanos(second, calls);
      hand[turn] = adaptorFirst ? secondNanos : firstNanos;
      ratios[turn] = (adaptorFirst ? firstNanos : secondNanos) / hand[turn];
    }
    String line = "{\"hand_ns\": %.1f, \"ratio\": %.6f}";
    System.out.println(String.format(Locale.ROOT, line, median(hand), median(ratios)));
    System.exit(0);
  }

  private static Copy loaded(String file, Carrier carrier) throws Exception {
    Copy stored = Copy.read(file);
    Object[] objects = new Object[stored.size()];
    for (int i = 0; i < objects.length; i++) {
      objects[i] = carrier.read(stored.types()[i], (byte[]) stored.objects()[i]);
    }
    return stored.with(objects);
  }

  /** Both must do the same work. */
  private static void check(Copy copy, Subject subject, Written written, Carrier carrier)
      throws Exception {
    for (Object root : copy.objects()) {
      byte[] theirs = written.write(root);
      boolean alike = theirs.length == subject.encode(0, root).length;
      byte[] read = carrier.write(0, written.read(theirs));
      if (!alike || !Arrays.equals(read, carrier.write(0, root))) {
        throw new IllegalStateException("the loop written by hand does not do what the codec does");
      }
    }
  }

  private static Timing time(Operations operations, String operation, int calls, int batches)
      throws Exception {
    return operations.time(operation, null, null, calls, batches, false);
  }

  private static Call call(Written written, List<Copy> copies, boolean serialize) throws Exception {
    Object[][] roots = copies.stream().map(Copy::objects).toArray(Object[][]::new);
    if (serialize) {
      return (copy, sink) -> {
        for (Object root : roots[copy]) {
          sink.take(written.write(root));
        }
      };
    }
    byte[][][] encoded = new byte[COPIES][][];
    for (int copy = 0; copy < COPIES; copy++) {
      encoded[copy] = new byte[roots[copy].length][];
      for (int i = 0; i < encoded[copy].length; i++) {
        encoded[copy][i] = written.write(roots[copy][i]);
      }
    }
    return (copy, sink) -> {
      for (byte[] bytes : encoded[copy]) {
        sink.keep(written.read(bytes));
      }
    };
  }

  /** Calls of a batch that is long enough, when both their number and the code have settled. */
  private static int callsWhenWarm(Side side) throws Exception {
    int calls = 1;
    for (long total = 0; total < WARM_UP_NANOS; ) {
      long ns = column(side.time(calls, 1), "ns")[0];
      total += ns;
      calls = (int) Math.max(calls, calls * Math.min(MOST_GROWTH, BATCH_NANOS / Math.max(1, ns)));
    }
    return calls;
  }

  /** Nanoseconds a call: this thread's own, which other work on the machine disturbs least. */
  private static double nanos(Side side, int calls) throws Exception {
    long[] nanos = column(side.time(calls, BATCHES), "cpu_ns");
    return median(Arrays.stream(nanos).mapToDouble(ns -> (double) ns / calls).toArray());
  }

  private static long[] column(Timing timing, String name) {
    return (long[]) timing.answer().get(name);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
