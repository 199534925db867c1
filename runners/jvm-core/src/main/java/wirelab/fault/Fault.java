package wirelab.fault;

import java.io.IOException;
import java.sql.SQLException;

/** What went wrong and whose fault it is; becomes the answer {@code error}. */
public final class Fault extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int LONGEST = 600;

  /** Whose fault it is. */
  public enum Whose {
    /** The codec's or the compressor's: its library threw, or gave what is not of the types. */
    CODEC,
    /** The machine's: no file, no space, no memory. */
    HOST,
    /** A bug of this program, or data that it cannot read. */
    RUNNER
  }

  private final Whose whose;

  private Fault(Whose whose, String message, Throwable cause) {
    super(message, cause);
    this.whose = whose;
  }

  /** Whose fault it is. */
  public Whose whose() {
    return whose;
  }

  /**
   * The fault of {@code whose}, unless what was thrown says otherwise: memory is the host's, and so
   * is the database, which no library under test uses.
   */
  public static Fault of(Whose whose, String what, Throwable thrown) {
    if (thrown instanceof Fault fault) {
      return fault;
    }
    boolean host = thrown instanceof OutOfMemoryError || thrown instanceof SQLException;
    return new Fault(host ? Whose.HOST : whose, what + ": " + describe(thrown), thrown);
  }

  /**
   * The fault of a file that cannot be written or read. Whoever handles files says so at once: an
   * {@link IOException} alone could be a library's.
   */
  public static Fault host(IOException thrown) {
    return new Fault(Whose.HOST, describe(thrown), thrown);
  }

  /** What was thrown, and its first cause, in one line. */
  public static String describe(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return root == thrown ? oneLine(thrown) : oneLine(thrown) + "; caused by " + oneLine(root);
  }

  private static String oneLine(Throwable thrown) {
    String text = thrown.toString().strip().replaceAll("\\s*\\R\\s*", " ");
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
  }
}
