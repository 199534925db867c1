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
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;

/**
 * Lets JMH's fork wait for its turn before the measured iterations: a profiler, since JMH calls
 * those before an iteration's threads begin.
 */
public final class Turns implements InternalProfiler {
  /** Measured iterations in a turn. */
  static final int ITERATIONS = 5;

  private final int port;
  private Socket parent;
  private int begun;

  /**
   * A profiler.
   *
   * @param port where the parent listens, on loopback
   */
  public Turns(String port) {
    this.port = Integer.parseInt(port);
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    if (iteration.getType() != IterationType.MEASUREMENT || begun++ % ITERATIONS > 0) {
      return;
    }
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
    return List.of();
  }

  @Override
  public String getDescription() {
    return "waits for its turn";
  }
}
