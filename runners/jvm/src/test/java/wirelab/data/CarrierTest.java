package wirelab.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.Message;
import java.util.Map;
import org.junit.jupiter.api.Test;
import wirelab.codec.Codecs;
import wirelab.codec.ConvertingCoder;
import wirelab.codec.Parameters;
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
    byte[] written = carrier.write(0, TYPES.object());
    Object read = carrier.read(0, written);
    assertSame(Sample.class, read.getClass());
    assertNotSame(read, carrier.read(0, written));
    assertArrayEquals(written, carrier.write(0, codec().decode(codec().encode(read))));
  }

  @Test
  void whatIsNotOfTheDomainTypesIsNotWritten() throws Exception {
    Carrier carrier = Carrier.of(TYPES);
    assertThrows(ClassCastException.class, () -> carrier.write(0, Map.of("name", "sample")));
    assertThrows(NullPointerException.class, () -> carrier.write(0, null));
    Sample without = (Sample) TYPES.object();
    without.setName(null);
    assertThrows(NullPointerException.class, () -> carrier.write(0, without));
    Sample wrong = (Sample) TYPES.object();
    @SuppressWarnings("unchecked") // as broken input makes them
    var tags = (java.util.List<Object>) (java.util.List<?>) wrong.getTags();
    tags.add(7);
    assertThrows(ClassCastException.class, () -> carrier.write(0, wrong));
  }

  @Test
  void filesHaveTheTypeAndTheLengthBeforeEachObject() throws Exception {
    String file = java.nio.file.Files.createTempFile("copy", ".objects").toString();
    byte[] many = new byte[300];
    new Copy(new Object[] {new byte[0], many}, new int[] {5, 129}, null).write(file);
    Copy read = Copy.read(file);
    assertArrayEquals(new int[] {5, 129}, read.types());
    assertEquals(0, ((byte[]) read.objects()[0]).length);
    assertArrayEquals(many, (byte[]) read.objects()[1]);
    assertEquals(2 + 4 + 300, java.nio.file.Files.size(java.nio.file.Path.of(file)));
  }

  private static ConvertingCoder codec() throws Exception {
    Parameters none = new Parameters(Map.of());
    return (ConvertingCoder)
        Codecs.available().get("protobuf-java").open(TYPES, none).of(TYPES.root());
  }
}
