package wirelab.runner;

import com.grack.nanojson.JsonStringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import wirelab.corpus.Carrier;
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
import wirelab.measure.SinkKind;
import wirelab.measure.Subject;
import wirelab.measure.TableOperations;
import wirelab.types.Types;

/**
 * The request {@code measure}.
 *
 * @param subject what is measured
 * @param name what one call does
 * @param mode how it is measured
 * @param sink where bytes go and come from
 * @param folder of the sink, or null for the sink in memory
 * @param encoded the input of reading operations in mode `cold`, or null
 */
record Measuring(
    Subject subject, OperationName name, Mode mode, SinkKind sink, Path folder, Path encoded) {
  private static final Map<String, OperationName> OPERATIONS =
      Arrays.stream(OperationName.values())
          .collect(Collectors.toMap(OperationName::word, Function.identity()));
  private static final Map<String, SinkKind> SINKS =
      Arrays.stream(SinkKind.values())
          .collect(Collectors.toMap(SinkKind::word, Function.identity()));

  static Measuring parse(Fields request) throws Fault {
    Fields sink = request.object("sink");
    SinkKind kind = sink.choice("kind", SINKS);
    Path folder = sink.optionalPath("folder");
    boolean inMemory = kind == SinkKind.MEMORY;
    Fault.require(
        inMemory == (folder == null), "sinks 'file' and 'table', and no other, need a folder");
    OperationName name = request.choice("operation", OPERATIONS);
    Mode mode = mode(request.object("mode"));
    Path encoded = request.optionalPath("encoded");
    return new Measuring(Subjects.named(request), name, mode, kind, folder, encoded);
  }

  private static Mode mode(Fields mode) throws Fault {
    String kind = mode.text("kind");
    switch (kind) {
      case "steady":
        Fields warmUp = mode.object("warm_up");
        Mode.Fast fast = null;
        if (mode.has("fast")) {
          Fields rule = mode.object("fast");
          fast = new Mode.Fast(rule.count("canary_ns", 1), rule.count("max_ns", 0));
        }
        Mode.Window window = null;
        if (mode.has("window")) {
          Fields rule = mode.object("window");
          window = new Mode.Window(rule.number("collections", 1), rule.count("max_ns", 0));
        }
        return new Mode.Steady(
            mode.count("batch_ns", 1),
            mode.number("batches", 1),
            warmUp.number("window", 1, 5),
            warmUp.positive("tolerance", 0.02),
            warmUp.count("min_ns", 0),
            warmUp.count("max_ns", 0),
            fast,
            window);
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
   * @param carrier of the workload's objects
   * @return the answers' lines
   */
  List<String> run(
      Subjects subjects,
      Types types,
      Carrier carrier,
      List<Corpus> copies,
      Corpus stored,
      double resolutionNanos)
      throws Fault {
    check(subjects, types);
    boolean cold = mode instanceof Mode.Cold;
    OpenSubject[] open = {cold ? null : subjects.open(subject, types)};
    String doing = "it cannot be made ready for '" + name.word() + "'";
    try {
      Inputs[] inputs =
          cold
              ? Inputs.cold(subject, name, copies.get(0), stored, types)
              : Inputs.of(open[0], name, copies);
      Measured measured;
      try (Operation operation =
          cold ? first(open, inputs, types) : operation(open[0], inputs, types, carrier)) {
        doing = "'" + name.word() + "' failed";
        measured = new MeasuringLoop(operation, inputs.length).run(mode, resolutionNanos);
      }
      boolean inLoop = folder == null && !cold;
      long[] checksums = inLoop ? Operations.checksums(open[0], name, inputs) : null;
      return answers(measured, checksums, inLoop ? loopNanos(measured, inputs) : null);
    } catch (Fault e) {
      throw e; // the sink's
    } catch (Throwable e) {
      throw Fault.codec(doing, e);
    } finally {
      subjects.keep(subject, open[0]);
    }
  }

  private Operation operation(OpenSubject open, Inputs[] inputs, Types types, Carrier carrier)
      throws Exception {
    return switch (sink) {
      case MEMORY -> Operations.inMemory(open, name, inputs, types);
      case FILE -> Operations.onFiles(open, name, inputs, folder);
      case TABLE -> TableOperations.of(open, name, inputs, types, carrier, folder);
    };
  }

  /** The first call of a codec: it is set up within the call. */
  private Operation first(OpenSubject[] opened, Inputs[] inputs, Types types) {
    return (copy, sink) -> {
      opened[0] = subject.open(types);
      Operations.inMemory(opened[0], name, inputs, types).call(copy, sink);
    };
  }

  private void check(Subjects subjects, Types types) throws Fault {
    subject.require(name);
    boolean cold = mode instanceof Mode.Cold;
    Fault.require(sink.takes(name), "sink '%s' is not for %s".formatted(sink.word(), name.word()));
    Fault.require(folder == null || !cold, "mode 'cold' has no sink '" + sink.word() + "'");
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

  private static List<String> answers(Measured measured, long[] checksums, Double loopNanos) {
    Batches batches = measured.batches();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < batches.size(); i++) {
      lines.add(Answers.batch(batches, i));
    }
    JsonStringWriter done = Answers.of("done").value("batches", batches.size());
    done.value("steady", measured.steady()).value("canary_ns", measured.canaryNanos());
    done.value("loop_ns", loopNanos).value("sink", Long.toString(measured.sink()));
    if (checksums != null) {
      done.array("checksums", LongStream.of(checksums).boxed().toList());
    }
    lines.add(Answers.line(done));
    return lines;
  }
}
