package wirelab.types;

/** A value of the data that the domain types have no place for. */
public final class Unrepresentable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Such a value.
   *
   * @param message one line: which value, and why
   */
  public Unrepresentable(String message) {
    super(message);
  }
}
