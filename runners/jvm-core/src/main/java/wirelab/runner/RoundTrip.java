package wirelab.runner;

import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import wirelab.corpus.Canonical;
import wirelab.corpus.Corpus;
import wirelab.corpus.Difference;
import wirelab.corpus.Digests;
import wirelab.corpus.EncodedFile;
import wirelab.corpus.Frames;
import wirelab.fault.Fault;
import wirelab.measure.OpenSubject;
import wirelab.measure.Operations;
import wirelab.types.MessageType;
import wirelab.types.Replay;
import wirelab.types.Types;

/** What a subject does to a corpus outside of measuring: verify, encode, decode. */
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

  /** Encodes, decodes and compares every object; the answer to verify. */
  public String verify(Corpus corpus) throws Fault {
    Object[] objects = corpus.objects();
    int[] payloadTypes = corpus.payloadTypes();
    long encodedBytes = 0;
    long storedBytes = 0;
    Object[] decoded = new Object[objects.length];
    for (int i = 0; i < objects.length; i++) {
      byte[] encoded = encode(objects[i], payloadTypes[i], i);
      byte[] stored = store(encoded, i);
      encodedBytes += encoded.length;
      storedBytes += stored.length;
      decoded[i] = decode(stored, payloadTypes[i], i);
      MessageType type = types.payloads().get(payloadTypes[i]);
      Optional<Difference> difference = compare(type, objects[i], decoded[i], "[" + i + "]");
      if (difference.isPresent()) {
        return Answers.mismatch(difference.get());
      }
    }
    String digest = Digests.of(corpus.write(decoded, types));
    return Answers.verified(
        encodedBytes,
        subject.compressor() == null ? null : storedBytes,
        digest,
        replayed(corpus, decoded));
  }

  /** Digest of what the objects add up to; null for a workload without a replay. */
  private String replayed(Corpus corpus, Object[] objects) throws Fault {
    Replay replay = types.replay();
    if (replay == null) {
      return null;
    }
    Object[] columns = Operations.columns(corpus.columns(), types);
    Object state = replay.start();
    for (int i = 0; i < objects.length; i++) {
      state = step(replay, state, columns[i], objects[i], i);
    }
    Message message = types.replayed().build(end(replay, state));
    return Digests.of(Frames.write(List.of(Canonical.sorted(message).toByteArray())));
  }

  private static Object step(Replay replay, Object state, Object columns, Object payload, int index)
      throws Fault {
    try {
      return replay.step(state, columns, payload);
    } catch (RuntimeException e) {
      String what = "object " + index + " cannot be replayed: " + Fault.describe(e);
      throw new Fault(Fault.Kind.WORKLOAD, what, e);
    }
  }

  private static Object end(Replay replay, Object state) throws Fault {
    try {
      return replay.end(state);
    } catch (RuntimeException e) {
      String what = "the corpus cannot be replayed: " + Fault.describe(e);
      throw new Fault(Fault.Kind.WORKLOAD, what, e);
    }
  }

  /** Each object as it is stored, in order. */
  EncodedFile encode(Corpus corpus) throws Fault {
    Object[] objects = corpus.objects();
    List<byte[]> stored = new ArrayList<>(objects.length);
    for (int i = 0; i < objects.length; i++) {
      stored.add(store(encode(objects[i], corpus.payloadTypes()[i], i), i));
    }
    return new EncodedFile(stored, corpus.payloadTypes(), corpus.columns());
  }

  /** Each object from what is stored, in order. */
  Object[] decode(EncodedFile file) throws Fault {
    Object[] objects = new Object[file.encoded().size()];
    for (int i = 0; i < objects.length; i++) {
      objects[i] = decode(file.encoded().get(i), file.payloadTypes()[i], i);
    }
    return objects;
  }

  private byte[] encode(Object object, int payloadType, int index) throws Fault {
    try {
      return subject.coder(payloadType).encode(object);
    } catch (Exception | LinkageError | StackOverflowError e) {
      throw Fault.codec("it cannot encode object " + index, e);
    }
  }

  private byte[] store(byte[] encoded, int index) throws Fault {
    try {
      return subject.stored(encoded);
    } catch (Exception | LinkageError e) {
      throw Fault.codec("its compressor cannot compress object " + index, e);
    }
  }

  private Object decode(byte[] stored, int payloadType, int index) throws Fault {
    try {
      return subject.coder(payloadType).decode(subject.encoded(stored));
    } catch (Exception | LinkageError | StackOverflowError e) {
      throw Fault.codec("it cannot decode object " + index, e);
    }
  }

  private static Optional<Difference> compare(
      MessageType type, Object object, Object decoded, String path) throws Fault {
    Message expected = type.build(object);
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
    return Difference.first(path, expected, actual);
  }
}
