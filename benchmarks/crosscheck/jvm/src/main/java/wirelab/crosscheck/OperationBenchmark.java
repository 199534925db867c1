package wirelab.crosscheck;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
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
import wirelab.data.Copy;
import wirelab.measure.Step;
import wirelab.runner.Runner;
import wirelab.types.Types;

/** The very operation that the lab times, over the same copies, by JMH's loop and blackhole. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OperationBenchmark {
  /** The question, as JSON. */
  @Param("")
  public String question;

  private Step[][] steps;
  private Copy[] inputs;
  private int copy;

  /** Lets the runner set it up as in the lab. */
  @Setup
  public void prepare() throws Exception {
    JsonObject asked = JsonParser.object().from(question);
    Runner runner = new Runner(Types::rendered);
    for (Object request : asked.getArray("requests")) {
      runner.answer(JsonParser.object().from((String) request));
    }
    steps = runner.operations().steps(asked.getString("operation"));
    inputs = runner.operations().inputs(asked.getString("operation"));
  }

  /** One call. */
  @Benchmark
  public void call(Blackhole blackhole) throws Exception {
    Step[] step = steps[copy];
    Object[] own = inputs[copy].objects();
    for (int i = 0; i < own.length; i++) {
      blackhole.consume(step[i].apply(own[i]));
    }
    if (++copy == steps.length) {
      copy = 0;
    }
  }
}
