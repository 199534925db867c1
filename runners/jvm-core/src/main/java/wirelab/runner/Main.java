package wirelab.runner;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import com.grack.nanojson.JsonWriter;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import wirelab.fault.Fault;
import wirelab.types.Types;

/** The program: requests on stdin, answers on stdout, all else on stderr. */
public final class Main {
  private Main() {}

  /** Talks until {@code bye} or the end of stdin. */
  public static void main(String[] arguments) throws IOException {
    // The real stdout belongs to the protocol; a library that prints cannot break it.
    System.setOut(System.err);
    String folder = System.getenv("TMPDIR"); // Java does not look at it
    if (folder != null) {
      System.setProperty("java.io.tmpdir", folder);
    }
    talk(
        new FileInputStream(FileDescriptor.in),
        new FileOutputStream(FileDescriptor.out),
        Types::rendered);
    System.exit(0); // threads that a library left behind do not hold the program up
  }

  /**
   * Answers requests until {@code bye} or the end of the input.
   *
   * @param rendered the types of the one workload that this process has
   */
  public static void talk(InputStream requests, OutputStream answers, Callable<Types> rendered)
      throws IOException {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(requests, StandardCharsets.UTF_8));
    PrintStream output = new PrintStream(answers, false, StandardCharsets.UTF_8);
    Runner runner = new Runner(rendered);
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      Map<String, Object> answer;
      try {
        JsonObject request = JsonParser.object().from(line);
        if ("bye".equals(request.getString("type"))) {
          return;
        }
        answer = runner.answer(request);
      } catch (Throwable e) {
        e.printStackTrace();
        Fault fault = Fault.of(Fault.Whose.RUNNER, "the request failed", e);
        String whose = fault.whose().name().toLowerCase(Locale.ROOT);
        answer = Map.of("type", "error", "whose", whose, "message", fault.getMessage());
      }
      output.print(JsonWriter.string(answer) + "\n");
      output.flush();
    }
  }
}
