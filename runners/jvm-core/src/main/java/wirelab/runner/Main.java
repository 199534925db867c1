package wirelab.runner;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
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
    talk(
        new FileInputStream(FileDescriptor.in),
        new FileOutputStream(FileDescriptor.out),
        Types::rendered);
    System.exit(0); // threads that a library left behind do not hold the program up
  }

  /**
   * Answers requests until {@code bye} or the end of the input.
   *
   * @param requests a line each
   * @param answers likewise
   * @param rendered the types of the one workload that this process has
   * @throws IOException the input cannot be read
   */
  public static void talk(InputStream requests, OutputStream answers, Callable<Types> rendered)
      throws IOException {
    PrintStream output = new PrintStream(answers, false, StandardCharsets.UTF_8);
    InputStream input = new BufferedInputStream(requests);
    Runner runner = new Runner(line -> output.print(line + "\n"), rendered);
    boolean more = true;
    while (more) {
      byte[] line = line(input);
      if (line == null) {
        return;
      }
      try {
        more = runner.answer(Fields.parse(text(line)));
      } catch (Fault e) {
        refuse(output, e, e.getCause());
      } catch (IOException e) {
        refuse(output, Fault.host(e), null);
      } catch (OutOfMemoryError e) {
        refuse(output, new Fault(Fault.Kind.HOST, "no memory left: " + e), null);
      } catch (RuntimeException | Error e) {
        refuse(output, new Fault(Fault.Kind.RUNNER, Fault.describe(e)), e);
      }
      output.flush();
    }
  }

  private static void refuse(PrintStream output, Fault fault, Throwable logged) {
    if (logged != null) {
      logged.printStackTrace();
    }
    output.print(Answers.error(fault) + "\n");
  }

  private static byte[] line(InputStream input) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int read = input.read();
    if (read < 0) {
      return null;
    }
    while (read >= 0 && read != '\n') {
      line.write(read);
      read = input.read();
    }
    return line.toByteArray();
  }

  private static String text(byte[] line) throws Fault {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
    } catch (CharacterCodingException e) {
      throw new Fault(Fault.Kind.REQUEST, "the line is not UTF-8");
    }
  }
}
