package wirelab.harness.user;

import com.google.protobuf.CodedInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import wirelab.harness.BesideCanaries;

/**
 * A library's work on objects of one kind, as its user would benchmark it: an object a call, from
 * each file in turn. But for the canary around iterations this package shares no code with the
 * runner: its classes read corpora by themselves, into objects of their own.
 *
 * @param <T> the objects
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public abstract class OverCopies<T> extends BesideCanaries {
  /** Paths, as a class path has them; in each file one object behind its length. */
  @Param("")
  public String corpora;

  private final List<T> objects = new ArrayList<>();
  private final List<byte[]> encoded = new ArrayList<>();
  private int next;

  /** Reads an object's fields until the input ends. */
  protected abstract T read(CodedInputStream input) throws IOException;

  /** To the library's bytes. */
  protected abstract byte[] encode(T object) throws Exception;

  /** From the library's bytes. */
  protected abstract T decode(byte[] bytes) throws Exception;

  /** Reads the files. */
  @Setup
  public void prepare() throws Exception {
    for (String file : corpora.split(File.pathSeparator)) {
      CodedInputStream input = CodedInputStream.newInstance(Files.readAllBytes(Path.of(file)));
      objects.add(read(CodedInputStream.newInstance(input.readByteArray())));
      if (!input.isAtEnd()) {
        throw new IOException(file + " has more than one object");
      }
    }
    for (T object : objects) {
      byte[] bytes = encode(object);
      if (!Arrays.equals(bytes, encode(decode(bytes)))) {
        throw new IllegalStateException("what was read is not what was written");
      }
      encoded.add(bytes);
    }
    System.gc(); // so that objects lie in the order in which they are read, in every process
  }

  /** One call. */
  @Benchmark
  public byte[] serialize() throws Exception {
    return encode(objects.get(turn()));
  }

  /** One call. */
  @Benchmark
  public T deserialize() throws Exception {
    return decode(encoded.get(turn()));
  }

  private int turn() {
    int turn = next;
    next = turn + 1 == objects.size() ? 0 : turn + 1;
    return turn;
  }
}
