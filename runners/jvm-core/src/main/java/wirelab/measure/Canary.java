package wirelab.measure;

import java.util.zip.CRC32;

/** A fixed operation of no codec, on memory of its own: its time shows the machine's speed. */
public final class Canary implements Calls {
  private final byte[] memory = new byte[1 << 16];
  private final CRC32 crc = new CRC32();

  /** With its memory filled. */
  public Canary() {
    for (int i = 0; i < memory.length; i++) {
      memory[i] = (byte) (i * 31);
    }
  }

  @Override
  public int run(int next, int calls, Sink sink) {
    for (int i = 0; i < calls; i++) {
      crc.reset();
      crc.update(memory);
      crc.getValue();
    }
    return next;
  }
}
