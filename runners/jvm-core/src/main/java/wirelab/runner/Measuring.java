package wirelab.runner;

import com.grack.nanojson.JsonStringWriter;
import java.io.FileNotFoundException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import wirelab.corpus.Corpus;
import wirelab.fault.Fault;
import wirelab.measure.Batches;
import wirelab.measure.Batches.Column;
import wirelab.measure.Inputs;
import wirelab.measure.Measured;
import wirelab.measure.MeasuringLoop;
import wirelab.measure.Mode;
import wirelab.measure.OpenSubject;
import wirelab.measure.Operation;
import wirelab.measure.OperationName;
import wirelab.measure.Operations;
import wirelab.measure.Subject;
import wirelab.types.Types;

/**
 * The request {@code measure}.
 *
 * @param subject what is measured
 * @param name what one call does
 * @param mode how it is measured
 * @param folder of the sink, or null for the sink in memory
 * @param encoded the input of reading operations in mode `cold`, or null
 */
record Measuring(Subject subject, OperationName name, Mode mode, Path folder, Path encoded) {
  private static final Map<String, OperationName> OPERATIONS =
      Arrays.stream(OperationName.values())
          .collect(Collectors.toMap(OperationName::word, Function.identity()));
  private static final Map<String, Boolean> SINKS = Map.of("memory", false, "file", true);

  static Measuring parse(Fields request) throws Fault {
    Fields sink = request.object("sink");
    boolean toFile = sink.choice("kind", SINKS);
    Path folder = sink.optionalPath("folder");
    Fault.require(toFile == (folder != null), "sink 'file', and no other, needs a folder");
    OperationName name = request.choice("operation", OPERATIONS);
    Mode mode = mode(request.object("mode"));
    Path encoded = request.optionalPath("encoded");
    return new Measuring(Subjects.named(request), name, mode, folder, encoded);
  }

  private static Mode mode(Fields mode) throws Fault {
    String kind = mode.text("kind");
    switch (kind) {
      case "steady":
        Fields warmUp = mode.object("warm_up");
        Fields fast = mode.optionalObject("fast");
        return new Mode.Steady(
            mode.count("batch_ns", 1),
            mode.number("batches", 1),
            warmUp.number("window", 1, 5),
            warmUp.positive("tolerance", 0.02),
            warmUp.count("min_ns", 0),
            warmUp.count("max_ns", 0),
            fast == null
                ? null
                : new Mode.Fast(fast.count("canary_ns", 1), fast.count("max_ns", 0)));
      case "cold":
        return new Mode.Cold();
      case "fixed":
        return new Mode.Fixed(
            mode.number("warm_up_runs", 0), mode.number("runs", 1), mode.number("calls", 1, 1));
      default:
        throw new Fault(Fault.Kind.REQUEST, "there is no mode '" + kind + "'");
    }
  }

  /**
   * Measures.
   *
   * @param stored what {@code encoded} holds, or null
   * @return the answers' lines
   */
  List<String> run(
      Subjects subjects, Types types, List<Corpus> copies, Corpus stored, double resolutionNanos)
      throws Fault {
    check(subjects, types);
    return mode instanceof Mode.Cold
        ? cold(subjects, types, copies.get(0), stored, resolutionNanos)
        : warm(subjects.open(subject, types), types, copies, resolutionNanos);
  }

  private List<String> warm(
      OpenSubject open, Types types, List<Corpus> copies, double resolutionNanos) throws Fault {
    Inputs[] inputs;
    Operation operation;
    try {
      inputs = Inputs.of(open, name, copies, types);
      operation =
          folder == null
              ? Operations.inMemory(open, name, inputs, types)
              : Operations.onFiles(open, name, inputs, folder);
    } catch (Exception | LinkageError | StackOverflowError e) {
      throw blamed("it cannot be made ready for '" + name.word() + "'", e);
    }
    try {
      Measured measured = new MeasuringLoop(operation, inputs.length).run(mode, resolutionNanos);
      return answers(measured, folder == null ? loopNanos(measured, inputs) : null);
    } catch (Exception | LinkageError | StackOverflowError e) {
      throw blamed("'" + name.word() + "' failed", e);
    }
  }

  /** The first call of a codec: it is set up within the call. */
  private List<String> cold(
      Subjects subjects, Types types, Corpus objects, Corpus stored, double resolutionNanos)
      throws Fault {
    try {
      Inputs[] inputs = Inputs.cold(subject, name, objects, stored, types);
      OpenSubject[] opened = new OpenSubject[1];
      Operation operation =
          (copy, sink) -> {
            opened[0] = subject.open(types);
            Operations.inMemory(opened[0], name, inputs, types).call(copy, sink);
          };
      Measured measured = new MeasuringLoop(operation, 1).run(mode, resolutionNanos);
      subjects.keep(subject, opened[0]);
      return answers(measured, null);
    } catch (Exception | LinkageError | StackOverflowError e) {
      subjects.keep(subject, null);
      throw blamed("'" + name.word() + "' failed", e);
    }
  }

  private void check(Subjects subjects, Types types) throws Fault {
    subject.require(name);
    boolean cold = mode instanceof Mode.Cold;
    Fault.require(folder == null || name.isWhole(), "sink 'file' is for serialize and deserialize");
    Fault.require(folder == null || !cold, "mode 'cold' has no sink 'file'");
    String none = "workload '%s' has no 'replay' here: it brings none for this runner";
    Fault.require(
        name != OperationName.REPLAY || types.replay() != null, none.formatted(types.workload()));
    Fault.require(
        !cold || encoded != null || !name.reads(), "mode 'cold' needs 'encoded' to read from");
    Fault.require(
        !cold || !subjects.used(), "mode 'cold' is for the first use of a codec in a process");
  }

  private static double loopNanos(Measured measured, Inputs[] inputs) throws Exception {
    Batches batches = measured.batches();
    int calls = (int) batches.get(batches.size() - 1, Column.CALLS);
    return new MeasuringLoop(Operations.handing(inputs), inputs.length).fastestCallNanos(calls);
  }

  private static List<String> answers(Measured measured, Double loopNanos) {
    Batches batches = measured.batches();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < batches.size(); i++) {
      lines.add(Answers.batch(batches, i));
    }
    JsonStringWriter done = Answers.of("done").value("batches", batches.size());
    done.value("steady", measured.steady()).value("canary_ns", measured.canaryNanos());
    done.value("loop_ns", loopNanos).value("sink", Long.toString(measured.sink()));
    lines.add(Answers.line(done));
    return lines;
  }

  private static Fault blamed(String what, Throwable thrown) {
    if (thrown instanceof Fault fault) {
      return fault;
    }
    if (thrown instanceof FileNotFoundException || thrown instanceof FileSystemException) {
      return new Fault(Fault.Kind.HOST, "the sink's folder: " + thrown, thrown);
    }
    return Fault.codec(what, thrown);
  }
}
