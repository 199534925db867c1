package wirelab.runner;

import wirelab.corpus.Carrier;
import wirelab.corpus.Corpus;
import wirelab.fault.Fault;
import wirelab.measure.OpenSubject;
import wirelab.types.Replay;
import wirelab.types.Types;

/** What a subject does to a corpus outside of measuring: what it throws is the codec's fault. */
public final class RoundTrip {
  private final OpenSubject subject;

  /** What a subject does that is set up. */
  public RoundTrip(OpenSubject subject) {
    this.subject = subject;
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

  /**
   * The corpus file of what objects add up to.
   *
   * @throws Fault workload: they do not fit each other
   */
  static byte[] replayed(Corpus objects, Types types, Carrier carrier) throws Fault {
    Replay replay = types.replay();
    int place = 0;
    try {
      Object state = replay.start();
      for (; place < objects.size(); place++) {
        state = replay.step(state, objects.columns()[place], objects.payloads()[place]);
      }
      return carrier.writeReplayed(replay.end(state));
    } catch (RuntimeException e) {
      String what = place < objects.size() ? "object " + place : "the corpus";
      String message = what + " cannot be replayed: " + Fault.describe(e);
      throw new Fault(Fault.Kind.WORKLOAD, message, e);
    }
  }
}
