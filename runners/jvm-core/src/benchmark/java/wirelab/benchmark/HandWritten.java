package wirelab.benchmark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import wirelab.corpus.Carrier;
import wirelab.corpus.Corpus;
import wirelab.measure.Batches;
import wirelab.measure.Batches.Column;
import wirelab.measure.Inputs;
import wirelab.measure.MeasuringLoop;
import wirelab.measure.Mode;
import wirelab.measure.OpenSubject;
import wirelab.measure.Operation;
import wirelab.measure.OperationName;
import wirelab.measure.Operations;
import wirelab.measure.Subject;
import wirelab.types.Types;

/**
 * What our adaptors cost: a codec's operation as the runner measures it, and the same in a loop
 * written by hand against the library, batches of both in turns in this very process.
 */
public final class HandWritten {
  private static final long BATCH_NANOS = 20_000_000;
  private static final Mode WARM_UP =
      new Mode.Steady(BATCH_NANOS, 5, 10, 0.02, 1_000_000_000L, 3_000_000_000L, null, null);
  private static final double RESOLUTION_NANOS = 100;
  private static final int COPIES = 8;
  private static final int TURNS = 15;
  private static final int BATCHES = 4;

  private HandWritten() {}

  /**
   * Measures.
   *
   * @param arguments a corpus, the codec, the name of a {@link Written} class for the same format,
   *     {@code serialize} or {@code deserialize}, {@code adaptor} or {@code hand} for who goes
   *     first
   */
  public static void main(String[] arguments) throws Exception {
    Types types = Types.rendered();
    Carrier carrier = Carrier.of(types);
    byte[] file = Files.readAllBytes(Path.of(arguments[0]));
    List<Corpus> copies = new ArrayList<>();
    for (int i = 0; i < COPIES; i++) {
      copies.add(carrier.readCorpus(file));
    }
    OpenSubject subject = Subject.of(arguments[1], Map.of(), null, null).open(types);
    Written written = (Written) Class.forName(arguments[2]).getDeclaredConstructor().newInstance();
    check(copies.get(0), subject, written, carrier);
    boolean serialize = arguments[3].equals("serialize");
    OperationName name = serialize ? OperationName.SERIALIZE : OperationName.DESERIALIZE;
    Inputs[] inputs = Inputs.of(subject, name, copies);
    MeasuringLoop adaptor = loop(Operations.inMemory(subject, name, inputs, types));
    MeasuringLoop byHand = loop(byHand(written, copies, serialize));
    boolean adaptorFirst = arguments[4].equals("adaptor");
    MeasuringLoop first = adaptorFirst ? adaptor : byHand;
    MeasuringLoop second = adaptorFirst ? byHand : adaptor;
    int calls = calls(first.run(WARM_UP, RESOLUTION_NANOS).batches());
    second.run(WARM_UP, RESOLUTION_NANOS);
    double[] firstNanos = new double[TURNS];
    double[] secondNanos = new double[TURNS];
    for (int turn = 0; turn < TURNS; turn++) {
      firstNanos[turn] = nanos(first, calls);
      secondNanos[turn] = nanos(second, calls);
    }
    double[] hand = adaptorFirst ? secondNanos : firstNanos;
    double[] ratios = new double[TURNS];
    for (int turn = 0; turn < TURNS; turn++) {
      double ratio = firstNanos[turn] / secondNanos[turn];
      ratios[turn] = adaptorFirst ? ratio : 1 / ratio;
    }
    String line = "{\"hand_ns\": %.1f, \"ratio\": %.6f}";
    System.out.println(String.format(Locale.ROOT, line, median(hand), median(ratios)));
    System.exit(0);
  }

  /** Both must do the same work. */
  private static void check(Corpus corpus, OpenSubject subject, Written written, Carrier carrier)
      throws Exception {
    Object[] read = new Object[corpus.size()];
    boolean alike = true;
    for (int i = 0; i < read.length; i++) {
      byte[] theirs = written.write(corpus.payloads()[i]);
      alike &= theirs.length == subject.coder(0).encode(corpus.payloads()[i]).length;
      read[i] = written.read(theirs);
    }
    if (!alike || carrier.difference(corpus, corpus.with(read)).isPresent()) {
      throw new IllegalStateException("the loop written by hand does not do what the codec does");
    }
  }

  private static MeasuringLoop loop(Operation operation) {
    return new MeasuringLoop(operation, COPIES);
  }

  private static Operation byHand(Written written, List<Corpus> copies, boolean serialize)
      throws Exception {
    Object[][] roots = copies.stream().map(Corpus::payloads).toArray(Object[][]::new);
    byte[][][] encoded = new byte[COPIES][][];
    for (int copy = 0; copy < COPIES; copy++) {
      encoded[copy] = new byte[roots[copy].length][];
      for (int i = 0; i < encoded[copy].length; i++) {
        encoded[copy][i] = written.write(roots[copy][i]);
      }
    }
    if (serialize) {
      return (copy, sink) -> {
        for (Object root : roots[copy]) {
          sink.take(written.write(root));
        }
      };
    }
    return (copy, sink) -> {
      for (byte[] bytes : encoded[copy]) {
        sink.take(written.read(bytes));
      }
    };
  }

  private static int calls(Batches batches) {
    return (int) batches.get(batches.size() - 1, Column.CALLS);
  }

  /** Nanoseconds a call: this thread's own, which other work on the machine disturbs least. */
  private static double nanos(MeasuringLoop loop, int calls) throws Exception {
    Batches batches = loop.run(new Mode.Fixed(0, BATCHES, calls), RESOLUTION_NANOS).batches();
    double[] nanos = new double[BATCHES];
    for (int i = 0; i < BATCHES; i++) {
      nanos[i] = (double) batches.get(batches.size() - BATCHES + i, Column.CPU_NS) / calls;
    }
    return median(nanos);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
