package wirelab.runner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import wirelab.fault.Fault;

/** Whole files; what goes wrong is the host's fault. */
final class FileAccess {
  private FileAccess() {}

  static byte[] read(Path file) throws Fault {
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new Fault(Fault.Kind.HOST, "there is no file " + file, e);
    } catch (IOException e) {
      throw new Fault(Fault.Kind.HOST, "cannot read " + file + ": " + e, e);
    }
  }

  static void write(Path file, byte[] bytes) throws Fault {
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new Fault(Fault.Kind.HOST, "cannot write " + file + ": " + e, e);
    }
  }
}
