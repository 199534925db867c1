package wirelab.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Takes outputs, so that the optimiser cannot prove them unused. */
public final class Sink {
  private static final VarHandle KEPT = kept();
  private static final int BYTE = 0xff;

  private long sum;

  @SuppressWarnings("unused") // read by nobody, and the optimiser must not know
  private Object kept;

  /** Adds the length and the first, middle and last byte. */
  public void take(byte[] output) {
    int length = output.length;
    if (length > 0) {
      int middle = output[length >>> 1] & BYTE;
      sum += length + (output[0] & BYTE) + middle + (output[length - 1] & BYTE);
    }
  }

  /** Keeps an object, and adds 1. */
  public void keep(Object output) {
    // An opaque write may not be left out, nor be merged with the next one.
    KEPT.setOpaque(this, output);
    sum++;
  }

  /** The sum over all outputs. */
  public long sum() {
    return sum;
  }

  private static VarHandle kept() {
    try {
      return MethodHandles.lookup().findVarHandle(Sink.class, "kept", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
