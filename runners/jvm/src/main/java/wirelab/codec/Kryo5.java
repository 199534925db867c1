package wirelab.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import com.esotericsoftware.kryo.kryo5.serializers.DefaultSerializers.UUIDSerializer;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;
import wirelab.codec.Contract.Evolution;
import wirelab.types.JavaTypes;
import wirelab.types.Types;

/** Kryo 5 over plain objects. */
public final class Kryo5 implements Codec {
  private static final List<Class<?>> OTHERS =
      List.of(
          ArrayList.class,
          LinkedHashMap.class,
          byte[].class,
          UUID.class,
          Instant.class,
          LocalDate.class,
          BigInteger.class);
  private static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter(
              "registration",
              "classes are registered and written as numbers, or written by name where they first occur",
              List.of("on", "off")),
          new Parameter(
              "references",
              "objects that occur again are written as references, which cycles need",
              List.of("off", "on")));
  private static final String NOTES =
      "One Kryo, one Output and one Input, reused; bytes are copied out of the Output (toBytes). Registration on and"
          + " references off are Kryo 5's defaults. FieldSerializer, also a default: fields in the order of their names,"
          + " no room for new ones. Memory is taken by the lengths that the input states, and broken input can put"
          + " objects of wrong classes into fields.";

  @Override
  public CodecInfo info() {
    Contract contract =
        Contract.of("plain Java object", Contract.Output.BYTES, Evolution.NONE)
            .withUnsafeMemory()
            .withNotes(NOTES);
    return new CodecInfo("kryo5", "Kryo", "Kryo", Versions.of("kryo5"), contract, PARAMETERS);
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    Kryo kryo = new Kryo();
    kryo.setReferences(parameters.is("references", "on"));
    kryo.setRegistrationRequired(parameters.is("registration", "on"));
    // Kryo brings it and does not use it by itself: UUID's fields are closed to it.
    kryo.addDefaultSerializer(UUID.class, UUIDSerializer.class);
    if (kryo.isRegistrationRequired()) {
      ((JavaTypes) types).domainClasses().forEach(kryo::register);
      OTHERS.forEach(kryo::register);
    }
    Output output = new Output(4096, -1);
    Input input = new Input();
    return type -> new Bound(kryo, output, input, type.domainClass());
  }

  private record Bound(Kryo kryo, Output output, Input input, Class<?> domainClass)
      implements Coder {
    @Override
    public byte[] encode(Object root) {
      output.reset();
      kryo.writeObject(output, root);
      return output.toBytes();
    }

    @Override
    public Object decode(byte[] bytes) {
      input.setBuffer(bytes);
      return kryo.readObject(input, domainClass);
    }
  }
}
