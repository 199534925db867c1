package wirelab.codec;

import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import java.nio.charset.StandardCharsets;
import wirelab.types.Bindings;
import wirelab.types.ProtobufBindings;
import wirelab.types.ProtobufType;
import wirelab.types.Types;

/** Protocol Buffers' JSON by protobuf-java-util, over protoc's message classes. */
public final class ProtobufJavaJson implements Codec {
  @Override
  public String name() {
    return "protobuf-java-json";
  }

  @Override
  public String version() {
    return Versions.of("protobuf-java-util");
  }

  @Override
  public Coders open(Types types, Parameters parameters) throws Exception {
    ProtobufBindings bindings =
        Bindings.rendered(types, ProtobufBindings.class, ProtobufBindings.IMPLEMENTATION);
    JsonFormat.Printer printer = JsonFormat.printer().omittingInsignificantWhitespace();
    JsonFormat.Parser parser = JsonFormat.parser();
    return type -> new Bound(bindings.of(type), printer, parser);
  }

  private record Bound(ProtobufType type, JsonFormat.Printer printer, JsonFormat.Parser parser)
      implements ConvertingCoder {
    @Override
    public Message build(Object root) {
      return type.build(root);
    }

    @Override
    public byte[] write(Object message) throws Exception {
      return printer.print((Message) message).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Message parse(byte[] bytes) throws Exception {
      Message.Builder builder = type.empty().newBuilderForType();
      parser.merge(new String(bytes, StandardCharsets.UTF_8), builder);
      return builder.build();
    }

    @Override
    public Object unbuild(Object message) {
      return type.unbuild((Message) message);
    }
  }
}
