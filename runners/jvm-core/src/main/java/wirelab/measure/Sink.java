package wirelab.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Takes outputs, so that the optimiser cannot prove them unused. Another harness puts its own in
 * its place.
 */
public class Sink {
  private static final VarHandle KEPT = kept();

  private long folded;

  @SuppressWarnings("unused") // read by nobody, and the optimiser must not know
  private Object kept;

  /** Folds the length and the first, middle and last byte of an array; keeps any other object. */
  public void take(Object output) {
    if (output instanceof byte[] bytes) {
      fold(bytes);
    } else {
      // An opaque write may not be left out, nor be merged with the next one.
      KEPT.setOpaque(this, output);
      folded++;
    }
  }

  private void fold(byte[] bytes) {
    int length = bytes.length;
    int picked = length;
    if (length > 0) {
      picked += bytes[0] + bytes[length >>> 1] * 31 + bytes[length - 1] * 961;
    }
    folded = folded * 31 + picked;
  }

  /** What became of all outputs. */
  public long folded() {
    return folded;
  }

  private static VarHandle kept() {
    try {
      return MethodHandles.lookup().findVarHandle(Sink.class, "kept", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
