package wirelab.hostile;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serial;
import java.io.Serializable;
import java.nio.file.Path;

/**
 * A class that no schema has: whoever makes an object of it does so because bytes name it. Nothing
 * comes of that but that a file is opened, which {@code wirelab withstand} watches.
 */
public final class Witness implements Serializable {
  @Serial private static final long serialVersionUID = 1;

  public Witness() {
    isMade();
  }

  @Serial
  private void readObject(ObjectInputStream from) throws IOException, ClassNotFoundException {
    from.defaultReadObject();
    isMade();
  }

  private static void isMade() {
    String folder = System.getenv("WIRELAB_WITNESS");
    if (folder == null) return;
    try (FileInputStream file = new FileInputStream(Path.of(folder, "class").toFile())) {
      file.read();
    } catch (IOException error) {
      throw new IllegalStateException(error);
    }
  }
}
