package wirelab.runner;

import com.google.protobuf.Message;
import java.util.Optional;
import wirelab.corpus.Corpus;
import wirelab.corpus.Difference;
import wirelab.fault.Fault;
import wirelab.measure.OpenSubject;
import wirelab.types.MessageType;
import wirelab.types.Replay;
import wirelab.types.Types;

/** What a subject does to a corpus outside of measuring: what it throws is the codec's fault. */
public final class RoundTrip {
  private final OpenSubject subject;
  private final Types types;

  /**
   * What a subject does.
   *
   * @param subject set up
   * @param types the workload's types
   */
  public RoundTrip(OpenSubject subject, Types types) {
    this.subject = subject;
    this.types = types;
  }

  private interface Step {
    Object apply(int place) throws Exception;
  }

  private static Corpus each(Corpus corpus, String what, Step step) throws Fault {
    Object[] made = new Object[corpus.size()];
    for (int i = 0; i < made.length; i++) {
      try {
        made[i] = step.apply(i);
      } catch (Throwable e) {
        throw Fault.codec(what + " object " + i, e);
      }
    }
    return corpus.with(made);
  }

  /** Domain objects to bytes, before the compressor. */
  public Corpus encode(Corpus objects) throws Fault {
    return each(
        objects,
        "it cannot encode",
        i -> subject.coder(objects.types()[i]).encode(objects.payloads()[i]));
  }

  /** Bytes as they are stored: behind the compressor, if there is one. */
  public Corpus store(Corpus encoded) throws Fault {
    return each(
        encoded,
        "its compressor cannot compress",
        i -> subject.stored((byte[]) encoded.payloads()[i]));
  }

  /** What is stored to domain objects, or to whatever the codec takes it for. */
  public Corpus decode(Corpus stored) throws Fault {
    return each(
        stored,
        "it cannot decode",
        i ->
            subject
                .coder(stored.types()[i])
                .decode(subject.encoded((byte[]) stored.payloads()[i])));
  }

  /** The first place where what was decoded is not what was encoded. */
  public Optional<Difference> difference(Corpus objects, Corpus decoded) {
    for (int i = 0; i < objects.size(); i++) {
      MessageType type = types.payloads().get(objects.types()[i]);
      Optional<Difference> found =
          difference(type, objects.payloads()[i], decoded.payloads()[i], "[" + i + "]");
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Optional<Difference> difference(
      MessageType type, Object object, Object decoded, String path) {
    if (!type.domainClass().isInstance(decoded)) {
      String actual = decoded == null ? "null" : decoded.getClass().getName();
      return Optional.of(new Difference(path, type.domainClass().getName(), actual));
    }
    Message actual;
    try {
      actual = type.build(decoded);
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      // A null where the domain type has none, an object of another class, a cycle.
      String what = Fault.describe(e) + " at " + e.getStackTrace()[0];
      return Optional.of(new Difference(path, "values of the domain type", what));
    }
    return Difference.first(path, type.build(object), actual);
  }

  /**
   * What objects add up to.
   *
   * @throws Fault workload: they do not fit each other
   */
  static Message replayed(Corpus objects, Types types) throws Fault {
    Replay replay = types.replay();
    int place = 0;
    try {
      Object state = replay.start();
      for (; place < objects.size(); place++) {
        Message columns = objects.columns()[place];
        Object beside = columns == null ? null : types.root().unbuild(columns);
        state = replay.step(state, beside, objects.payloads()[place]);
      }
      return types.replayed().build(replay.end(state));
    } catch (RuntimeException e) {
      String what = place < objects.size() ? "object " + place : "the corpus";
      String message = what + " cannot be replayed: " + Fault.describe(e);
      throw new Fault(Fault.Kind.WORKLOAD, message, e);
    }
  }
}
