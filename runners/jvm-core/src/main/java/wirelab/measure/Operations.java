package wirelab.measure;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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
      OpenSubject subject, OperationName name, Inputs[] inputs, Types types) {
    Step[][] steps = steps(subject.steps(name), inputs);
    if (name != OperationName.REPLAY) {
      return new EachInput(steps, values(inputs));
    }
    Object[][] columns = new Object[inputs.length][];
    for (int copy = 0; copy < inputs.length; copy++) {
      columns[copy] = inputs[copy].columns();
    }
    return new Replaying(steps, values(inputs), columns, types.replay());
  }

  /** Hands each input to the sink and does nothing else. */
  public static Operation handing(Inputs[] inputs) {
    Step[][] steps = new Step[inputs.length][];
    for (int copy = 0; copy < inputs.length; copy++) {
      steps[copy] = new Step[inputs[copy].values().length];
      Arrays.fill(steps[copy], (Step) input -> input);
    }
    return new EachInput(steps, values(inputs));
  }

  /**
   * Serialize into a file, or deserialize from one.
   *
   * @param folder where the files go
   */
  public static Operation onFiles(
      OpenSubject subject, OperationName name, Inputs[] inputs, Path folder) throws IOException {
    Step[][] steps = steps(subject.steps(name), inputs);
    return name == OperationName.SERIALIZE
        ? new IntoFile(steps, values(inputs), folder.resolve("serialized").toString())
        : FromFiles.of(steps, values(inputs), folder);
  }

  /** The step of each place. Without streams: in mode `cold` this is within the timed call. */
  private static Step[][] steps(Step[] byType, Inputs[] inputs) {
    Step[][] steps = new Step[inputs.length][];
    for (int copy = 0; copy < inputs.length; copy++) {
      int[] types = inputs[copy].types();
      steps[copy] = new Step[types.length];
      for (int i = 0; i < types.length; i++) {
        steps[copy][i] = byType[types[i]];
      }
    }
    return steps;
  }

  private static Object[][] values(Inputs[] inputs) {
    Object[][] values = new Object[inputs.length][];
    for (int copy = 0; copy < inputs.length; copy++) {
      values[copy] = inputs[copy].values();
    }
    return values;
  }

  private record EachInput(Step[][] steps, Object[][] inputs) implements Operation {
    @Override
    public void call(int copy, Sink sink) throws Exception {
      Step[] step = steps[copy];
      Object[] own = inputs[copy];
      for (int i = 0; i < own.length; i++) {
        sink.take(step[i].apply(own[i]));
      }
    }
  }

  private record Replaying(Step[][] steps, Object[][] inputs, Object[][] columns, Replay replay)
      implements Operation {
    @Override
    public void call(int copy, Sink sink) throws Exception {
      Step[] step = steps[copy];
      Object[] own = inputs[copy];
      Object[] beside = columns[copy];
      Object state = replay.start();
      for (int i = 0; i < own.length; i++) {
        state = replay.step(state, beside[i], step[i].apply(own[i]));
      }
      sink.take(replay.end(state));
    }
  }

  private record IntoFile(Step[][] steps, Object[][] inputs, String file) implements Operation {
    @Override
    public void call(int copy, Sink sink) throws Exception {
      Step[] step = steps[copy];
      Object[] own = inputs[copy];
      try (FileOutputStream output = new FileOutputStream(file)) {
        for (int i = 0; i < own.length; i++) {
          byte[] bytes = (byte[]) step[i].apply(own[i]);
          output.write(bytes);
          sink.take(bytes);
        }
      }
    }
  }

  private record FromFiles(Step[][] steps, Path[] files, int[][] ends) implements Operation {
    static Operation of(Step[][] steps, Object[][] inputs, Path folder) throws IOException {
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
      Step[] step = steps[copy];
      byte[] file = Files.readAllBytes(files[copy]);
      int start = 0;
      for (int i = 0; i < step.length; i++) {
        int end = ends[copy][i];
        boolean whole = start == 0 && end == file.length;
        sink.take(step[i].apply(whole ? file : Arrays.copyOfRange(file, start, end)));
        start = end;
      }
    }
  }
}
