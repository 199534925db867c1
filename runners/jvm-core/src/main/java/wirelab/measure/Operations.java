package wirelab.measure;

import com.google.protobuf.Message;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import wirelab.corpus.Corpus;
import wirelab.corpus.EncodedFile;
import wirelab.measure.OpenSubject.Step;
import wirelab.types.Replay;
import wirelab.types.Types;

/** Makes operations ready to be measured: everything that is not timed happens here. */
public final class Operations {
  private Operations() {}

  /**
   * An operation in memory.
   *
   * @param subject set up
   * @param types the workload's types; for replay, with one
   */
  public static Operation inMemory(
      OpenSubject subject, OperationName name, Corpus corpus, Types types) throws Exception {
    Step[] steps = steps(subject, name, corpus);
    Object[][] inputs = inputs(subject, name, corpus);
    if (name == OperationName.REPLAY) {
      return new Replaying(steps, inputs, columns(corpus.columns(), types), types.replay());
    }
    return new EachInput(steps, inputs);
  }

  /**
   * Serialize into a file, or deserialize from one.
   *
   * @param folder where the files go
   */
  public static Operation onFiles(
      OpenSubject subject, OperationName name, Corpus corpus, Path folder) throws Exception {
    Step[] steps = steps(subject, name, corpus);
    Object[][] inputs = inputs(subject, name, corpus);
    if (name == OperationName.SERIALIZE) {
      return new IntoFile(steps, inputs, folder.resolve("serialized").toString());
    }
    return FromFiles.of(steps, inputs, folder);
  }

  /**
   * The first call of a codec: it is set up within the call.
   *
   * @param subject not set up
   * @param types the workload's types
   * @param inputs what the operation takes, by place in the corpus
   * @param payloadTypes likewise
   */
  public static Operation cold(
      Subject subject, OperationName name, Types types, Object[] inputs, int[] payloadTypes) {
    return (copy, sink) -> {
      Step[] steps = subject.open(types).steps(name);
      for (int i = 0; i < inputs.length; i++) {
        sink.take(steps[payloadTypes[i]].apply(inputs[i]));
      }
    };
  }

  /**
   * The first replay with a codec: it is set up within the call.
   *
   * @param subject not set up
   * @param types the workload's types, with a replay
   * @param inputs stored bytes, by place in the corpus
   * @param payloadTypes likewise
   * @param columns likewise, of {@link #columns}
   */
  public static Operation coldReplay(
      Subject subject, Types types, Object[] inputs, int[] payloadTypes, Object[] columns) {
    return (copy, sink) -> {
      Step[] steps = subject.open(types).steps(OperationName.REPLAY);
      Replay replay = types.replay();
      Object state = replay.start();
      for (int i = 0; i < inputs.length; i++) {
        state = replay.step(state, columns[i], steps[payloadTypes[i]].apply(inputs[i]));
      }
      sink.take(replay.end(state));
    };
  }

  /** Columns as domain objects, null where there are none: a replay reads them, no codec does. */
  public static Object[] columns(Message[] columns, Types types) {
    return Arrays.stream(columns)
        .map(each -> each == null ? null : types.root().unbuild(each))
        .toArray();
  }

  /**
   * What a cold operation takes.
   *
   * @param corpus for operations that take none of the below
   * @param encoded a file that {@code encode} wrote, or null
   */
  public static Object[] coldInputs(
      Subject subject, OperationName name, Types types, Corpus corpus, EncodedFile encoded)
      throws Exception {
    if (name.input() == OperationName.Input.OBJECTS) {
      return corpus.objects();
    }
    if (encoded == null) {
      return inputs(subject.open(types), name, corpus)[0];
    }
    if (name.input() == OperationName.Input.STORED) {
      return encoded.encoded().toArray();
    }
    OpenSubject preparing = subject.open(types);
    Object[] inputs = new Object[encoded.encoded().size()];
    for (int i = 0; i < inputs.length; i++) {
      int type = encoded.payloadTypes()[i];
      inputs[i] = preparing.inputFromStored(name, type, encoded.encoded().get(i));
    }
    return inputs;
  }

  /** The step of each place in the corpus. */
  private static Step[] steps(OpenSubject subject, OperationName name, Corpus corpus) {
    Step[] byType = subject.steps(name);
    return Arrays.stream(corpus.payloadTypes()).mapToObj(type -> byType[type]).toArray(Step[]::new);
  }

  private static Object[][] inputs(OpenSubject subject, OperationName name, Corpus corpus)
      throws Exception {
    Object[][] copies = corpus.copies();
    Object[][] inputs = new Object[copies.length][];
    for (int copy = 0; copy < copies.length; copy++) {
      inputs[copy] = new Object[copies[copy].length];
      for (int i = 0; i < copies[copy].length; i++) {
        inputs[copy][i] = subject.input(name, corpus.payloadTypes()[i], copies[copy][i]);
      }
    }
    return inputs;
  }

  private record EachInput(Step[] steps, Object[][] inputs) implements Operation {
    @Override
    public void call(int copy, Sink sink) throws Exception {
      Object[] own = inputs[copy];
      for (int i = 0; i < own.length; i++) {
        sink.take(steps[i].apply(own[i]));
      }
    }
  }

  private record Replaying(Step[] steps, Object[][] inputs, Object[] columns, Replay replay)
      implements Operation {
    @Override
    public void call(int copy, Sink sink) throws Exception {
      Object[] own = inputs[copy];
      Object state = replay.start();
      for (int i = 0; i < own.length; i++) {
        state = replay.step(state, columns[i], steps[i].apply(own[i]));
      }
      sink.take(replay.end(state));
    }
  }

  private record IntoFile(Step[] steps, Object[][] inputs, String file) implements Operation {
    @Override
    public void call(int copy, Sink sink) throws Exception {
      Object[] own = inputs[copy];
      try (FileOutputStream output = new FileOutputStream(file)) {
        for (int i = 0; i < own.length; i++) {
          byte[] bytes = (byte[]) steps[i].apply(own[i]);
          output.write(bytes);
          sink.take(bytes);
        }
      }
    }
  }

  private record FromFiles(Step[] steps, Path[] files, int[][] ends) implements Operation {
    static Operation of(Step[] steps, Object[][] inputs, Path folder) throws IOException {
      Path[] files = new Path[inputs.length];
      int[][] ends = new int[inputs.length][];
      for (int copy = 0; copy < inputs.length; copy++) {
        files[copy] = folder.resolve("copy-" + copy);
        ends[copy] = new int[inputs[copy].length];
        int end = 0;
        try (var output = Files.newOutputStream(files[copy])) {
          for (int i = 0; i < inputs[copy].length; i++) {
            byte[] bytes = (byte[]) inputs[copy][i];
            output.write(bytes);
            end = Math.addExact(end, bytes.length);
            ends[copy][i] = end;
          }
        }
      }
      return new FromFiles(steps, files, ends);
    }

    @Override
    public void call(int copy, Sink sink) throws Exception {
      byte[] file = Files.readAllBytes(files[copy]);
      int start = 0;
      for (int i = 0; i < steps.length; i++) {
        int end = ends[copy][i];
        boolean whole = start == 0 && end == file.length;
        sink.take(steps[i].apply(whole ? file : Arrays.copyOfRange(file, start, end)));
        start = end;
      }
    }
  }
}
