package wirelab.measure;

import java.util.zip.CRC32;

/** A fixed operation of no codec, on memory of its own: its time tells the machine's speed. */
public final class Canary {
  private static final int PASSES = 160; // about 0.2 ms
  private static final byte[] MEMORY = new byte[1 << 16];
  private static final CRC32 SUM = new CRC32();

  static {
    for (int i = 0; i < MEMORY.length; i++) {
      MEMORY[i] = (byte) (i * 31);
    }
  }

  private Canary() {}

  /** Nanoseconds of CRC-32 over 64 KiB, again and again. */
  public static long time() {
    long start = System.nanoTime();
    SUM.reset();
    for (int i = 0; i < PASSES; i++) {
      SUM.update(MEMORY, 0, MEMORY.length);
    }
    return System.nanoTime() - start;
  }
}
