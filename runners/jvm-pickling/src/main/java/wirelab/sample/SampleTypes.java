package wirelab.sample;

import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import com.google.protobuf.StringValue;
import java.math.BigInteger;
import java.util.List;
import scala.pickling.Defaults;
import scala.pickling.Pickler;
import scala.pickling.Unpickler;
import wirelab.build.Rehearsed;
import wirelab.corpus.Frames;
import wirelab.types.MessageType;
import wirelab.types.PickledType;

/** A number as a workload: the library has a pickler of its own for it, so no macro is needed. */
public final class SampleTypes implements Rehearsed {
  private static final MessageType ROOT = new NumberType();

  @Override
  public MessageType root() {
    return ROOT;
  }

  @Override
  public byte[] corpus() {
    return Frames.write(List.of(ROOT.build(BigInteger.TWO.pow(99)).toByteArray()));
  }

  private static final class NumberType implements PickledType {
    @Override
    public String name() {
      return "Number";
    }

    @Override
    public Class<?> domainClass() {
      return BigInteger.class;
    }

    @Override
    public Class<? extends Message> messageClass() {
      return StringValue.class;
    }

    @Override
    public Parser<? extends Message> parser() {
      return StringValue.parser();
    }

    @Override
    public Message build(Object object) {
      return StringValue.of(object.toString());
    }

    @Override
    public Object unbuild(Message message) {
      return new BigInteger(((StringValue) message).getValue());
    }

    @Override
    public Pickler<?> pickler() {
      return Defaults.javaBigIntegerPickler();
    }

    @Override
    public Unpickler<?> unpickler() {
      return (Unpickler<?>) Defaults.javaBigIntegerPickler();
    }
  }
}
