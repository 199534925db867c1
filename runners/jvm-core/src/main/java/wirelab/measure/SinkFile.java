package wirelab.measure;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import wirelab.data.Copy;
import wirelab.fault.Fault;

/**
 * A file that bytes go to, or come from. What goes wrong with it is the host's fault: an {@link
 * IOException} alone could be a library's.
 */
final class SinkFile implements AutoCloseable {
  private final FileOutputStream output;

  /** Creates or truncates the file. */
  SinkFile(String file) throws Fault {
    try {
      output = new FileOutputStream(file);
    } catch (IOException e) {
      throw Fault.host(e);
    }
  }

  void write(byte[] bytes) throws Fault {
    try {
      output.write(bytes);
    } catch (IOException e) {
      throw Fault.host(e);
    }
  }

  @Override
  public void close() throws Fault {
    try {
      output.close();
    } catch (IOException e) {
      throw Fault.host(e);
    }
  }

  static byte[] read(Path file) throws Fault {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw Fault.host(e);
    }
  }

  /** Writes a copy's bytes to a file, one after the other; gives the end of each object. */
  static int[] fill(Path file, Copy input) throws Fault {
    int[] ends = new int[input.size()];
    int end = 0;
    try (SinkFile output = new SinkFile(file.toString())) {
      for (int i = 0; i < ends.length; i++) {
        byte[] bytes = (byte[]) input.objects()[i];
        output.write(bytes);
        end = Math.addExact(end, bytes.length);
        ends[i] = end;
      }
    }
    return ends;
  }
}
