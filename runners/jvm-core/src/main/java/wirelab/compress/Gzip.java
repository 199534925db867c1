package wirelab.compress;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** gzip by the JDK's streams, a new one each call. */
record Gzip(int level) implements Compressor {
  @Override
  public byte[] compress(byte[] bytes) throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (OutputStream stream = new LevelledStream(compressed, level)) {
      stream.write(bytes);
    }
    return compressed.toByteArray();
  }

  @Override
  public byte[] decompress(byte[] bytes) throws IOException {
    try (GZIPInputStream stream = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return stream.readAllBytes();
    }
  }

  /** The JDK's stream takes no level; its deflater does. */
  private static final class LevelledStream extends GZIPOutputStream {
    LevelledStream(OutputStream out, int level) throws IOException {
      super(out);
      def.setLevel(level);
    }
  }
}
