package wirelab.sample;

import boopickle.Default;
import scala.pickling.Defaults;
import scala.pickling.Pickler;
import scala.pickling.Unpickler;
import wirelab.build.Rehearsed;
import wirelab.types.MessageType;
import wirelab.types.ScalaMessageType;

/** A text as a workload: the libraries have picklers of their own for it, so no macro is needed. */
public final class SampleTypes implements Rehearsed {
  private static final MessageType ROOT = new TextType();

  @Override
  public MessageType root() {
    return ROOT;
  }

  @Override
  public Object object() {
    return "sample <&> é";
  }

  private static final class TextType implements ScalaMessageType {
    @Override
    public String name() {
      return "Text";
    }

    @Override
    public Class<?> domainClass() {
      return String.class;
    }

    @Override
    public boopickle.Pickler<?> boopickle() {
      return Default.stringPickler();
    }

    @Override
    public Pickler<?> pickler() {
      return Defaults.stringPickler();
    }

    @Override
    public Unpickler<?> unpickler() {
      return (Unpickler<?>) Defaults.stringPickler();
    }
  }
}
