package wirelab.crosscheck.user;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.gson.Gson;
import com.google.protobuf.CodedInputStream;
import java.io.File;
import java.nio.charset.StandardCharsets;
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
 * A library's work on records, as its user would benchmark it: one object per call, from each file
 * in turn. This package shares no code with the runner.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public abstract class OfRecords {
  /** Paths, as a class path has them; in each file one object behind its type and its length. */
  @Param("")
  public String files;

  private final List<Records> objects = new ArrayList<>();
  private final List<byte[]> encoded = new ArrayList<>();
  private int next;

  abstract byte[] encode(Records records) throws Exception;

  abstract Records decode(byte[] bytes) throws Exception;

  /** Reads the files. */
  @Setup
  public void prepare() throws Exception {
    for (String file : files.split(File.pathSeparator)) {
      CodedInputStream input = CodedInputStream.newInstance(Files.readAllBytes(Path.of(file)));
      input.readRawVarint32();
      Records records = Records.read(CodedInputStream.newInstance(input.readByteArray()));
      byte[] bytes = encode(records);
      if (!Arrays.equals(bytes, encode(decode(bytes)))) {
        throw new IllegalStateException("the decoded records differ from the encoded ones");
      }
      objects.add(records);
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
  public Records deserialize() throws Exception {
    return decode(encoded.get(turn()));
  }

  private int turn() {
    int turn = next;
    next = turn + 1 == objects.size() ? 0 : turn + 1;
    return turn;
  }

  /** By Jackson's JSON. */
  public static class ByJackson extends OfRecords {
    private final ObjectMapper mapper = new ObjectMapper();

    @Override
    byte[] encode(Records records) throws Exception {
      return mapper.writeValueAsBytes(records);
    }

    @Override
    Records decode(byte[] bytes) throws Exception {
      return mapper.readValue(bytes, Records.class);
    }
  }

  /** By Gson, through a String. */
  public static class ByGson extends OfRecords {
    private final Gson gson = new Gson();

    @Override
    byte[] encode(Records records) {
      return gson.toJson(records).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    Records decode(byte[] bytes) {
      return gson.fromJson(new String(bytes, StandardCharsets.UTF_8), Records.class);
    }
  }

  /** By Kryo 5, classes registered, one buffer kept. */
  public static class ByKryo extends OfRecords {
    private final Kryo kryo = new Kryo();
    private final Output output = new Output(4096, -1);
    private final Input input = new Input();

    /** Registers the classes. */
    public ByKryo() {
      kryo.register(Records.class);
      kryo.register(Records.Record.class);
      kryo.register(ArrayList.class);
    }

    @Override
    byte[] encode(Records records) {
      output.reset();
      kryo.writeObject(output, records);
      return output.toBytes();
    }

    @Override
    Records decode(byte[] bytes) {
      input.setBuffer(bytes);
      return kryo.readObject(input, Records.class);
    }
  }
}
