package wirelab.runner;

import java.nio.file.Path;
import java.util.function.Consumer;
import wirelab.corpus.Corpus;
import wirelab.corpus.Digests;
import wirelab.corpus.EncodedFile;
import wirelab.fault.Fault;
import wirelab.measure.Batches;
import wirelab.measure.Canary;
import wirelab.measure.Measured;
import wirelab.measure.MeasuringLoop;
import wirelab.measure.Mode;
import wirelab.measure.OpenSubject;
import wirelab.measure.Operation;
import wirelab.measure.OperationName;
import wirelab.measure.Operations;
import wirelab.measure.Subject;
import wirelab.types.Types;

/** What a process knows, and its answer to each request. */
final class Runner {
  static final int MAJOR = 1;
  static final int MINOR = 0;

  private final Consumer<String> answers;
  private final Workloads workloads;
  private Host host;
  private Types types;
  private Corpus corpus;

  /**
   * A runner.
   *
   * @param answers takes each line of an answer
   * @param workloads finds types
   */
  Runner(Consumer<String> answers, Workloads workloads) {
    this.answers = answers;
    this.workloads = workloads;
  }

  /**
   * Answers a request.
   *
   * @return whether there may be more; false after {@code bye}
   * @throws Fault instead of an answer
   */
  boolean answer(Request request) throws Fault {
    if (request instanceof Request.Bye) {
      return false;
    }
    if (request instanceof Request.Hello hello) {
      hello(hello);
      return true;
    }
    require(host != null, "the first request has to be 'hello'");
    if (request instanceof Request.Canary canary) {
      answers.accept(Answers.canaryTimed(Canary.time(canary.repetitions())));
    } else if (request instanceof Request.Load load) {
      load(load);
    } else if (request instanceof Request.Decode decode) {
      decode(decode);
    } else {
      require(corpus != null, "no corpus is loaded: 'load' comes first");
      onCorpus(request);
    }
    return true;
  }

  private void onCorpus(Request request) throws Fault {
    if (request instanceof Request.Verify verify) {
      RoundTrip trip = new RoundTrip(open(verify.subject().resolve(), types), types);
      answers.accept(trip.verify(corpus));
    } else if (request instanceof Request.Encode encode) {
      encode(encode);
    } else if (request instanceof Request.Measure measure) {
      measure(measure);
    }
  }

  private static void require(boolean met, String message) throws Fault {
    if (!met) {
      throw new Fault(Fault.Kind.REQUEST, message);
    }
  }

  private void hello(Request.Hello hello) throws Fault {
    String what = "this runner speaks protocol %d.%d, the lab speaks %d.%d";
    require(hello.major() == MAJOR, what.formatted(MAJOR, MINOR, hello.major(), hello.minor()));
    host = new Host();
    answers.accept(Answers.ready(host));
  }

  private void load(Request.Load load) throws Fault {
    byte[] bytes = FileAccess.read(load.corpus());
    String digest = Digests.of(bytes);
    if (!digest.equals(load.digest())) {
      String what = "the corpus %s has digest %s, not %s";
      throw new Fault(Fault.Kind.WORKLOAD, what.formatted(load.corpus(), digest, load.digest()));
    }
    Types found = workloads.types(load.workload());
    Corpus read = Corpus.read(bytes, load.copies(), found);
    types = found;
    corpus = read;
    String rewritten = Digests.of(read.write(read.objects(), found));
    answers.accept(Answers.loaded(read.objects().length, rewritten));
  }

  private void encode(Request.Encode encode) throws Fault {
    RoundTrip trip = new RoundTrip(open(encode.subject().resolve(), types), types);
    EncodedFile encoded = trip.encode(corpus);
    byte[] file = encoded.write();
    FileAccess.write(encode.file(), file);
    long bytes = encoded.encoded().stream().mapToLong(each -> each.length).sum();
    answers.accept(Answers.encoded(bytes, Digests.of(file)));
  }

