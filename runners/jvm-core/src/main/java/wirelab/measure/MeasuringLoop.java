package wirelab.measure;

import java.util.Arrays;

/**
 * The measuring loop, as {@code protocol/v1/README.md} has it. It stands here and nowhere else:
 * between two clock readings there is {@link #calls} and the operation.
 */
public final class MeasuringLoop {
  private static final int LEAST_CAPACITY = 4096;
  private static final double MOST_CALLS = 1e9;
  private static final double MOST_BACKGROUND = 0.2;

  private final Clock clock;
  private final Runnable collector;
  private final Operation operation;
  private final int copies;
  private final long resolutionNanos;
  private final Sink sink = new Sink();
  private final Batches batches;
  private int nextCopy;

  /**
   * A loop over an operation.
   *
   * @param operation what to measure
   * @param copies how many copies of the inputs there are to rotate over
   * @param resolutionNanos the clock's smallest step
   */
  public MeasuringLoop(Operation operation, int copies, double resolutionNanos) {
    this(System::nanoTime, Meters.ofThisMachine(), System::gc, operation, copies, resolutionNanos);
  }

  MeasuringLoop(
      Clock clock,
      Meters meters,
      Runnable collector,
      Operation operation,
      int copies,
      double resolutionNanos) {
    this.clock = clock;
    this.collector = collector;
    this.operation = operation;
    this.copies = copies;
    this.resolutionNanos = (long) Math.ceil(resolutionNanos);
    this.batches = new Batches(LEAST_CAPACITY, meters);
  }

  /**
   * Measures.
   *
   * @param mode how
   * @throws Exception whatever the operation throws
   */
  public Measured run(Mode mode) throws Exception {
    Boolean steady = null;
    if (mode instanceof Mode.Steady how) {
      steady = steady(how);
    } else if (mode instanceof Mode.Fixed how) {
      fixed(how);
    } else {
      collector.run();
      batch(1);
    }
    return new Measured(batches, steady, sink.folded());
  }

  private boolean steady(Mode.Steady how) throws Exception {
    long target = Math.max(how.batchNanos(), 1000 * resolutionNanos);
    collector.run();
    WarmUp warmUp = new WarmUp(how, target, batches);
    long began = clock.nanoTime();
    do {
      long ns = batch(warmUp.calls());
      warmUp.add(ns, clock.nanoTime() - began);
    } while (!warmUp.over());
    batches.endWarmUp();
    collector.run();
    repeat(how.batches(), warmUp.calls());
    return warmUp.steady();
  }

  private void fixed(Mode.Fixed how) throws Exception {
    collector.run();
    repeat(how.warmUpRuns(), how.calls());
    batches.endWarmUp();
    if (how.warmUpRuns() > 0) {
      collector.run();
    }
    repeat(how.runs(), how.calls());
  }

  private void repeat(int times, int calls) throws Exception {
    for (int i = 0; i < times; i++) {
      batch(calls);
    }
  }

  private long batch(int calls) throws Exception {
    batches.before(calls);
    long start = clock.nanoTime();
    calls(calls);
    long ns = clock.nanoTime() - start;
    batches.after(start, ns);
    return ns;
  }

  private void calls(int count) throws Exception {
    int copy = nextCopy;
    for (int i = 0; i < count; i++) {
      operation.call(copy, sink);
      if (++copy == copies) {
        copy = 0;
      }
    }
    nextCopy = copy;
  }

  /** The calibration and the online warm-up rule. */
  private static final class WarmUp {
    private final Mode.Steady how;
    private final Batches batches;
    private final long target;
    private final double[] window;
    private int filled;
    private int calls = 1;
    private int grow;
    private boolean over;
    private boolean steady;

    WarmUp(Mode.Steady how, long target, Batches batches) {
      this.how = how;
      this.batches = batches;
      this.target = target;
      this.window = new double[2 * how.window()];
    }

    int calls() {
      return calls;
    }

    boolean over() {
      return over;
    }

    boolean steady() {
      return steady;
    }

    void add(long ns, long elapsed) {
      over = elapsed >= 2 * how.maxNanos();
      if (ns < target) {
        grow++;
        if (grow == 2 || ns < target / 2.0) {
          calls = grown(ns);
          filled = 0;
          grow = 0;
          return;
        }
      } else {
        grow = 0;
      }
      push((double) ns / calls);
      over |= elapsed >= how.maxNanos() && ns >= target;
      if (!over && elapsed >= how.minNanos() && filled >= window.length) {
        steady = windowsAgree() && batches.backgroundShare(how.window()) <= MOST_BACKGROUND;
        over = steady;
      }
    }

    private int grown(long ns) {
      double wanted = Math.ceil(1.1 * calls * target / Math.max(ns, 1));
      double next = Math.max(Math.min(10.0 * calls, wanted), calls + 1.0);
      return (int) Math.min(next, MOST_CALLS);
    }

    private void push(double nanosPerCall) {
      if (filled < window.length) {
        window[filled++] = nanosPerCall;
      } else {
        System.arraycopy(window, 1, window, 0, window.length - 1);
        window[window.length - 1] = nanosPerCall;
      }
    }

    private boolean windowsAgree() {
      int w = how.window();
      double before = median(Arrays.copyOfRange(window, 0, w));
      double last = median(Arrays.copyOfRange(window, w, 2 * w));
      return Math.abs(last / before - 1) <= how.tolerance();
    }

    private static double median(double[] values) {
      Arrays.sort(values);
      int half = values.length / 2;
      return values.length % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
    }
  }
}
