package wirelab.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.IterationType;
import wirelab.measure.Canary;

/**
 * Lets JMH's fork wait for its turn, and times the lab's canary before and after each measured
 * iteration: a profiler, since JMH calls those before an iteration's threads begin and after they
 * have ended.
 */
public final class Turns implements InternalProfiler {
  /**
   * Iterations at the start of a turn that do not count: while others had theirs, caches went cold.
   */
  static final int WARM_AGAIN = 3;

  /** Labels of an iteration's secondary results, in nanoseconds. */
  static final String CANARY = "canary";

  static final String NEXT_CANARY = "next canary";

  private final int port;
  private final int iterations; // in a turn
  private Socket parent;
  private int begun;
  private long canaryNanos;

  /**
   * A profiler.
   *
   * @param place what {@link #place} gave
   */
  public Turns(String place) {
    String[] parts = place.split(",");
    port = Integer.parseInt(parts[0]);
    iterations = WARM_AGAIN + Integer.parseInt(parts[1]);
  }

  /**
   * What JMH hands over to the profiler in its fork.
   *
   * @param port where the parent listens, on loopback
   * @param samples iterations that count, of each turn
   */
  static String place(int port, int samples) {
    return port + "," + samples;
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    if (iteration.getType() != IterationType.MEASUREMENT) {
      return;
    }
    if (begun++ % iterations == 0) {
      awaitTurn();
    }
    canaryNanos = canaryNanos();
  }

  /** The least of three: what JMH does around an iteration would be felt by a single one. */
  private static long canaryNanos() {
    return Math.min(Canary.time(), Math.min(Canary.time(), Canary.time()));
  }

  private void awaitTurn() {
    try {
      if (parent == null) {
        parent = new Socket(InetAddress.getLoopbackAddress(), port);
        parent.setTcpNoDelay(true);
      }
      parent.getOutputStream().write(Signals.TURN);
      if (parent.getInputStream().read() < 0) {
        throw new IOException("nobody is there to grant a turn");
      }
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  @Override
  @SuppressWarnings("rawtypes") // as JMH declares it
  public Collection<? extends Result> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    return iteration.getType() == IterationType.MEASUREMENT
        ? List.of(nanos(CANARY, canaryNanos), nanos(NEXT_CANARY, canaryNanos()))
        : List.of();
  }

  private static ScalarResult nanos(String label, long nanos) {
    return new ScalarResult(label, nanos, "ns", AggregationPolicy.AVG);
  }

  @Override
  public String getDescription() {
    return "waits for its turn, and times the canary";
  }
}
