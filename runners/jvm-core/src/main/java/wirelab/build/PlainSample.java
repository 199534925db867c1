package wirelab.build;

import com.google.protobuf.Field;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import com.google.protobuf.Type;
import java.util.List;
import wirelab.corpus.Frames;
import wirelab.types.MessageType;

/**
 * A sample for runners whose codecs all need classes that a compiler generates: the sample has
 * none, so what is archived is the runner's own classes. A message type that protobuf's library
 * brings is its domain type too.
 */
public final class PlainSample implements Rehearsed {
  private static final MessageType ROOT = new PlainType();

  @Override
  public MessageType root() {
    return ROOT;
  }

  @Override
  public byte[] corpus() {
    Field field = Field.newBuilder().setNumber(1).setName("part").build();
    Type type = Type.newBuilder().setName("sample").addFields(field).build();
    return Frames.write(List.of(type.toByteArray()));
  }

  private static final class PlainType implements MessageType {
    @Override
    public String name() {
      return "Type";
    }

    @Override
    public Class<?> domainClass() {
      return Type.class;
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
    public Message build(Object object) {
      return (Type) object;
    }

    @Override
    public Object unbuild(Message message) {
      return message;
    }
  }
}
