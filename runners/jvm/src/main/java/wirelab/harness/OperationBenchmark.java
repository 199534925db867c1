package wirelab.harness;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;
import wirelab.measure.Operation;
import wirelab.measure.Sink;

/**
 * The very operation that the lab measures, over the same copies of the same corpus, as JMH
 * measures: its loop, its clock, its blackhole.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OperationBenchmark extends BesideCanaries {
  /** A {@link Question}, as its line. */
  @Param("")
  public String question;

  private final BlackholeSink sink = new BlackholeSink();
  private Operation operation;
  private int copies;
  private int copy;

  /** Makes the operation ready. */
  @Setup
  public void prepare() throws Exception {
    Question asked = Question.parse(question);
    operation = asked.operation();
    copies = asked.corpora().size();
  }

  /** One call. */
  @Benchmark
  public void call(Blackhole blackhole) throws Exception {
    sink.blackhole = blackhole;
    operation.call(copy, sink);
    if (++copy == copies) {
      copy = 0;
    }
  }

  private static final class BlackholeSink extends Sink {
    private Blackhole blackhole;

    @Override
    public void take(Object output) {
      blackhole.consume(output);
    }
  }
}
