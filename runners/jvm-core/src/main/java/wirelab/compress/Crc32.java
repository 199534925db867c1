package wirelab.compress;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;

/** No compressor: the length and the CRC-32 of the bytes before them, in little-endian order. */
record Crc32() implements Compressor {
  private static final int FRAME_BYTES = 8;

  @Override
  public byte[] compress(byte[] bytes) {
    return ByteBuffer.allocate(FRAME_BYTES + bytes.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(bytes.length)
        .putInt(sum(bytes, 0))
        .put(bytes)
        .array();
  }

  @Override
  public byte[] decompress(byte[] bytes) throws IOException {
    ByteBuffer frame = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.length < FRAME_BYTES
        || frame.getInt() != bytes.length - FRAME_BYTES
        || frame.getInt() != sum(bytes, FRAME_BYTES)) {
      throw new IOException("the bytes do not have the length and the CRC-32 that they had");
    }
    return Arrays.copyOfRange(bytes, FRAME_BYTES, bytes.length);
  }

  private static int sum(byte[] bytes, int from) {
    CRC32 crc = new CRC32();
    crc.update(bytes, from, bytes.length - from);
    return (int) crc.getValue();
  }
}
