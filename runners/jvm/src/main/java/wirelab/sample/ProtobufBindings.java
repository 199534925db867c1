package wirelab.sample;

import com.google.protobuf.Field;
import com.google.protobuf.Message;
import com.google.protobuf.Type;
import java.util.ArrayList;
import wirelab.types.MessageType;
import wirelab.types.ProtobufType;

/** {@link Sample} as a message type that protobuf's library brings, in place of a generated one. */
public final class ProtobufBindings implements wirelab.types.ProtobufBindings {
  @Override
  public ProtobufType of(MessageType type) {
    return new SampleType();
  }

  private static final class SampleType implements ProtobufType {
    @Override
    public Message empty() {
      return Type.getDefaultInstance();
    }

    @Override
    public Message build(Object object) {
      Sample sample = (Sample) object;
      Type.Builder type =
          Type.newBuilder().setName(sample.getName()).addAllOneofs(sample.getTags());
      for (Sample.Part part : sample.getParts()) {
        type.addFields(
            Field.newBuilder()
                .setNumber(part.getNumber())
                .setName(part.getName())
                .setPacked(part.isPacked()));
      }
      return type.build();
    }

    @Override
    public Object unbuild(Message message) {
      Type type = (Type) message;
      Sample sample = new Sample();
      sample.setName(type.getName());
      sample.setTags(new ArrayList<>(type.getOneofsList()));
      for (Field field : type.getFieldsList()) {
        Sample.Part part = new Sample.Part();
        part.setNumber(field.getNumber());
        part.setName(field.getName());
        part.setPacked(field.getPacked());
        sample.getParts().add(part);
      }
      return sample;
    }
  }
}
