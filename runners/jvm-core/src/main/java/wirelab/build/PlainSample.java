package wirelab.build;

import wirelab.types.MessageType;

/**
 * A sample for runners whose codecs all need classes that a compiler generates: a text, so what is
 * archived is the runner's own classes.
 */
public final class PlainSample implements Rehearsed {
  private static final MessageType ROOT = new TextType();

  @Override
  public MessageType root() {
    return ROOT;
  }

  @Override
  public Object object() {
    return "sample";
  }

  private static final class TextType implements MessageType {
    @Override
    public String name() {
      return "Text";
    }

    @Override
    public Class<?> domainClass() {
      return String.class;
    }
  }
}
