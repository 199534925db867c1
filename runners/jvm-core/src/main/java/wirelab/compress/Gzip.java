package wirelab.compress;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * gzip (RFC 1952) by the JDK's streams, which are made for each call: they cannot be used again.
 */
record Gzip(int level) implements Compressor {
  /** The streams' own, of 512 bytes, would call the native library sixteen times as often. */
  static final int BUFFER_BYTES = 1 << 13;

  @Override
  public byte[] compress(byte[] bytes) throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream(BUFFER_BYTES);
    try (OutputStream stream = new AtLevel(compressed, level)) {
      stream.write(bytes);
    }
    return compressed.toByteArray();
  }

  @Override
  public byte[] decompress(byte[] bytes) throws IOException {
    try (InputStream stream = unpacking(bytes)) {
      return stream.readAllBytes();
    }
  }

  static InputStream unpacking(byte[] bytes) throws IOException {
    return new GZIPInputStream(new ByteArrayInputStream(bytes), BUFFER_BYTES);
  }

  /** The JDK's stream, which gives its level to subclasses alone. */
  static final class AtLevel extends GZIPOutputStream {
    AtLevel(OutputStream output, int level) throws IOException {
      super(output, BUFFER_BYTES);
      def.setLevel(level);
    }
  }
}
