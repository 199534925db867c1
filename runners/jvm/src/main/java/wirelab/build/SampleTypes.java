package wirelab.build;

import com.google.protobuf.Field;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import com.google.protobuf.Type;
import java.util.ArrayList;
import wirelab.types.Types;

/**
 * {@link Sample} as a workload; a message type that protobuf's library brings stands in for a
 * generated one.
 */
public final class SampleTypes implements Types {
  /** The workload's name. */
  public static final String WORKLOAD = "sample";

  @Override
  public String workload() {
    return WORKLOAD;
  }

  @Override
  public Class<?> rootClass() {
    return Sample.class;
  }

  @Override
  public Class<? extends Message> messageClass() {
    return Type.class;
  }

  @Override
  public Parser<? extends Message> parser() {
    return Type.parser();
  }

  @Override
  public Message build(Object root) {
    Sample sample = (Sample) root;
    Type.Builder type = Type.newBuilder().setName(sample.getName()).addAllOneofs(sample.getTags());
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

  /** A corpus of one object. */
  public static Object[] objects() {
    Sample sample = new Sample();
    sample.setName("sample <&> é");
    sample.getTags().add("one");
    sample.getTags().add("two");
    for (int i = 1; i <= 3; i++) {
      Sample.Part part = new Sample.Part();
      part.setNumber(i);
      part.setName("part " + i);
      part.setPacked(i % 2 == 0);
      sample.getParts().add(part);
    }
    return new Object[] {sample};
  }
}
