package wirelab.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.SerializerFactory.FieldSerializerFactory;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import com.esotericsoftware.kryo.kryo5.serializers.DefaultSerializers.UUIDSerializer;
import com.esotericsoftware.kryo.kryo5.unsafe.UnsafeInput;
import com.esotericsoftware.kryo.kryo5.unsafe.UnsafeOutput;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;
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
          BigInteger.class,
          BigDecimal.class);

  @Override
  public String name() {
    return "kryo5";
  }

  @Override
  public String version() {
    return Versions.of("kryo5");
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    boolean variable = !parameters.is("integers", "fixed");
    FieldSerializerFactory serializers = new FieldSerializerFactory();
    serializers.getConfig().setVariableLengthEncoding(variable);
    Kryo kryo = new Kryo();
    kryo.setDefaultSerializer(serializers);
    kryo.setOptimizedGenerics(!parameters.is("generics", "plain"));
    kryo.setReferences(parameters.is("references", "on"));
    kryo.setRegistrationRequired(!parameters.is("registration", "off"));
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
