package wirelab.codec;

import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import wirelab.types.Bindings;
import wirelab.types.ProtobufBindings;
import wirelab.types.ProtobufType;
import wirelab.types.Types;

/** Protocol Buffers by protobuf-java: domain objects to and from protoc's message classes. */
public final class ProtobufJava implements Codec {
  @Override
  public String name() {
    return "protobuf-java";
  }

  @Override
  public String version() {
    return Versions.of("protobuf-java");
  }

  @Override
  public Coders open(Types types, Parameters parameters) throws Exception {
    ProtobufBindings bindings =
        Bindings.rendered(types, ProtobufBindings.class, ProtobufBindings.IMPLEMENTATION);
    return type -> Bound.of(bindings.of(type));
  }

  private record Bound(ProtobufType type, Parser<? extends Message> parser)
      implements ConvertingCoder {
    static Bound of(ProtobufType type) {
      return new Bound(type, type.empty().getParserForType());
    }

    @Override
    public Message build(Object root) {
      return type.build(root);
    }

    @Override
    public byte[] write(Object message) {
      return ((Message) message).toByteArray();
    }

    @Override
    public Message parse(byte[] bytes) throws Exception {
      return parser.parseFrom(bytes);
    }

    @Override
    public Object unbuild(Object message) {
      return type.unbuild((Message) message);
    }
  }
}
