package wirelab.crosscheck;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * JMH's side of a cross-check: one fork, whose iterations take turns ({@link Turns}).
 *
 * <p>The question is the only argument; {@code benchmarks/crosscheck/turns.py} describes it, and
 * the lines on stdin and stdout. This process passes the lines on, to and from its fork; all other
 * output goes to stderr. JMH gives the fork the options that this virtual machine was started with.
 */
public final class Jmh {
  private static final int WARM_UP_ITERATIONS = 5;
  private static final TimeValue WARM_UP = TimeValue.milliseconds(600);
  private static final int ENDLESS = 1_000_000;

  private Jmh() {}

  /** Measures until the process is killed. */
  public static void main(String[] arguments) throws Exception {
    System.setOut(System.err);
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      FileOutputStream stdout = new FileOutputStream(FileDescriptor.out);
      background(
          () -> {
            Socket fork = server.accept();
            background(() -> System.in.transferTo(fork.getOutputStream()));
            return fork.getInputStream().transferTo(stdout);
          });
      new Runner(
              options(arguments[0], server.getLocalPort()),
              OutputFormatFactory.createFormatInstance(System.err, VerboseMode.NORMAL))
          .runSingle();
    }
  }

  private static Options options(String question, int port) throws Exception {
    JsonObject asked = JsonParser.object().from(question);
    String user = asked.getString("benchmark");
    String benchmark =
        user.isEmpty()
            ? OperationBenchmark.class.getName() + ".call"
            : String.join(".", "wirelab.crosscheck.user", user, asked.getString("operation"));
    String files =
        asked.getArray("copies").stream()
            .map(Object::toString)
            .collect(Collectors.joining(File.pathSeparator));
    return new OptionsBuilder()
        .include("^" + benchmark + "$")
        .param("question", question)
        .param("files", files)
        .forks(1)
        .warmupIterations(WARM_UP_ITERATIONS)
        .warmupTime(WARM_UP)
        .measurementIterations(ENDLESS)
        .measurementTime(TimeValue.milliseconds(asked.getInt("value_ms")))
        .addProfiler(Turns.class, port + "," + asked.getInt("lead_in"))
        .shouldFailOnError(true)
        .build();
  }

  /** Passes bytes on while JMH runs, until the fork or the other side has gone. */
  private static void background(Callable<Long> passing) {
    Thread thread =
        new Thread(
            () -> {
              try {
                passing.call();
              } catch (Exception end) {
                System.err.println(end);
              }
            });
    thread.setDaemon(true);
    thread.start();
  }
}
