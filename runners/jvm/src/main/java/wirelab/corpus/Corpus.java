package wirelab.corpus;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import wirelab.fault.Fault;
import wirelab.types.Types;
import wirelab.types.Unrepresentable;

/**
 * A corpus as domain objects: several distinct graphs of the same values, for operations to rotate
 * over.
 */
public final class Corpus {
  private static final int DEEPEST = 10_000;

  private final Object[][] copies;

  private Corpus(Object[][] copies) {
    this.copies = copies;
  }

  /**
   * Reads a corpus file's bytes.
   *
   * @param bytes the file: length-delimited messages
   * @param copies how many distinct object graphs to make
   * @param types the workload's types
   * @throws Fault workload: the bytes are not of these types
   */
  public static Corpus read(byte[] bytes, int copies, Types types) throws Fault {
    List<byte[]> frames = Frames.read(bytes);
    Object[][] graphs = new Object[copies][frames.size()];
    for (Object[] graph : graphs) {
      for (int i = 0; i < graph.length; i++) {
        graph[i] = object(frames.get(i), i, types);
      }
    }
    return new Corpus(graphs);
  }

  private static Object object(byte[] frame, int index, Types types) throws Fault {
    try {
      CodedInputStream input = CodedInputStream.newInstance(frame);
      input.setRecursionLimit(DEEPEST);
      return types.unbuild(types.parser().parseFrom(input));
    } catch (InvalidProtocolBufferException | Unrepresentable e) {
      String what = "object " + index + " of the corpus is not of workload '" + types.workload();
      throw new Fault(Fault.Kind.WORKLOAD, what + "': " + e.getMessage(), e);
    }
  }

  /** The objects, by copy and place in the corpus. */
  public Object[][] copies() {
    return copies;
  }

  /** The first copy's objects. */
  public Object[] objects() {
    return copies[0];
  }

  /**
   * A corpus file of domain objects, written deterministically.
   *
   * @param objects domain objects, in order
   * @param types the workload's types
   */
  public static byte[] write(Object[] objects, Types types) {
    List<byte[]> frames = new ArrayList<>(objects.length);
    for (Object each : objects) {
      Message message = types.build(each);
      frames.add(Canonical.sorted(message).toByteArray());
    }
    return Frames.write(frames);
  }
}
