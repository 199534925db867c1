package wirelab.runner;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import wirelab.fault.Fault;

/** The program: requests on stdin, answers on stdout, all else on stderr. */
public final class Main {
  private static final int BUFFER = 1 << 16;

  private Main() {}

  /** Talks until {@code bye} or the end of stdin. */
  public static void main(String[] arguments) throws IOException {
    // The real stdout belongs to the protocol; a library that prints cannot break it.
    System.setOut(System.err);
    try (OutputStream output = new FileOutputStream(FileDescriptor.out);
        InputStream input = new FileInputStream(FileDescriptor.in)) {
      talk(input, output, Workloads::rendered);
    }
    System.exit(0); // threads that a library left behind do not hold the program up
  }

  /**
   * Answers requests until {@code bye} or the end of the input.
   *
   * @param requests a line each
   * @param answers likewise
   * @param workloads finds types
   * @throws IOException the other side is gone
   */
  public static void talk(InputStream requests, OutputStream answers, Workloads workloads)
      throws IOException {
    OutputStream output = new BufferedOutputStream(answers, BUFFER);
    InputStream input = new java.io.BufferedInputStream(requests, BUFFER);
    Runner runner = new Runner(line -> write(output, line), workloads);
    boolean more = true;
    while (more) {
      byte[] line = line(input);
      if (line == null) {
        return;
      }
      try {
        more = runner.answer(Requests.parse(text(line)));
      } catch (Fault e) {
        log(e.getCause());
        write(output, Answers.error(e));
      } catch (OutOfMemoryError e) {
        write(output, Answers.error(new Fault(Fault.Kind.HOST, "no memory left: " + e)));
      } catch (UncheckedIOException e) {
        throw e.getCause();
      } catch (RuntimeException | Error e) {
        log(e);
        write(output, Answers.error(new Fault(Fault.Kind.RUNNER, Fault.describe(e))));
      }
      output.flush();
    }
  }

  private static void write(OutputStream output, String line) {
    try {
      output.write(line.getBytes(StandardCharsets.UTF_8));
      output.write('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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

  private static void log(Throwable thrown) {
    if (thrown != null) {
      thrown.printStackTrace();
    }
  }
}
