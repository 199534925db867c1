package wirelab.crosscheck;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;

/**
 * Lets JMH's fork wait for its turn, and writes the time that it measured: a profiler, since JMH
 * calls those before an iteration's threads begin and after they have ended.
 */
public final class Turns implements InternalProfiler {
  private final int port;
  private final int iterations;
  private InputStream in;
  private PrintStream out;
  private int made;

  /**
   * A profiler. JMH makes one in the parent, too, so it is the first iteration that connects.
   *
   * @param place where the parent listens on loopback, and how many iterations lead in to a value
   */
  public Turns(String place) {
    String[] parts = place.split(",");
    port = Integer.parseInt(parts[0]);
    iterations = Integer.parseInt(parts[1]) + 1;
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    try {
      if (out == null) {
        Socket parent = new Socket(InetAddress.getLoopbackAddress(), port);
        parent.setTcpNoDelay(true);
        in = parent.getInputStream();
        out = new PrintStream(parent.getOutputStream(), true, StandardCharsets.UTF_8);
      }
      if (made == iterations) {
        if (in.read() < 0) { // a line is only its end
          Runtime.getRuntime().halt(0);
        }
        made = 0;
      }
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  @Override
  @SuppressWarnings("rawtypes") // as JMH declares it
  public Collection<? extends Result> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    if (iteration.getType() == IterationType.MEASUREMENT && ++made == iterations) {
      out.println(result.getPrimaryResult().getScore());
    }
    return List.of();
  }

  @Override
  public String getDescription() {
    return "waits for its turn, and writes the measured time";
  }
}
