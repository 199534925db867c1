package wirelab.crosscheck.user;

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

/**
 * A library's work on objects of one kind, as its user would benchmark it: an object a call, from
 * each file in turn. This package shares no code with the runner: its classes read the files by
 * themselves, into objects of their own.
 *
 * @param <T> the objects
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public abstract class OverCopies<T> {
  /** Paths, as a class path has them; in each file one object behind its type and its length. */
  @Param("")
  public String files;

  private final Reader<T> reader;
  private final List<T> objects = new ArrayList<>();
  private final List<byte[]> encoded = new ArrayList<>();
  private int next;

  OverCopies(Reader<T> reader) {
    this.reader = reader;
  }

  /** Reads an object's fields. */
  interface Reader<T> {
    T read(CodedInputStream input) throws IOException;
  }

  /** To the library's bytes. */
  abstract byte[] encode(T object) throws Exception;

  /** From the library's bytes. */
  abstract T decode(byte[] bytes) throws Exception;

  static CodedInputStream message(CodedInputStream input) throws IOException {
    return CodedInputStream.newInstance(input.readByteArray());
  }

  /** Reads the files. */
  @Setup
  public void prepare() throws Exception {
    for (String file : files.split(File.pathSeparator)) {
      CodedInputStream input = CodedInputStream.newInstance(Files.readAllBytes(Path.of(file)));
      input.readRawVarint32();
      objects.add(reader.read(message(input)));
    }
    for (T object : objects) {
      byte[] bytes = encode(object);
      if (!Arrays.equals(bytes, encode(decode(bytes)))) {
        throw new IllegalStateException("what was read is not what was written");
      }
      encoded.add(bytes);
    }
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
