package wirelab.harness;

import com.grack.nanojson.JsonParser;
import com.grack.nanojson.JsonParserException;
import com.grack.nanojson.JsonStringWriter;
import com.grack.nanojson.JsonWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;

/**
 * Lets JMH's fork wait for its turn, and keeps what it measures: a profiler, since JMH calls those
 * before an iteration's threads begin and after they have ended. It says itself what there is to
 * say, by way of JMH's parent.
 */
public final class Turns implements InternalProfiler {
  /**
   * Iterations at the start of a turn that do not count: while others had theirs, caches went cold.
   */
  static final int WARM_AGAIN = 3;

  private final int port;
  private final int iterations; // in a turn
  private final List<Value> values = new ArrayList<>();
  private Line line;
  private int begun;
  private int told; // values whose canaries were

  /** An iteration that counts: the time of a call, and the canary before and after. */
  private record Value(double nanos, long canaryNanos, long nextCanaryNanos) {}

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
  }

  private void awaitTurn() {
    try {
      if (line == null) {
        line = Line.to(port);
      }
      line.say(waiting());
      String answer = line.hear();
      if (answer == null) {
        throw new IOException("nobody is there to grant a turn");
      }
      if (!JsonParser.object().from(answer).getBoolean("go")) {
        line.say(samples());
        Runtime.getRuntime().halt(0); // an exception would be the benchmark's failure
      }
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    } catch (JsonParserException error) {
      throw new IllegalStateException(error);
    }
  }

  private String waiting() {
    JsonStringWriter said =
        JsonWriter.string().object().value("waiting", true).array("canaries_ns");
    for (Value value : values.subList(told, values.size())) {
      said.array().value(value.canaryNanos).value(value.nextCanaryNanos).end();
    }
    told = values.size();
    return said.end().end().done();
  }

  private String samples() {
    JsonStringWriter said = JsonWriter.string().object().array("samples");
    for (Value value : values) {
      said.object()
          .value("ns", value.nanos)
          .value("canary_ns", value.canaryNanos)
          .value("next_canary_ns", value.nextCanaryNanos)
          .end();
    }
    return said.end().end().done();
  }

  @Override
  @SuppressWarnings("rawtypes") // as JMH declares it
  public Collection<? extends Result> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    if (iteration.getType() == IterationType.MEASUREMENT
        && (begun - 1) % iterations >= WARM_AGAIN) {
      double nanos = result.getPrimaryResult().getScore();
      values.add(new Value(nanos, BesideCanaries.beforeNanos(), BesideCanaries.afterNanos()));
    }
    return List.of();
  }

  @Override
  public String getDescription() {
    return "waits for its turn, and keeps what is measured";
  }
}
