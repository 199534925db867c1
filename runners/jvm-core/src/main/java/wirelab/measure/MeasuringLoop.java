package wirelab.measure;

/**
 * The measuring loop, as {@code protocol/v1/README.md} has it. It stands here and nowhere else:
 * between two clock readings there is {@link #calls} and the operation.
 */
public final class MeasuringLoop {
  private static final int LOOP_BATCHES = 5;
  private static final long LOOP_BATCH_NANOS = 1_000_000;
  private static final long LOOP_WARM_UP_NANOS = 50_000_000;

  private final Machine machine;
  private final Operation operation;
  private final int copies;
  private final Sink sink = new Sink();
  private final Batches batches;
  private long canaryNanos;
  private int nextCopy;

  /**
   * A loop over an operation.
   *
   * @param operation what to measure
   * @param copies how many copies of the inputs there are to rotate over
   */
  public MeasuringLoop(Operation operation, int copies) {
    this(Machine.real(), operation, copies);
  }

  MeasuringLoop(Machine machine, Operation operation, int copies) {
    this.machine = machine;
    this.operation = operation;
    this.copies = copies;
    this.batches = new Batches(machine.meters());
  }

  /**
   * Measures.
   *
   * @param mode how
   * @param resolutionNanos the clock's smallest step
   * @throws Exception whatever the operation throws
   */
  public Measured run(Mode mode, double resolutionNanos) throws Exception {
    machine.canary().getAsLong();
    machine.canary().getAsLong();
    Boolean steady = null;
    if (mode instanceof Mode.Steady how) {
      steady = steady(how, (long) Math.ceil(resolutionNanos));
    } else if (mode instanceof Mode.Fixed how) {
      if (how.warmUpRuns() > 0) {
        collect();
        repeat(how.warmUpRuns(), how.calls());
        batches.endWarmUp();
      }
      collect();
      repeat(how.runs(), how.calls());
    } else {
      collect();
      batch(1);
    }
    return new Measured(batches, steady, canaryNanos, sink.folded());
  }

  /**
   * Nanoseconds of one call in the fastest of five batches of about {@code calls} calls, at most a
   * millisecond long: for an operation that does nothing, the loop's own cost. Compiled code met
   * another operation before, and is compiled anew first.
   */
  public double fastestCallNanos(int calls) throws Exception {
    long began = machine.clock().getAsLong();
    double fastest = Double.MAX_VALUE;
    int count = calls;
    for (int left = LOOP_BATCHES; left > 0; ) {
      boolean warm = machine.clock().getAsLong() - began >= LOOP_WARM_UP_NANOS;
      long ns = timed(count);
      if (warm) {
        fastest = Math.min(fastest, (double) ns / count);
        left--;
      }
      if (ns > LOOP_BATCH_NANOS) {
        count = (int) Math.max(1, (double) count * LOOP_BATCH_NANOS / ns);
      }
    }
    return fastest;
  }

  private boolean steady(Mode.Steady how, long resolutionNanos) throws Exception {
    WarmUp warmUp = new WarmUp(how, Math.max(how.batchNanos(), 1000 * resolutionNanos), batches);
    collect();
    while (!warmUp.over()) {
      warmUp.add(batch(warmUp.calls()));
    }
    batches.endWarmUp();
    collect();
    int first = batches.size();
    if (how.fast() == null) {
      repeat(how.batches(), warmUp.calls());
    } else {
      repeatUntilEnoughCount(how, warmUp.calls());
    }
    if (how.window() != null) {
      batches.endMeasured();
      repeatUntilCollected(how.window(), first, warmUp.calls());
    }
    return warmUp.steady();
  }

  private void repeatUntilCollected(Mode.Window window, int firstMeasured, int calls)
      throws Exception {
    int first = batches.size();
    do {
      batch(calls);
    } while (batches.collectionsSince(firstMeasured) < window.collections()
        && batches.sinceNanos(first) < window.maxNanos());
  }

  private void repeatUntilEnoughCount(Mode.Steady how, int calls) throws Exception {
    int first = batches.size();
    int counted = 0;
    boolean late = false;
    while (counted < how.batches() && !late) {
      long canaryBefore = canaryNanos;
      batch(calls);
      if (Math.max(canaryBefore, canaryNanos) <= how.fast().canaryNanos()) {
        counted++;
      }
      boolean made = batches.size() - first >= how.batches();
      late = made && batches.sinceNanos(first) >= how.fast().maxNanos();
    }
  }

  private void repeat(int times, int calls) throws Exception {
    for (int i = 0; i < times; i++) {
      batch(calls);
    }
  }

  private void collect() {
    machine.collector().run();
    canaryNanos = machine.canary().getAsLong();
  }

  /** A batch between two canaries; the one behind it is the next batch's as well. */
  private long batch(int calls) throws Exception {
    batches.before(calls, canaryNanos);
    long start = machine.clock().getAsLong();
    calls(calls);
    long ns = machine.clock().getAsLong() - start;
    batches.after(start, ns);
    canaryNanos = machine.canary().getAsLong();
    return ns;
  }

  private long timed(int calls) throws Exception {
    long start = machine.clock().getAsLong();
    calls(calls);
    return machine.clock().getAsLong() - start;
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
}
