package wirelab.sample;

import com.google.protobuf.Message;
import com.google.protobuf.StringValue;
import wirelab.types.MessageType;
import wirelab.types.ProtobufType;

/** The text as a message type that protobuf's library brings. */
public final class ProtobufBindings implements wirelab.types.ProtobufBindings {
  @Override
  public ProtobufType of(MessageType type) {
    return new TextType();
  }

  private static final class TextType implements ProtobufType {
    @Override
    public Message empty() {
      return StringValue.getDefaultInstance();
    }

    @Override
    public Message build(Object object) {
      return StringValue.of((String) object);
    }

    @Override
    public Object unbuild(Message message) {
      return ((StringValue) message).getValue();
    }
  }
}
