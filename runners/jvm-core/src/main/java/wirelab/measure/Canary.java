package wirelab.measure;

import java.util.zip.CRC32;

/** A fixed operation of no codec: its time tells the machine's own speed. */
public final class Canary {
  private static final int BYTES = 1 << 20;
  private static final int PASSES = 8;

  private Canary() {}

  /**
   * Times CRC-32 over a mebibyte, eight times a repetition, after one repetition that is not timed.
   *
   * @return nanoseconds of each repetition
   */
  public static long[] time(int repetitions) {
    byte[] memory = new byte[BYTES];
    for (int i = 0; i < BYTES; i++) {
      memory[i] = (byte) (i * 31);
    }
    CRC32 sum = new CRC32();
    pass(sum, memory);
    long[] nanos = new long[repetitions];
    for (int i = 0; i < repetitions; i++) {
      long start = System.nanoTime();
      pass(sum, memory);
      nanos[i] = System.nanoTime() - start;
    }
    return nanos;
  }

  private static void pass(CRC32 sum, byte[] memory) {
    for (int i = 0; i < PASSES; i++) {
      sum.update(memory, 0, memory.length);
    }
  }
}
