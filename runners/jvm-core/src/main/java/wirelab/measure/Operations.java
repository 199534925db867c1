package wirelab.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;
import wirelab.fault.Fault;
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
    return name == OperationName.REPLAY
        ? new Replaying(steps, inputs, types.replay())
        : new EachInput(steps, inputs);
  }

  /** Hands each input to the sink and does nothing else. */
  public static Operation handing(Inputs[] inputs) {
    Step[][] steps = new Step[inputs.length][];
    for (int copy = 0; copy < inputs.length; copy++) {
      steps[copy] = new Step[inputs[copy].values().length];
      Arrays.fill(steps[copy], (Step) input -> input);
    }
    return new EachInput(steps, inputs);
  }

  /**
   * The CRC-32 of what one call on each copy gives.
   *
   * @return null if that is not bytes
   */
  public static long[] checksums(OpenSubject subject, OperationName name, Inputs[] inputs)
      throws Exception {
    if (!name.givesBytes()) {
      return null;
    }
    Step[][] steps = steps(subject.steps(name), inputs);
    long[] sums = new long[inputs.length];
    for (int copy = 0; copy < sums.length; copy++) {
      CRC32 sum = new CRC32();
      Object[] own = inputs[copy].values();
      for (int i = 0; i < own.length; i++) {
        sum.update((byte[]) steps[copy][i].apply(own[i]));
      }
      sums[copy] = sum.getValue();
    }
    return sums;
  }

  /**
   * Serialize into a file, or deserialize from one.
   *
   * @param folder where the files go
   * @throws Fault host: they cannot be written
   */
  public static Operation onFiles(
      OpenSubject subject, OperationName name, Inputs[] inputs, Path folder) throws Fault {
    Step[][] steps = steps(subject.steps(name), inputs);
    if (name == OperationName.SERIALIZE) {
      return new IntoFile(steps, inputs, folder.resolve("serialized").toString());
    }
    try {
      return FromFiles.of(steps, inputs, folder);
    } catch (IOException e) {
      throw Fault.host(e);
    }
  }

  /** The step of each place. Without streams: in mode `cold` this is within the timed call. */
  static Step[][] steps(Step[] byType, Inputs[] inputs) {
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

  private record EachInput(Step[][] steps, Inputs[] inputs) implements Operation {
    @Override
    public void call(int copy, Sink sink) throws Exception {
      Step[] step = steps[copy];
      Object[] own = inputs[copy].values();
      for (int i = 0; i < own.length; i++) {
        sink.take(step[i].apply(own[i]));
      }
    }
  }

  private record Replaying(Step[][] steps, Inputs[] inputs, Replay replay) implements Operation {
    @Override
    public void call(int copy, Sink sink) throws Exception {
      Step[] step = steps[copy];
      Object[] own = inputs[copy].values();
      Object[] beside = inputs[copy].columns();
      Object state = replay.start();
      for (int i = 0; i < own.length; i++) {
        state = replay.step(state, beside[i], step[i].apply(own[i]));
      }
      sink.take(replay.end(state));
    }
  }

  private record IntoFile(Step[][] steps, Inputs[] inputs, String file) implements Operation {
    @Override
    public void call(int copy, Sink sink) throws Exception {
      Step[] step = steps[copy];
      Object[] own = inputs[copy].values();
      try (SinkFile output = new SinkFile(file)) {
        for (int i = 0; i < own.length; i++) {
          byte[] bytes = (byte[]) step[i].apply(own[i]);
          output.write(bytes);
          sink.take(bytes);
        }
      }
    }
  }

  private record FromFiles(Step[][] steps, Path[] files, int[][] ends) implements Operation {
    static Operation of(Step[][] steps, Inputs[] inputs, Path folder) throws IOException {
      Path[] files = new Path[inputs.length];
      int[][] ends = new int[inputs.length][];
      for (int copy = 0; copy < inputs.length; copy++) {
        files[copy] = folder.resolve("copy-" + copy);
        Object[] own = inputs[copy].values();
        ends[copy] = new int[own.length];
        int end = 0;
        try (var output = Files.newOutputStream(files[copy])) {
          for (int i = 0; i < own.length; i++) {
            byte[] bytes = (byte[]) own[i];
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
      byte[] file = SinkFile.read(files[copy]);
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
