package wirelab.harness;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import wirelab.harness.user.OverCopies;

/**
 * JMH in the place of the measuring loop: one question on stdin; a line on stdout whenever a turn
 * may begin, and the next line on stdin says whether one does; at last one with the nanoseconds by
 * operation that the one fork saw in each iteration, and with those of the canary around it. The
 * fork says all that itself ({@link Turns}), and this program passes it on. All else goes to
 * stderr. JMH gives the fork the options that this virtual machine was started with.
 */
public final class Jmh {
  private static final int WARM_UP_ITERATIONS = 5;
  private static final TimeValue WARM_UP = TimeValue.milliseconds(600);

  private Jmh() {}

  /** Measures what is asked. */
  public static void main(String[] arguments) throws Exception {
    PrintStream output = System.out;
    System.setOut(System.err);
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String question = input.readLine();
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread passing = new Thread(() -> pass(server, input, output));
      passing.setDaemon(true);
      passing.start();
      measure(question, server.getLocalPort());
    }
  }

  /** What the fork says goes to stdout and the answer to the fork, until either has gone. */
  private static void pass(ServerSocket server, BufferedReader input, PrintStream output) {
    try (Line fork = Line.of(server.accept())) {
      for (String said = fork.hear(); said != null; said = fork.hear()) {
        output.println(said);
        output.flush();
        String answer = input.readLine();
        if (answer == null) {
          return;
        }
        fork.say(answer);
      }
    } catch (IOException end) {
      // The fork or this program has ended; JMH says why.
    }
  }

  private static void measure(String question, int port) throws Exception {
    Question asked = Question.parse(question);
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .forks(1)
            .warmupIterations(WARM_UP_ITERATIONS)
            .warmupTime(WARM_UP)
            // One more: before it the fork hears that there is no other turn.
            .measurementIterations(asked.turns() * (Turns.WARM_AGAIN + asked.samples()) + 1)
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
    new Runner(
            options.build(),
            OutputFormatFactory.createFormatInstance(System.err, VerboseMode.NORMAL))
        .runSingle();
  }

  private static String corpora(Question asked) {
    return asked.corpora().stream()
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }
}
