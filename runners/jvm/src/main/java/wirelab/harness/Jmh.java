package wirelab.harness;

import com.grack.nanojson.JsonWriter;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * JMH in the place of the measuring loop: one question on stdin; a line on stdout before each turn,
 * which begins with the next line on stdin; at last one with the nanoseconds by operation that the
 * one fork saw in each turn. All else goes to stderr. JMH gives the fork the options that this
 * virtual machine was started with.
 *
 * <p>A turn is a few iterations, of which the last counts: while others had theirs, caches went
 * cold.
 */
public final class Jmh {
  private static final int WARM_UP_ITERATIONS = 5;
  private static final TimeValue WARM_UP = TimeValue.seconds(1);

  private Jmh() {}

  /** Measures what is asked. */
  public static void main(String[] arguments) throws Exception {
    PrintStream answer = System.out;
    System.setOut(System.err);
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String question = input.readLine();
    try (Signals signals = Signals.listening()) {
      Thread relay =
          new Thread(
              () ->
                  signals.relay(
                      () -> {
                        answer.println(
                            JsonWriter.string().object().value("waiting", true).end().done());
                        answer.flush();
                        return input.readLine() != null;
                      }));
      relay.setDaemon(true);
      relay.start();
      List<Double> samples = samples(question, signals.port());
      answer.println(JsonWriter.string().object().array("samples_ns", samples).end().done());
      answer.flush();
    }
  }

  private static List<Double> samples(String question, int port) throws Exception {
    Question asked = Question.parse(question);
    Options options =
        new OptionsBuilder()
            .include("^" + OperationBenchmark.class.getName() + "\\.")
            .param("question", question)
            .forks(1)
            .warmupIterations(WARM_UP_ITERATIONS)
            .warmupTime(WARM_UP)
            .measurementIterations(asked.turns() * Turns.ITERATIONS)
            .measurementTime(TimeValue.milliseconds(asked.turnMillis()))
            .addProfiler(Turns.class, Integer.toString(port))
            .shouldFailOnError(true)
            .build();
    Runner runner =
        new Runner(
            options, OutputFormatFactory.createFormatInstance(System.err, VerboseMode.NORMAL));
    List<Double> scores =
        runner.runSingle().getBenchmarkResults().stream()
            .flatMap(fork -> StreamSupport.stream(fork.getIterationResults().spliterator(), false))
            .map(iteration -> iteration.getPrimaryResult().getScore())
            .toList();
    return IntStream.range(0, asked.turns())
        .mapToObj(turn -> scores.get((turn + 1) * Turns.ITERATIONS - 1))
        .toList();
  }
}
