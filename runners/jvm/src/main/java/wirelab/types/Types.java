package wirelab.types;

import com.google.protobuf.Message;
import com.google.protobuf.Parser;

/**
 * What the rendered side of a workload gives: its domain types, and the conversions between them
 * and protobuf's generated message classes. One class implements it, made by the templates.
 */
public interface Types {
  /** Name of the class that implements this in a workload's own jar. */
  String IMPLEMENTATION = "wirelab.rendered.RenderedTypes";

  /** The workload's name. */
  String workload();

  /** The domain class of the root. */
  Class<?> rootClass();

  /** The root's message class. */
  Class<? extends Message> messageClass();

  /** Reads the root's message. */
  Parser<? extends Message> parser();

  /**
   * From domain objects to messages.
   *
   * @param root an instance of {@link #rootClass()}
   */
  Message build(Object root);

  /**
   * From messages to domain objects.
   *
   * @param message an instance of {@link #messageClass()}
   * @throws Unrepresentable if the message holds a value that the domain types have no place for
   */
  Object unbuild(Message message);
}
