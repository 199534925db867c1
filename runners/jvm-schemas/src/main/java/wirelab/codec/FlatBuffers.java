package wirelab.codec;

import com.google.flatbuffers.FlatBufferBuilder;
import java.nio.ByteBuffer;
import java.util.List;
import wirelab.codec.Contract.Evolution;
import wirelab.codec.Contract.Output;
import wirelab.types.Bindings;
import wirelab.types.FlatBuffersBindings;
import wirelab.types.FlatBuffersType;
import wirelab.types.Types;

/**
 * FlatBuffers by Google's library: domain objects written as tables, and read through accessors.
 */
public final class FlatBuffers implements Codec {
  private static final String NOTES =
      "One FlatBufferBuilder, cleared and used again; sizedByteArray copies its bytes out. Needs"
          + " flatc's classes, but there are no messages between: writing a domain object is building"
          + " the buffer. Reading is lazy by nature: deserialize goes through every accessor once and"
          + " makes the whole domain object, which is more than a reader of a few fields pays. Bytes"
          + " are not verified. Zeros of fields without presence are not written, and -0.0 counts as"
          + " one. Strings are not shared."
          + " 2.0.8 is the newest whose compiler is to be had as a Maven package, and generated"
          + " classes ask for the library of their compiler's version.";

  @Override
  public CodecInfo info() {
    Contract contract =
        Contract.of("plain Java object", Output.BYTES, Evolution.DECLARED).withNotes(NOTES);
    return new CodecInfo(
        "flatbuffers",
        "FlatBuffers",
        "FlatBuffers",
        Versions.of("flatbuffers-java"),
        "https://flatbuffers.dev/languages/java/",
        contract.withSchema(),
        List.of());
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
