package wirelab.measure;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import wirelab.fault.Fault;

/**
 * A file of the sink. What goes wrong with it is the machine's fault: an {@link IOException} alone
 * would not tell it from one of a library.
 */
final class SinkFile implements AutoCloseable {
  private final FileOutputStream output;

  /** Creates the file anew. */
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
}
