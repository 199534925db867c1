package wirelab.corpus;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.Message;
import java.util.Comparator;
import java.util.List;
import wirelab.types.MessageType;
import wirelab.types.Types;
import wirelab.types.Unrepresentable;

/**
 * Takes the payload out of a root message, and puts it back: without a payload field the root
 * itself, with one the set member of the union within. What is left of the root are its columns.
 */
public final class Payloads {
  private final MessageType root;
  private final List<MessageType> types;
  private final FieldDescriptor field;
  private final OneofDescriptor union;
  private final List<FieldDescriptor> members; // in ascending order of number

  /** The payloads of a workload. */
  public Payloads(Types workload) {
    root = workload.root();
    types = workload.payloads();
    if (workload.payloadField() == null) {
      field = null;
      union = null;
      members = List.of();
    } else {
      Message empty = com.google.protobuf.Internal.getDefaultInstance(root.messageClass());
      field = empty.getDescriptorForType().findFieldByName(workload.payloadField());
      union = field.getMessageType().getOneofs().get(0);
      members =
          union.getFields().stream()
              .sorted(Comparator.comparingInt(FieldDescriptor::getNumber))
              .toList();
    }
  }

  /** Whether objects have columns beside their payload. */
  public boolean haveColumns() {
    return field != null;
  }

  /**
   * Which of {@link Types#payloads()} the payload of a root message is.
   *
   * @throws Unrepresentable if no member is set
   */
  public int typeOf(Message message) {
    if (field == null) {
      return 0;
    }
    return members.indexOf(member(message));
  }

  /** The payload of a root message, as a domain object. */
  public Object payloadOf(Message message) {
    Message payload =
        field == null
            ? message
            : (Message) ((Message) message.getField(field)).getField(member(message));
    return types.get(typeOf(message)).unbuild(payload);
  }

  /** The root message with an empty payload of the same type; null if there are no columns. */
  public Message columnsOf(Message message) {
    if (field == null) {
      return null;
    }
    return holding(message, member(message), null);
  }

  /**
   * The root message of a payload.
   *
   * @param columns what {@link #columnsOf} gave
   * @param type which of {@link Types#payloads()} the payload is
   * @param payload a domain object
   */
  public Message rootOf(Message columns, int type, Object payload) {
    Message message = types.get(type).build(payload);
    if (field == null) {
      return message;
    }
    return holding(columns, members.get(type), message);
  }

  /** A root message with another payload; null for an empty one. */
  private Message holding(Message columns, FieldDescriptor member, Message payload) {
    Message.Builder root = columns.toBuilder();
    Message.Builder holder = root.newBuilderForField(field);
    Message held = payload == null ? holder.newBuilderForField(member).build() : payload;
    return root.setField(field, holder.setField(member, held).build()).build();
  }

  private FieldDescriptor member(Message message) {
    FieldDescriptor member = ((Message) message.getField(field)).getOneofFieldDescriptor(union);
    if (member == null) {
      throw new Unrepresentable("an object without " + root.name() + "." + field.getName());
    }
    return member;
  }
}
