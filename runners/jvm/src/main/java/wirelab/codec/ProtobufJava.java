package wirelab.codec;

import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import java.util.List;
import wirelab.codec.Contract.Evolution;
import wirelab.codec.Contract.Output;
import wirelab.types.Bindings;
import wirelab.types.ProtobufBindings;
import wirelab.types.ProtobufType;
import wirelab.types.Types;

/** Protocol Buffers by protobuf-java: domain objects to and from protoc's message classes. */
public final class ProtobufJava implements Codec {
  private static final String NOTES =
      "uint32 is a long in the domain type, uint64 a long by its bits. `write` on its own works on messages that"
          + " remember their sizes from the first write on. Messages nested deeper than 100 are refused by the library.";

  @Override
  public CodecInfo info() {
    Contract contract =
        Contract.of("plain Java object", Output.BYTES, Evolution.NUMBERS)
            .withConversion()
            .withUnsafeMemory()
            .withNotes(NOTES);
    return new CodecInfo(
        "protobuf-java",
        "Protocol Buffers",
        "protobuf-java",
        Versions.of("protobuf-java"),
        "https://protobuf.dev/getting-started/javatutorial/",
        contract,
        List.of());
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
