package wirelab.sample;

import java.math.BigInteger;
import scala.pickling.Defaults;
import scala.pickling.Pickler;
import scala.pickling.Unpickler;
import wirelab.build.Rehearsed;
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
  public Object object() {
    return BigInteger.TWO.pow(99);
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
    public Pickler<?> pickler() {
      return Defaults.javaBigIntegerPickler();
    }

    @Override
    public Unpickler<?> unpickler() {
      return (Unpickler<?>) Defaults.javaBigIntegerPickler();
    }
  }
}
