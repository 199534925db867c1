package wirelab.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import wirelab.codec.Codec;
import wirelab.codec.CodecInfo;
import wirelab.codec.Coder;
import wirelab.codec.Coders;
import wirelab.codec.Contract;
import wirelab.codec.Contract.Evolution;
import wirelab.codec.Contract.Output;
import wirelab.codec.Parameters;
import wirelab.corpus.Corpus;
import wirelab.fault.Fault;
import wirelab.measure.Mode;
import wirelab.measure.OperationName;
import wirelab.measure.SinkKind;
import wirelab.measure.Subject;
import wirelab.types.MessageType;
import wirelab.types.Types;

class WhoseFaultTest {
  private static final Corpus ONE = Corpus.of("object");

  /** A workload of one type, of which nobody asks anything. */
  private static final class OneType implements Types {
    @Override
    public String workload() {
      return "one";
    }

    @Override
    public MessageType root() {
      return null;
    }

    @Override
    public String payloadField() {
      return null;
    }

    @Override
    public List<MessageType> payloads() {
      return Collections.singletonList(null);
    }
  }

  /** A library that throws whatever it is told to. */
  private record Throwing(Throwable thrown) implements Codec, Coder {
    @Override
    public CodecInfo info() {
      Contract contract = Contract.of("any", Output.BYTES, Evolution.NONE);
      return new CodecInfo("throwing", "none", "none", "1", "", contract, List.of());
    }

    @Override
    public Coders open(Types types, Parameters parameters) {
      return type -> this;
    }

    @Override
    public byte[] encode(Object root) throws Exception {
      if (thrown instanceof Error error) {
        throw error;
      }
      throw (Exception) thrown;
    }

    @Override
    public Object decode(byte[] bytes) {
      return null;
    }

    Subject subject() {
      return new Subject(this, null, null);
    }
  }

  private static Fault.Kind inRoundTrip(Throwable thrown) throws Exception {
    RoundTrip trip = new RoundTrip(new Throwing(thrown).subject().open(new OneType()));
    return assertThrows(Fault.class, () -> trip.encode(ONE)).kind();
  }

  private static Fault.Kind whenMeasured(Throwable thrown) {
    Measuring asked =
        new Measuring(
            new Throwing(thrown).subject(),
            OperationName.SERIALIZE,
            new Mode.Fixed(0, 1, 1),
            SinkKind.MEMORY,
            null,
            null);
    List<Corpus> copies = List.of(ONE);
    return assertThrows(
            Fault.class, () -> asked.run(new Subjects(), new OneType(), null, copies, null, 1))
        .kind();
  }

  @Test
  void whateverALibraryThrowsIsTheCodecs() throws Exception {
    for (Throwable thrown :
        List.of(
            new AssertionError("no"), new StackOverflowError(), new java.io.IOException("no"))) {
      assertEquals(Fault.Kind.CODEC, inRoundTrip(thrown));
      assertEquals(Fault.Kind.CODEC, whenMeasured(thrown));
    }
  }

  @Test
  void butMemoryIsTheHosts() throws Exception {
    assertEquals(Fault.Kind.HOST, inRoundTrip(new OutOfMemoryError()));
    assertEquals(Fault.Kind.HOST, whenMeasured(new OutOfMemoryError()));
  }
}
