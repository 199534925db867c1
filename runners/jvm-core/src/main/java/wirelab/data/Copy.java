package wirelab.data;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import wirelab.fault.Fault;
import wirelab.types.Types;

/**
 * What a file holds, or what an operation takes, by place.
 *
 * @param objects domain objects, or bytes or messages made of them
 * @param types of the objects, places in {@link Types#payloads()}
 * @param columns what codecs do not encode of each object: the root's domain object with an empty
 *     payload; null if none were loaded
 */
public record Copy(Object[] objects, int[] types, Object[] columns) {
  private static final int BITS = 7;
  private static final int MORE = 1 << BITS;

  /** A copy of one object of the first type. */
  public static Copy of(Object object) {
    return new Copy(new Object[] {object}, new int[1], null);
  }

  /** How many objects it has. */
  public int size() {
    return objects.length;
  }

  /** Other objects of the same types in the place of these. */
  public Copy with(Object[] others) {
    return new Copy(others, types, columns);
  }

  /**
   * Reads a file: a copy whose objects are bytes. Before each are its type and its length, as
   * varints; no library reads them, since it would be a codec's.
   */
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

  /** Writes such a file of a copy whose objects are bytes. */
  public void write(String file) throws Fault {
    try (OutputStream output = new BufferedOutputStream(Files.newOutputStream(Path.of(file)))) {
      for (int i = 0; i < objects.length; i++) {
        byte[] bytes = (byte[]) objects[i];
        number(output, types[i]);
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
