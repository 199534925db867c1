package wirelab.fault;

import java.io.IOException;

/** What went wrong and whose fault it is; becomes the answer {@code error}. */
public final class Fault extends Exception {
  private static final long serialVersionUID = 1L;

  /** Whose fault it is, as the protocol names it. */
  public enum Kind {
    /** The message was malformed, unknown, or out of order. */
    REQUEST,
    /** The codec or compressor: unknown, unable, or its library threw. */
    CODEC,
    /** The data cannot be read as the workload's types. */
    WORKLOAD,
    /** The machine: no file, no space, no memory. */
    HOST,
    /** A bug of this program. */
    RUNNER;

    /** The kind's name in the protocol. */
    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  private final Kind kind;

  /**
   * A fault.
   *
   * @param kind whose it is
   * @param message one line for people: what and why
   */
  public Fault(Kind kind, String message) {
    this(kind, message, null);
  }

  /**
   * A fault with its cause, which goes to the log.
   *
   * @param kind whose it is
   * @param message one line for people: what and why
   * @param cause what was thrown, or null
   */
  public Fault(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** Whose fault it is. */
  public Kind kind() {
    return kind;
  }

  /**
   * Checks what a request must meet.
   *
   * @throws Fault request: it does not
   */
  public static void require(boolean met, String otherwise) throws Fault {
    if (!met) {
      throw new Fault(Kind.REQUEST, otherwise);
    }
  }

  /** The fault of a library that threw, whatever it threw; of the host, if memory was short. */
  public static Fault codec(String what, Throwable thrown) {
    Kind kind = thrown instanceof OutOfMemoryError ? Kind.HOST : Kind.CODEC;
    return new Fault(kind, what + ": " + describe(thrown), thrown);
  }

  /** The fault of the machine: a file cannot be written or read. */
  public static Fault host(IOException thrown) {
    return new Fault(Kind.HOST, describe(thrown), null);
  }

  /** What was thrown, and what caused it first, in one line. */
  public static String describe(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return root == thrown ? oneLine(thrown) : oneLine(thrown) + "; caused by " + oneLine(root);
  }

  private static String oneLine(Throwable thrown) {
    String text = thrown.toString().strip().replaceAll("\\s*\\R\\s*", " ");
    return text.length() > 600 ? text.substring(0, 600) + "…" : text;
  }
}
