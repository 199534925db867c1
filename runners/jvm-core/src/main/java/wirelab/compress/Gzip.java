package wirelab.compress;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * gzip (RFC 1952) around the JDK's deflater and inflater. Both are kept, where the JDK's streams
 * would make new ones each call: for one thread.
 */
final class Gzip implements Compressor {
  /** As the JDK's own stream writes it: no time stamp, unknown system, no optional fields. */
  private static final byte[] HEADER = {
    0x1f, (byte) 0x8b, Deflater.DEFLATED, 0, 0, 0, 0, 0, 0, (byte) 0xff
  };

  private static final int FLAGS_AT = 3;
  private static final int TRAILER_BYTES = 8;

  private final Deflater deflater;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 sum = new CRC32();
  private byte[] buffer = new byte[1 << 16];

  Gzip(int level) {
    deflater = new Deflater(level, true);
  }

  @Override
  public byte[] compress(byte[] bytes) {
    deflater.reset();
    deflater.setInput(bytes);
    deflater.finish();
    System.arraycopy(HEADER, 0, buffer, 0, HEADER.length);
    int length = HEADER.length;
    while (!deflater.finished()) {
      int room = room(length);
      length += deflater.deflate(buffer, length, room);
    }
    byte[] compressed = Arrays.copyOf(buffer, length + TRAILER_BYTES);
    ByteBuffer trailer = littleEndian(compressed, length);
    trailer.putInt(sumOf(bytes, bytes.length)).putInt(bytes.length);
    return compressed;
  }

  @Override
  public byte[] decompress(byte[] bytes) throws IOException, DataFormatException {
    int start = HEADER.length;
    if (bytes.length < start + TRAILER_BYTES
        || !Arrays.equals(bytes, 0, FLAGS_AT, HEADER, 0, FLAGS_AT)) {
      throw new IOException("not in gzip's format");
    }
    if (bytes[FLAGS_AT] != 0) {
      throw new IOException("a gzip header with optional fields, which no runner writes");
    }
    inflater.reset();
    inflater.setInput(bytes, start, bytes.length - start);
    int length = 0;
    while (!inflater.finished()) {
      int room = room(length);
      int inflated = inflater.inflate(buffer, length, room);
      length += inflated;
      if (inflated == 0 && (inflater.needsInput() || inflater.needsDictionary())) {
        throw new IOException("gzip data that end too early");
      }
    }
    check(bytes, length);
    return Arrays.copyOf(buffer, length);
  }

  private void check(byte[] bytes, int length) throws IOException {
    if (inflater.getRemaining() != TRAILER_BYTES) {
      throw new IOException("gzip data with " + inflater.getRemaining() + " bytes behind them");
    }
    ByteBuffer trailer = littleEndian(bytes, bytes.length - TRAILER_BYTES);
    if (trailer.getInt() != sumOf(buffer, length) || trailer.getInt() != length) {
      throw new IOException("gzip data whose checksum or length is another than stated");
    }
  }

  /**
   * How much of the buffer, which may become another, is free behind {@code length}; never none.
   */
  private int room(int length) {
    if (length == buffer.length) {
      buffer = Arrays.copyOf(buffer, 2 * length);
    }
    return buffer.length - length;
  }

  private int sumOf(byte[] bytes, int length) {
    sum.reset();
    sum.update(bytes, 0, length);
    return (int) sum.getValue();
  }

  private static ByteBuffer littleEndian(byte[] bytes, int at) {
    return ByteBuffer.wrap(bytes, at, TRAILER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  }
}
