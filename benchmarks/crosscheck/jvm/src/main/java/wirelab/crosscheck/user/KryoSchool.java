package wirelab.crosscheck.user;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.util.ArrayList;

/** Schools by Kryo 5, classes registered, one buffer kept. */
public class KryoSchool extends OverCopies<School> {
  private final Kryo kryo = new Kryo();
  private final Output output = new Output(4096, -1);
  private final Input input = new Input();

  /** Registers the school's classes. */
  public KryoSchool() {
    super(School::read);
    kryo.register(School.class);
    kryo.register(School.Professor.class);
    kryo.register(School.Student.class);
    kryo.register(ArrayList.class);
  }

  @Override
  byte[] encode(School object) {
    output.reset();
    kryo.writeObject(output, object);
    return output.toBytes();
  }

  @Override
  School decode(byte[] bytes) {
    input.setBuffer(bytes);
    return kryo.readObject(input, School.class);
  }
}
