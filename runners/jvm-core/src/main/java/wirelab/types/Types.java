package wirelab.types;

import java.util.List;

/**
 * What the rendered side of a workload gives: its domain types, and the conversions between them
 * and protobuf's generated message classes. One class implements it, made by the templates.
 */
public interface Types {
  /** Name of the class that implements this in a workload's own jar. */
  String IMPLEMENTATION = "wirelab.rendered.RenderedTypes";

  /**
   * The types that this process was started with.
   *
   * @throws ReflectiveOperationException if there are none on its class path
   */
  static Types rendered() throws ReflectiveOperationException {
    return (Types) Class.forName(IMPLEMENTATION).getDeclaredConstructor().newInstance();
  }

  /** The workload's name. */
  String workload();

  /** The type of a workload's root messages. */
  MessageType root();

  /** Name of the root's field that holds the payload, or null: then the root is the payload. */
  String payloadField();

  /**
   * What codecs encode: the root alone, or every member of the union within {@link
   * #payloadField()}, in ascending order of number.
   */
  List<MessageType> payloads();

  /** Folds objects into one, or null: the workload brings none for this runner. */
  default Replay replay() {
    return null;
  }

  /** The type of what {@link #replay()} ends with, or null without one. */
  default MessageType replayed() {
    return null;
  }
}