  private void decode(Request.Decode decode) throws Fault {
    Subject subject = decode.subject().resolve();
    Types found = workloads.types(decode.workload());
    EncodedFile file = EncodedFile.read(FileAccess.read(decode.file()), found);
    Object[] objects = new RoundTrip(open(subject, found), found).decode(file);
    byte[] written = written(file.corpus(objects), found);
    FileAccess.write(decode.corpus(), written);
    answers.accept(Answers.decoded(objects.length, Digests.of(written)));
  }

  private static byte[] written(Corpus decoded, Types types) throws Fault {
    try {
      return decoded.write(decoded.objects(), types);
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      throw Fault.codec("what it decoded is not of the domain types", e);
    }
  }

  private void measure(Request.Measure measure) throws Fault {
    Subject subject = measure.subject().resolve();
    subject.require(measure.operation());
    MeasuringLoop loop = loop(subject, measure);
    Measured measured;
    try {
      measured = loop.run(measure.mode());
    } catch (java.io.FileNotFoundException | java.nio.file.FileSystemException e) {
      throw new Fault(Fault.Kind.HOST, "the sink's folder: " + e, e);
    } catch (Exception | LinkageError | StackOverflowError e) {
      throw Fault.codec("'" + measure.operation().word() + "' failed", e);
    }
    Batches batches = measured.batches();
    for (int i = 0; i < batches.size(); i++) {
      answers.accept(Answers.batch(batches, i));
    }
    answers.accept(Answers.done(batches.size(), measured.steady(), measured.sink()));
  }

  private MeasuringLoop loop(Subject subject, Request.Measure measure) throws Fault {
    OperationName name = measure.operation();
    boolean whole = name == OperationName.SERIALIZE || name == OperationName.DESERIALIZE;
    boolean cold = measure.mode() instanceof Mode.Cold;
    require(measure.folder() == null || whole, "sink 'file' is for serialize and deserialize");
    require(measure.folder() == null || !cold, "mode 'cold' has no sink 'file'");
    require(
        name != OperationName.REPLAY || types.replay() != null,
        "workload '%s' has no 'replay' here: it brings none for this runner"
            .formatted(types.workload()));
    EncodedFile encoded =
        measure.encoded() == null
            ? null
            : EncodedFile.read(FileAccess.read(measure.encoded()), types);
    require(!cold || encoded != null || !name.reads(), "mode 'cold' needs 'encoded' to read from");
    try {
      if (cold) {
        Object[] inputs = Operations.coldInputs(subject, name, types, corpus, encoded);
        int[] places = encoded == null ? corpus.payloadTypes() : encoded.payloadTypes();
        Operation first =
            name == OperationName.REPLAY
                ? Operations.coldReplay(
                    subject, types, inputs, places, Operations.columns(encoded.columns(), types))
                : Operations.cold(subject, name, types, inputs, places);
        return new MeasuringLoop(first, 1, host.timerResolutionNanos());
      }
      return new MeasuringLoop(
          prepare(subject.open(types), name, measure.folder()),
          corpus.copies().length,
          host.timerResolutionNanos());
    } catch (java.nio.file.FileSystemException e) {
      throw new Fault(Fault.Kind.HOST, "the sink's folder: " + e, e);
    } catch (Exception | LinkageError e) {
      throw Fault.codec("it cannot be made ready for '" + name.word() + "'", e);
    }
  }

  private Operation prepare(OpenSubject subject, OperationName name, Path folder) throws Exception {
    return folder == null
        ? Operations.inMemory(subject, name, corpus, types)
        : Operations.onFiles(subject, name, corpus, folder);
  }

  private static OpenSubject open(Subject subject, Types types) throws Fault {
    try {
      return subject.open(types);
    } catch (Exception | LinkageError e) {
      String what = "codec '" + subject.codec().info().name() + "' cannot be set up";
      throw Fault.codec(what, e);
    }
  }
}
