package wirelab.runner;

import com.grack.nanojson.JsonStringWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import wirelab.corpus.Carrier;
import wirelab.corpus.Corpus;
import wirelab.corpus.Difference;
import wirelab.fault.Fault;
import wirelab.measure.Subject;
import wirelab.types.Types;

/** What a process knows, and its answer to each request. */
final class Runner {
  static final int MAJOR = 1;
  static final int MINOR = 3;

  private final Consumer<String> answers;
  private final Callable<Types> rendered;
  private final Subjects subjects = new Subjects();
  private double timerResolutionNanos; // 0 before `hello`
  private Types types;
  private Carrier carrier;
  private List<Corpus> copies;

  /**
   * A runner.
   *
   * @param answers takes each line of an answer
   * @param rendered the types of the one workload that this process has; throws if it has none
   */
  Runner(Consumer<String> answers, Callable<Types> rendered) {
    this.answers = answers;
    this.rendered = rendered;
  }

  /**
   * Answers a request.
   *
   * @return whether there may be more; false after {@code bye}
   * @throws Fault instead of an answer
   * @throws IOException likewise: a file cannot be read or written
   */
  boolean answer(Fields request) throws Fault, IOException {
    String type = request.text("type");
    switch (type) {
      case "hello" -> hello(request);
      case "load" -> load(request);
      case "verify" -> verify(request);
      case "measure" -> measure(request);
      case "encode" -> encode(request);
      case "decode" -> decode(request);
      case "bye" -> {
        return false;
      }
      default -> throw new Fault(Fault.Kind.REQUEST, "there is no request '" + type + "'");
    }
    return true;
  }

  private void say(JsonStringWriter answer) {
    answers.accept(Answers.line(answer));
  }

  private void hello(Fields request) throws Fault {
    Fields version = request.object("protocol");
    long major = version.count("major", 0);
    long minor = version.count("minor", 0);
    String what = "this runner speaks protocol %d.%d, the lab speaks %d.%d";
    Fault.require(major == MAJOR, what.formatted(MAJOR, MINOR, major, minor));
    timerResolutionNanos = Host.measureTimerResolution();
    answers.accept(Answers.ready(timerResolutionNanos));
  }

  private void load(Fields request) throws Fault, IOException {
    String workload = request.text("workload");
    List<Path> corpora = request.paths("corpora");
    requireGreeted();
    requireTypes(workload);
    List<Corpus> read = new ArrayList<>();
    for (Path corpus : corpora) {
      read.add(carrier.readCorpus(Files.readAllBytes(corpus)));
    }
    copies = read;
    say(Answers.of("loaded").value("objects", copies.get(0).size()));
  }

  private void verify(Fields request) throws Fault, IOException {
    Path file = request.path("decoded");
    Path replayed = request.optionalPath("replayed");
    Corpus objects = copy(request);
    Subject subject = Subjects.named(request);
    RoundTrip trip = new RoundTrip(subjects.open(subject, types));
    Corpus encoded = trip.encode(objects);
    Corpus stored = trip.store(encoded);
    Corpus decoded = trip.decode(stored);
    Optional<Difference> difference = carrier.difference(objects, decoded);
    if (difference.isPresent()) {
      Difference found = difference.get();
      say(
          Answers.of("mismatch")
              .value("path", found.path())
              .value("expected", found.expected())
              .value("actual", found.actual()));
      return;
    }
    Files.write(file, carrier.writeCorpus(decoded));
    boolean replays = replayed != null && types.replay() != null;
    if (replays) {
      Files.write(replayed, RoundTrip.replayed(decoded, types, carrier));
    }
    say(
        Answers.of("verified")
            .value("encoded_bytes", bytes(encoded))
            .value("compressed_bytes", subject.compressor() == null ? null : bytes(stored))
            .value("replayed", replays));
  }

  private void measure(Fields request) throws Fault, IOException {
    requireLoaded();
    Measuring asked = Measuring.parse(request);
    Corpus stored =
        asked.encoded() == null ? null : carrier.readEncoded(Files.readAllBytes(asked.encoded()));
    asked.run(subjects, types, carrier, copies, stored, timerResolutionNanos).forEach(answers);
  }

  private void encode(Fields request) throws Fault, IOException {
    Path file = request.path("file");
    Corpus objects = copy(request);
    RoundTrip trip = new RoundTrip(subjects.open(Subjects.named(request), types));
    Corpus stored = trip.store(trip.encode(objects));
    Files.write(file, carrier.writeEncoded(stored));
    say(Answers.of("encoded").value("bytes", bytes(stored)));
  }

  private void decode(Fields request) throws Fault, IOException {
    String workload = request.text("workload");
    Path file = request.path("file");
    Path corpus = request.path("corpus");
    Subject subject = Subjects.named(request);
    requireGreeted();
    requireTypes(workload);
    Corpus stored = carrier.readEncoded(Files.readAllBytes(file));
    Corpus decoded = new RoundTrip(subjects.open(subject, types)).decode(stored);
    byte[] written;
    try {
      written = carrier.writeCorpus(decoded);
    } catch (Throwable e) {
      throw Fault.codec("what it decoded is not of the domain types", e);
    }
    Files.write(corpus, written);
    say(Answers.of("decoded").value("objects", decoded.size()));
  }

  private void requireGreeted() throws Fault {
    Fault.require(timerResolutionNanos > 0, "the first request has to be 'hello'");
  }

  private void requireLoaded() throws Fault {
    requireGreeted();
    Fault.require(copies != null, "no corpus is loaded: 'load' comes first");
  }

  private void requireTypes(String workload) throws Fault {
    if (types == null) {
      try {
        types = rendered.call();
        carrier = Carrier.of(types);
      } catch (ClassNotFoundException e) {
        String why = "this process was started without any workload's types";
        throw new Fault(Fault.Kind.WORKLOAD, "there is no workload '" + workload + "': " + why);
      } catch (Exception e) {
        throw new Fault(Fault.Kind.RUNNER, "the rendered types do not start: " + e, e);
      }
    }
    if (!types.workload().equals(workload)) {
      String what = "this process has the types of workload '%s', not of '%s'";
      throw new Fault(Fault.Kind.WORKLOAD, what.formatted(types.workload(), workload));
    }
  }

  private Corpus copy(Fields request) throws Fault {
    int index = request.number("copy_index", 0, 0);
    requireLoaded();
    Fault.require(index < copies.size(), "there is no copy " + index + " of " + copies.size());
    return copies.get(index);
  }

  private static Long bytes(Corpus encoded) {
    return Arrays.stream(encoded.payloads()).mapToLong(each -> ((byte[]) each).length).sum();
  }
}
