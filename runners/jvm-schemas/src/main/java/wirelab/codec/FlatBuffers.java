package wirelab.codec;

import com.google.flatbuffers.FlatBufferBuilder;
import java.nio.ByteBuffer;
import wirelab.types.Bindings;
import wirelab.types.FlatBuffersBindings;
import wirelab.types.FlatBuffersType;
import wirelab.types.Types;

/**
 * FlatBuffers by Google's library: domain objects written as tables, and read through accessors.
 */
public final class FlatBuffers implements Codec {
  @Override
  public String name() {
    return "flatbuffers";
  }

  @Override
  public String version() {
    return Versions.of("flatbuffers-java");
  }

  @Override
  public Coders open(Types types, Parameters parameters) throws Exception {
    FlatBuffersBindings bindings =
        Bindings.rendered(types, FlatBuffersBindings.class, "FlatBuffersBindings");
    FlatBufferBuilder builder = new FlatBufferBuilder();
    return type -> new Bound(bindings.of(type), builder);
  }

  private record Bound(FlatBuffersType type, FlatBufferBuilder builder) implements Coder {
    @Override
    public byte[] encode(Object root) {
      builder.clear();
      builder.finish(type.write(builder, root));
      return builder.sizedByteArray();
    }

    @Override
    public Object decode(byte[] bytes) {
      return type.read(ByteBuffer.wrap(bytes));
    }
  }
}
