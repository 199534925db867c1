package wirelab.corpus;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import wirelab.fault.Fault;

/**
 * The protocol's files: the type, the length and the bytes of each object, numbers as varints. No
 * library reads them: it would be a codec's.
 */
public final class Frames {
  private static final int BITS = 7;
  private static final int MORE = 1 << BITS;

  private Frames() {}

  /** Reads a file: a copy whose objects are bytes. */
  public static Copy read(String file) throws Fault {
    ByteBuffer input;
    try {
      input = ByteBuffer.wrap(Files.readAllBytes(Path.of(file)));
    } catch (IOException e) {
      throw Fault.host(e);
    }
    List<Integer> types = new ArrayList<>();
    List<byte[]> objects = new ArrayList<>();
    while (input.hasRemaining()) {
      types.add(number(input));
      byte[] bytes = new byte[number(input)];
      input.get(bytes);
      objects.add(bytes);
    }
    return new Copy(objects.toArray(), types.stream().mapToInt(type -> type).toArray(), null);
  }

  /** Writes a file of a copy whose objects are bytes. */
  public static void write(String file, Copy copy) throws Fault {
    try (OutputStream output = new BufferedOutputStream(Files.newOutputStream(Path.of(file)))) {
      for (int i = 0; i < copy.size(); i++) {
        byte[] bytes = (byte[]) copy.objects()[i];
        number(output, copy.types()[i]);
        number(output, bytes.length);
        output.write(bytes);
      }
    } catch (IOException e) {
      throw Fault.host(e);
    }
  }

  private static int number(ByteBuffer input) {
    int number = 0;
    for (int shift = 0; ; shift += BITS) {
      int next = input.get();
      number |= (next & (MORE - 1)) << shift;
      if (next >= 0) {
        return number;
      }
    }
  }

  private static void number(OutputStream output, int number) throws IOException {
    int left = number;
    for (; left >= MORE; left >>>= BITS) {
      output.write(left | MORE);
    }
    output.write(left);
  }
}
