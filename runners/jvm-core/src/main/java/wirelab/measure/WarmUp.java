package wirelab.measure;

import java.util.Arrays;

/** The calibration and the online warm-up rule: how many calls a batch has, and when to stop. */
final class WarmUp {
  private static final double MOST_CALLS = 1e9;
  private static final double MOST_BACKGROUND = 0.2;

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
    this.window = new double[2 * how.width()];
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

  /** Takes the last batch into account, which took {@code ns}. */
  void add(long ns) {
    long elapsed = batches.sinceNanos(0);
    over = elapsed >= 2 * how.maxNanos();
    grow = ns < target ? grow + 1 : 0;
    if (grow == 2 || ns < target / 2.0) {
      calls = grown(ns);
      filled = 0;
      grow = 0;
      return;
    }
    push((double) ns / calls);
    over |= elapsed >= how.maxNanos() && ns >= target;
    if (!over && elapsed >= how.minNanos() && filled >= window.length) {
      steady = windowsAgree() && batches.backgroundShare(how.width()) <= MOST_BACKGROUND;
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
    int w = how.width();
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
