package wirelab.measure;

import java.util.concurrent.atomic.AtomicReference;

/** Takes outputs, so that the optimiser cannot prove them unused. */
public final class Sink {
  private static final int BYTE = 0xff;

  private final AtomicReference<Object> kept = new AtomicReference<>();
  private long sum;

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
    kept.setOpaque(output);
    sum++;
  }

  /** The sum over all outputs. */
  public long sum() {
    return sum;
  }
}
