package wirelab.types;

import com.google.protobuf.Message;

/** A message type as the class that protoc makes of it. */
public interface ProtobufType {
  /** A message without any field, which knows its parser. */
  Message empty();

  /** From a domain object. */
  Message build(Object object);

  /**
   * To a domain object.
   *
   * @param message of the class of {@link #empty()}
   * @throws Unrepresentable if the message holds a value that the domain types have no place for
   */
  Object unbuild(Message message);
}
