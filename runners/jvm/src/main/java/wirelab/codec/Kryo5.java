package wirelab.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.SerializerFactory.FieldSerializerFactory;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import com.esotericsoftware.kryo.kryo5.serializers.DefaultSerializers.UUIDSerializer;
import com.esotericsoftware.kryo.kryo5.unsafe.UnsafeInput;
import com.esotericsoftware.kryo.kryo5.unsafe.UnsafeOutput;
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
  private static final int BUFFER_BYTES = 4096;
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
          Parameter.of(
              "registration",
              "classes are registered and written as numbers, or written by name where they first occur",
              "on",
              "off"),
          Parameter.of(
              "references",
              "objects that occur again are written as references, which cycles need",
              "off",
              "on"),
          Parameter.of(
              "root",
              "the reader knows the object's class (writeObject), or it is written (writeClassAndObject)",
              "known",
              "written"),
          Parameter.of(
                  "buffers",
                  "Output and Input, or UnsafeOutput and UnsafeInput, whose bytes depend on the processor's order",
                  "safe",
                  "unsafe")
              .tuned("unsafe"),
          Parameter.of(
                  "generics",
                  "classes are left out where a field's type parameter tells them, or always written"
                      + " (setOptimizedGenerics), which takes more bytes",
                  "optimized",
                  "plain")
              .tuned("plain"),
          Parameter.of(
              "integers",
              "of variable length, or of fixed, which suits large numbers (setVariableLengthEncoding)",
              "variable",
              "fixed"));
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
    return new CodecInfo(
        "kryo5",
        "Kryo",
        "Kryo",
        Versions.of("kryo5"),
        "https://github.com/EsotericSoftware/kryo/blob/master/README.md",
        contract,
        PARAMETERS);
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    boolean variable = parameters.is("integers", "variable");
    FieldSerializerFactory serializers = new FieldSerializerFactory();
    serializers.getConfig().setVariableLengthEncoding(variable);
    Kryo kryo = new Kryo();
    kryo.setDefaultSerializer(serializers);
    kryo.setOptimizedGenerics(parameters.is("generics", "optimized"));
    kryo.setReferences(parameters.is("references", "on"));
    kryo.setRegistrationRequired(parameters.is("registration", "on"));
    // Kryo brings it and does not use it by itself: UUID's fields are closed to it.
    kryo.addDefaultSerializer(UUID.class, UUIDSerializer.class);
    if (kryo.isRegistrationRequired()) {
      ((JavaTypes) types).domainClasses().forEach(kryo::register);
      OTHERS.forEach(kryo::register);
    }
    boolean unsafe = parameters.is("buffers", "unsafe");
    Output output = unsafe ? new UnsafeOutput(BUFFER_BYTES, -1) : new Output(BUFFER_BYTES, -1);
    Input input = unsafe ? new UnsafeInput() : new Input();
    output.setVariableLengthEncoding(variable);
    input.setVariableLengthEncoding(variable);
    return parameters.is("root", "written")
        ? type -> new RootWritten(kryo, output, input)
        : type -> new RootKnown(kryo, output, input, type.domainClass());
  }

  private record RootKnown(Kryo kryo, Output output, Input input, Class<?> domainClass)
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

  private record RootWritten(Kryo kryo, Output output, Input input) implements Coder {
    @Override
    public byte[] encode(Object root) {
      output.reset();
      kryo.writeClassAndObject(output, root);
      return output.toBytes();
    }

    @Override
    public Object decode(byte[] bytes) {
      input.setBuffer(bytes);
      return kryo.readClassAndObject(input);
    }
  }
}
