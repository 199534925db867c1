package wirelab.harness;

import com.grack.nanojson.JsonStringWriter;
import com.grack.nanojson.JsonWriter;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import wirelab.harness.user.OverCopies;

/**
 * JMH in the place of the measuring loop: one question on stdin; a line on stdout before each turn,
 * which begins with the next line on stdin; at last one with the nanoseconds by operation that the
 * one fork saw in each iteration, and with those of the canary around it. All else goes to stderr.
 * JMH gives the fork the options that this virtual machine was started with.
 */
public final class Jmh {
  private static final int WARM_UP_ITERATIONS = 5;
  private static final TimeValue WARM_UP = TimeValue.milliseconds(600);

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
      answer.println(said(measured(question, signals.port())));
      answer.flush();
    }
  }

  /** The iterations of the one fork. */
  private static List<IterationResult> measured(String question, int port) throws Exception {
    Question asked = Question.parse(question);
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .forks(1)
            .warmupIterations(WARM_UP_ITERATIONS)
            .warmupTime(WARM_UP)
            .measurementIterations(asked.turns() * (Turns.WARM_AGAIN + asked.samples()))
            .measurementTime(TimeValue.milliseconds(asked.sampleMillis()))
            .addProfiler(Turns.class, Turns.place(port, asked.samples()))
            .shouldFailOnError(true);
    if (asked.benchmark().isPresent()) {
      String name = OverCopies.class.getPackageName() + "." + asked.benchmark().get();
      String method = asked.name().name().toLowerCase(Locale.ROOT);
      options.include("^" + name + "\\." + method + "$").param("corpora", corpora(asked));
    } else {
      options.include("^" + OperationBenchmark.class.getName() + "\\.").param("question", question);
    }
    Runner runner =
        new Runner(
            options.build(),
            OutputFormatFactory.createFormatInstance(System.err, VerboseMode.NORMAL));
    List<IterationResult> iterations = new ArrayList<>();
    for (BenchmarkResult fork : runner.runSingle().getBenchmarkResults()) {
      iterations.addAll(fork.getIterationResults());
    }
    return countedOf(iterations, asked.samples());
  }

  private static String corpora(Question asked) {
    return asked.corpora().stream()
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Without those that begin a turn. */
  private static List<IterationResult> countedOf(List<IterationResult> iterations, int samples) {
    int inTurn = Turns.WARM_AGAIN + samples;
    return IntStream.range(0, iterations.size())
        .filter(at -> at % inTurn >= Turns.WARM_AGAIN)
        .mapToObj(iterations::get)
        .toList();
  }

  private static String said(List<IterationResult> iterations) {
    JsonStringWriter line = JsonWriter.string().object().array("samples");
    for (IterationResult iteration : iterations) {
      line.object()
          .value("ns", iteration.getPrimaryResult().getScore())
          .value("canary_ns", nanos(iteration, Turns.CANARY))
          .value("next_canary_ns", nanos(iteration, Turns.NEXT_CANARY))
          .end();
    }
    return line.end().end().done();
  }

  private static double nanos(IterationResult iteration, String label) {
    return iteration.getSecondaryResults().get(label).getScore();
  }
}
