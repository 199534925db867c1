package wirelab.measure;

/** How a process measures. */
public sealed interface Mode {
  /**
   * Warm up until steady, then measure.
   *
   * @param batchNanos a batch takes at least this long
   * @param batches how many to measure
   * @param window batches in a window of the warm-up rule
   * @param tolerance relative difference of the last two windows' medians
   * @param minNanos warm up at least this long
   * @param maxNanos stop warming up after this long, steady or not
   */
  record Steady(
      long batchNanos, int batches, int window, double tolerance, long minNanos, long maxNanos)
      implements Mode {}

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
