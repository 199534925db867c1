package wirelab.measure;

import java.util.zip.CRC32;

/** A fixed operation of no codec, on memory of its own: its time shows the machine's speed. */
public final class Canary implements Calls {
  private static final int BYTES = 1 << 16;
  private static final int FACTOR = 31;

  private final byte[] memory = new byte[BYTES];
  private final CRC32 crc = new CRC32();

  /** With its memory filled. */
  public Canary() {
    for (int i = 0; i < BYTES; i++) {
      memory[i] = (byte) (i * FACTOR);
    }
  }

  @Override
  public int run(int next, int calls, Sink sink) {
    for (int i = 0; i < calls; i++) {
      crc.reset();
      crc.update(memory, 0, BYTES);
      crc.getValue();
    }
    return next;
  }
}
