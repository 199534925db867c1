package wirelab.build;

import wirelab.types.MessageType;

/**
 * A sample for runners whose codecs all need classes that a compiler generates: a text, so what is
 * archived is the runner's own classes.
 */
public final class PlainSample implements Rehearsed {
  private record TextType(String name, Class<?> domainClass) implements MessageType {}

  @Override
  public MessageType root() {
    return new TextType("Text", String.class);
  }

  @Override
  public Object object() {
    return "sample";
  }
}
