package wirelab.measure;

/** How a process measures. */
public sealed interface Mode {
  /**
   * Warm up until steady, then measure.
   *
   * @param batchNanos a batch takes at least this long
   * @param batches how many to measure; with {@code fast}, how many that count
   * @param width batches in a window of the warm-up rule
   * @param tolerance relative difference of the last two windows' medians
   * @param minNanos warm up at least this long
   * @param maxNanos stop warming up after this long, steady or not
   * @param fast which batches count, or null: every one
   * @param window what follows the measured batches, or null: nothing
   */
  record Steady(
      long batchNanos,
      int batches,
      int width,
      double tolerance,
      long minNanos,
      long maxNanos,
      Fast fast,
      Window window)
      implements Mode {}

  /**
   * The machine's fast state: a batch counts whose canaries on both sides are in it.
   *
   * @param canaryNanos a canary in the fast state takes at most this long
   * @param maxNanos stop measuring after this long, however many batches counted
   */
  record Fast(long canaryNanos, long maxNanos) {}

  /**
   * Batches behind the measured ones, until the runtime has collected a few times.
   *
   * @param collections how many since the first measured batch
   * @param maxNanos stop after this long, however many there were
   */
  record Window(int collections, long maxNanos) {}

  /** One call, the first of the codec in this process. */
  record Cold() implements Mode {}

  /**
   * A fixed number of runs.
   *
   * @param warmUpRuns batches of the warm-up
   * @param runs batches to measure
   * @param calls calls in each
   */
  record Fixed(int warmUpRuns, int runs, int calls) implements Mode {}
}
