package wirelab.measure;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import wirelab.measure.OpenSubject.Step;
import wirelab.types.Types;

/** Makes operations ready to be measured: everything that is not timed happens here. */
public final class Operations {
  private Operations() {}

  /**
   * An operation in memory.
   *
   * @param subject set up
   * @param copies domain objects by copy and place
   */
  public static Operation inMemory(OpenSubject subject, OperationName name, Object[][] copies)
      throws Exception {
    return new EachInput(subject.step(name), inputs(subject, name, copies));
  }

  /**
   * Serialize into a file, or deserialize from one.
   *
   * @param folder where the files go
   */
  public static Operation onFiles(
      OpenSubject subject, OperationName name, Object[][] copies, Path folder) throws Exception {
    Object[][] inputs = inputs(subject, name, copies);
    if (name == OperationName.SERIALIZE) {
      return new IntoFile(subject.step(name), inputs, folder.resolve("serialized").toString());
    }
    return FromFiles.of(subject.step(name), inputs, folder);
  }

  /**
   * The first call of a codec: it is set up within the call.
   *
   * @param subject not set up
   * @param types the workload's types
   * @param inputs what the operation takes, by place in the corpus
   */
  public static Operation cold(Subject subject, OperationName name, Types types, Object[] inputs) {
    return (copy, sink) -> {
      Step step = subject.open(types).step(name);
      for (Object input : inputs) {
        sink.take(step.apply(input));
      }
    };
  }

  /**
   * What a cold operation takes.
   *
   * @param objects domain objects, for those that take none of the below
   * @param encoded the frames of a file that {@code encode} wrote, or null
   */
  public static Object[] coldInputs(
      Subject subject, OperationName name, Types types, Object[] objects, List<byte[]> encoded)
      throws Exception {
    if (name.input() == OperationName.Input.OBJECTS) {
      return objects;
    }
    if (encoded == null || name.input() == OperationName.Input.STORED) {
      return encoded == null
          ? inputs(subject.open(types), name, new Object[][] {objects})[0]
          : encoded.toArray();
    }
    OpenSubject preparing = subject.open(types);
    Object[] inputs = new Object[encoded.size()];
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] = preparing.inputFromStored(name, encoded.get(i));
    }
    return inputs;
  }

  private static Object[][] inputs(OpenSubject subject, OperationName name, Object[][] copies)
      throws Exception {
    Object[][] inputs = new Object[copies.length][];
    for (int copy = 0; copy < copies.length; copy++) {
      inputs[copy] = new Object[copies[copy].length];
      for (int i = 0; i < copies[copy].length; i++) {
        inputs[copy][i] = subject.input(name, copies[copy][i]);
      }
    }
    return inputs;
  }

  private record EachInput(Step step, Object[][] inputs) implements Operation {
    @Override
    public void call(int copy, Sink sink) throws Exception {
      for (Object input : inputs[copy]) {
        sink.take(step.apply(input));
      }
    }
  }

  private record IntoFile(Step step, Object[][] inputs, String file) implements Operation {
    @Override
    public void call(int copy, Sink sink) throws Exception {
      try (FileOutputStream output = new FileOutputStream(file)) {
        for (Object input : inputs[copy]) {
          byte[] bytes = (byte[]) step.apply(input);
          output.write(bytes);
          sink.take(bytes);
        }
      }
    }
  }

  private record FromFiles(Step step, Path[] files, int[][] ends) implements Operation {
    static Operation of(Step step, Object[][] inputs, Path folder) throws IOException {
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
      return new FromFiles(step, files, ends);
    }

    @Override
    public void call(int copy, Sink sink) throws Exception {
      byte[] file = Files.readAllBytes(files[copy]);
      int start = 0;
      for (int end : ends[copy]) {
        boolean whole = start == 0 && end == file.length;
        sink.take(step.apply(whole ? file : Arrays.copyOfRange(file, start, end)));
        start = end;
      }
    }
  }
}
