package wirelab.types;

import com.google.protobuf.Message;
import com.google.protobuf.Parser;

/**
 * A message type of the workload, as its domain class and as protobuf's generated class. The
 * templates make one for the root, and one for each payload.
 */
public interface MessageType {
  /** Its name: that of the domain class, without its package. */
  String name();

  /** The domain class; for a sum type the class of all its cases. */
  Class<?> domainClass();

  /** The message class. */
  Class<? extends Message> messageClass();

  /** Reads the message. */
  Parser<? extends Message> parser();

  /**
   * From domain objects to messages.
   *
   * @param object an instance of {@link #domainClass()}
   */
  Message build(Object object);

  /**
   * From messages to domain objects.
   *
   * @param message an instance of {@link #messageClass()}
   * @throws Unrepresentable if the message holds a value that the domain types have no place for
   */
  Object unbuild(Message message);
}
