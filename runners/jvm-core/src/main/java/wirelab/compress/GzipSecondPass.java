package wirelab.compress;

import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import wirelab.fault.Fault;

/**
 * gzip as a second pass over a finished file, as programs work that compress what they have saved:
 * bytes go to a file, which is read again a buffer at a time. The reverse unpacks into a file,
 * which is read then. What goes wrong with the file is the host's fault.
 */
final class GzipSecondPass implements Compressor {
  private final int level;
  private final Path plain;

  GzipSecondPass(int level) throws Fault {
    this.level = level;
    try {
      plain = Files.createTempFile("wirelab-plain", null);
    } catch (IOException e) {
      throw Fault.host(e);
    }
    plain.toFile().deleteOnExit();
  }

  @Override
  public byte[] compress(byte[] bytes) throws Fault {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream(Gzip.BUFFER_BYTES);
    try {
      try (OutputStream file = new FileOutputStream(plain.toFile())) {
        file.write(bytes);
      }
      try (InputStream file = new FileInputStream(plain.toFile());
          OutputStream stream = new Gzip.AtLevel(compressed, level)) {
        byte[] buffer = new byte[Gzip.BUFFER_BYTES];
        for (int length = file.read(buffer); length != -1; length = file.read(buffer)) {
          stream.write(buffer, 0, length);
        }
      }
    } catch (IOException e) { // the file's, since gzip goes to memory
      throw Fault.host(e);
    }
    return compressed.toByteArray();
  }

  @Override
  public byte[] decompress(byte[] bytes) throws IOException, Fault {
    try (InputStream stream = Gzip.unpacking(bytes);
        OutputStream file = toPlain()) {
      byte[] buffer = new byte[Gzip.BUFFER_BYTES];
      for (int length = stream.read(buffer); length != -1; length = stream.read(buffer)) {
        write(file, buffer, length);
      }
    }
    try {
      return Files.readAllBytes(plain);
    } catch (IOException e) {
      throw Fault.host(e);
    }
  }

  private OutputStream toPlain() throws Fault {
    try {
      return new FileOutputStream(plain.toFile());
    } catch (IOException e) {
      throw Fault.host(e);
    }
  }

  private static void write(OutputStream file, byte[] bytes, int length) throws Fault {
    try {
      file.write(bytes, 0, length);
    } catch (IOException e) {
      throw Fault.host(e);
    }
  }
}
