package wirelab.compress;

import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * gzip as a second pass over a finished file, as programs work that compress what they have saved:
 * bytes go to a file, which is read again a buffer at a time. The reverse unpacks into a file,
 * which is read then.
 */
final class GzipSecondPass implements Compressor {
  private final int level;
  private final Path plain;

  GzipSecondPass(int level) throws IOException {
    this.level = level;
    plain = Files.createTempFile("wirelab-plain", null);
    plain.toFile().deleteOnExit();
  }

  @Override
  public byte[] compress(byte[] bytes) throws IOException {
    try (OutputStream file = new FileOutputStream(plain.toFile())) {
      file.write(bytes);
    }
    ByteArrayOutputStream compressed = new ByteArrayOutputStream(Gzip.BUFFER_BYTES);
    try (InputStream file = new FileInputStream(plain.toFile());
        OutputStream stream = new Gzip.AtLevel(compressed, level)) {
      copy(file, stream);
    }
    return compressed.toByteArray();
  }

  @Override
  public byte[] decompress(byte[] bytes) throws IOException {
    try (InputStream stream = Gzip.unpacking(bytes);
        OutputStream file = new FileOutputStream(plain.toFile())) {
      copy(stream, file);
    }
    return Files.readAllBytes(plain);
  }

  private static void copy(InputStream from, OutputStream to) throws IOException {
    byte[] buffer = new byte[Gzip.BUFFER_BYTES];
    for (int length = from.read(buffer); length != -1; length = from.read(buffer)) {
      to.write(buffer, 0, length);
    }
  }
}
