package wirelab.codec;

import java.util.List;
import org.apache.thrift.TBase;
import org.apache.thrift.TDeserializer;
import org.apache.thrift.TException;
import org.apache.thrift.TSerializer;
import org.apache.thrift.protocol.TProtocolFactory;
import wirelab.codec.Contract.Evolution;
import wirelab.codec.Contract.Output;
import wirelab.types.Bindings;
import wirelab.types.ThriftBindings;
import wirelab.types.ThriftType;
import wirelab.types.Types;

/** Thrift by Apache's libthrift: domain objects to and from the classes of Thrift's compiler. */
abstract class Thrift implements Codec {
  private static final String NOTES =
      "One TSerializer and one TDeserializer, reused. TSerializer writes into a stream of its own"
          + " and gives a copy of its bytes. Setters and getters of binary fields copy (the"
          + " compiler's default); elements of lists and maps read from bytes are views of them."
          + " Thrift has no unsigned numbers (uint32 is an i64, uint64 an i64 by its bits) and no"
          + " float (double). A union is a TUnion. Values nested deeper than 64 are refused by the"
          + " library.";

  private final String name;
  private final String format;

  Thrift(String name, String format) {
    this.name = name;
    this.format = format;
  }

  /** The library's protocol; called when the codec is opened, so that nothing loads before. */
  abstract TProtocolFactory protocol();

  @Override
  public CodecInfo info() {
    Contract contract =
        Contract.of("plain Java object", Output.BYTES, Evolution.NUMBERS)
            .withConversion()
            .withNotes(NOTES);
    return new CodecInfo(
        name,
        format,
        "Apache Thrift",
        Versions.of("libthrift"),
        "https://thrift.apache.org/lib/java.html",
        contract,
        List.of());
  }

  @Override
  public Coders open(Types types, Parameters parameters) throws Exception {
    ThriftBindings bindings = Bindings.rendered(types, ThriftBindings.class, "ThriftBindings");
    TSerializer serializer = new TSerializer(protocol());
    TDeserializer deserializer = new TDeserializer(protocol());
    return type -> new Bound(bindings.of(type), serializer, deserializer);
  }

  private record Bound(ThriftType type, TSerializer serializer, TDeserializer deserializer)
      implements ConvertingCoder {
    @Override
    public TBase<?, ?> build(Object root) {
      return type.build(root);
    }

    @Override
    public byte[] write(Object message) throws TException {
      return serializer.serialize((TBase<?, ?>) message);
    }

    @Override
    public TBase<?, ?> parse(byte[] bytes) throws TException {
      TBase<?, ?> message = type.empty();
      deserializer.deserialize(message, bytes);
      return message;
    }

    @Override
    public Object unbuild(Object message) {
      return type.unbuild((TBase<?, ?>) message);
    }
  }
}
