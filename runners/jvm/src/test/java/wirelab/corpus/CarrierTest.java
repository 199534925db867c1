package wirelab.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import com.google.protobuf.Message;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import wirelab.codec.ConvertingCoder;
import wirelab.measure.Subject;
import wirelab.sample.Sample;
import wirelab.sample.SampleTypes;

class CarrierTest {
  private static final SampleTypes TYPES = new SampleTypes();

  @Test
  void itsMessagesAreNotThoseOfTheCodec() throws Exception {
    ClassLoader ours = Carrier.of(TYPES).getClass().getClassLoader();
    assertNotSame(Message.class, ours.loadClass(Message.class.getName()));
    for (String own :
        new String[] {"wirelab.types.Logical", "wirelab.sample.ProtobufBindings$SampleType"}) {
      assertNotSame(Class.forName(own), ours.loadClass(own));
    }
    Object message = codec().build(TYPES.object());
    assertSame(Message.class.getClassLoader(), message.getClass().getClassLoader());
    assertNotSame(message.getClass(), ours.loadClass(message.getClass().getName()));
  }

  @Test
  void itsObjectsAreThoseOfTheCodec() throws Exception {
    Carrier carrier = Carrier.of(TYPES);
    assertSame(carrier.getClass(), Carrier.of(TYPES).getClass(), "one copy serves all");
    Corpus read = carrier.readCorpus(carrier.writeCorpus(Corpus.of(TYPES.object())));
    assertSame(Sample.class, read.payloads()[0].getClass());
    Corpus decoded = Corpus.of(codec().decode(codec().encode(read.payloads()[0])));
    assertEquals(Optional.empty(), carrier.difference(read, decoded));
    ((Sample) decoded.payloads()[0]).setName("another");
    Difference difference = carrier.difference(read, decoded).orElseThrow();
    assertEquals("[0].name", difference.path());
    assertNotEquals(difference.expected(), difference.actual());
  }

  private static ConvertingCoder codec() throws Exception {
    Subject subject = Subject.of("protobuf-java", Map.of(), null, null);
    return (ConvertingCoder) subject.open(TYPES).coder(0);
  }
}
