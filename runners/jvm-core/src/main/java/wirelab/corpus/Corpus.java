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
 * A corpus as what codecs encode: payloads as domain objects, several distinct graphs of the same
 * values for operations to rotate over; and the columns beside them.
 *
 * @param copies payloads by copy and place in the corpus
 * @param payloadTypes by place, an index into {@link Types#payloads()}
 * @param columns by place, the root message without its payload; null where the root is the payload
 */
public record Corpus(Object[][] copies, int[] payloadTypes, Message[] columns) {
  private static final int DEEPEST = 10_000;

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
    Payloads payloads = new Payloads(types);
    Object[][] graphs = new Object[copies][frames.size()];
    int[] payloadTypes = new int[frames.size()];
    Message[] columns = new Message[frames.size()];
    for (int i = 0; i < columns.length; i++) {
      try {
        Message message = message(frames.get(i), types);
        payloadTypes[i] = payloads.typeOf(message);
        columns[i] = payloads.columnsOf(message);
        for (Object[] graph : graphs) {
          graph[i] = payloads.payloadOf(message(frames.get(i), types));
        }
      } catch (InvalidProtocolBufferException | Unrepresentable e) {
        String what = "object " + i + " of the corpus is not of workload '" + types.workload();
        throw new Fault(Fault.Kind.WORKLOAD, what + "': " + e.getMessage(), e);
      }
    }
    return new Corpus(graphs, payloadTypes, columns);
  }

  /**
   * Reads a root message.
   *
   * @throws InvalidProtocolBufferException if it is none
   */
  public static Message message(byte[] frame, Types types) throws InvalidProtocolBufferException {
    // Read anew for each graph: strings and bytes of a message are shared by what is made of it.
    CodedInputStream input = CodedInputStream.newInstance(frame);
    input.setRecursionLimit(DEEPEST);
    return types.root().parser().parseFrom(input);
  }

  /** The first copy's payloads. */
  public Object[] objects() {
    return copies[0];
  }

  /**
   * The corpus file of other payloads in the place of these, written deterministically.
   *
   * @param objects payloads, in order, of the same types
   * @param types the workload's types
   */
  public byte[] write(Object[] objects, Types types) {
    Payloads payloads = new Payloads(types);
    List<byte[]> frames = new ArrayList<>(objects.length);
    for (int i = 0; i < objects.length; i++) {
      Message message = payloads.rootOf(columns[i], payloadTypes[i], objects[i]);
      frames.add(Canonical.sorted(message).toByteArray());
    }
    return Frames.write(frames);
  }
}
