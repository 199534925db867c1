package wirelab.benchmark;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.util.ArrayList;
import wirelab.domain.Professor;
import wirelab.domain.School;
import wirelab.domain.Student;

/** Schools by Kryo 5, classes registered, one buffer kept. */
public final class ByKryo implements Written {
  private final Kryo kryo = new Kryo();
  private final Output output = new Output(4096, -1);
  private final Input input = new Input();

  /** Registers the school's classes. */
  public ByKryo() {
    kryo.register(School.class);
    kryo.register(Professor.class);
    kryo.register(Student.class);
    kryo.register(ArrayList.class);
  }

  @Override
  public byte[] write(Object school) {
    output.reset();
    kryo.writeObject(output, school);
    return output.toBytes();
  }

  @Override
  public School read(byte[] bytes) {
    input.setBuffer(bytes);
    return kryo.readObject(input, School.class);
  }
}
