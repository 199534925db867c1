package wirelab.corpus;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import wirelab.fault.Fault;
import wirelab.types.Types;
import wirelab.types.Unrepresentable;

/**
 * Encoded payloads as a file holds them: a frame each, behind a frame with their columns where the
 * workload has such.
 *
 * @param encoded by place
 * @param payloadTypes by place, an index into {@link Types#payloads()}
 * @param columns by place; null where the root is the payload
 */
public record EncodedFile(List<byte[]> encoded, int[] payloadTypes, Message[] columns) {
  /**
   * Reads a file's bytes.
   *
   * @throws Fault workload: they are not length-delimited, or not of this workload
   */
  public static EncodedFile read(byte[] file, Types types) throws Fault {
    List<byte[]> frames = Frames.read(file);
    Payloads payloads = new Payloads(types);
    if (!payloads.haveColumns()) {
      return new EncodedFile(frames, new int[frames.size()], new Message[frames.size()]);
    }
    if (frames.size() % 2 != 0) {
      throw new Fault(Fault.Kind.WORKLOAD, "the file's last columns have no payload behind them");
    }
    List<byte[]> encoded = new ArrayList<>();
    Message[] columns = new Message[frames.size() / 2];
    int[] payloadTypes = new int[columns.length];
    for (int i = 0; i < columns.length; i++) {
      try {
        columns[i] = Corpus.message(frames.get(2 * i), types);
        payloadTypes[i] = payloads.typeOf(columns[i]);
      } catch (InvalidProtocolBufferException | Unrepresentable e) {
        String what = "columns " + i + " of the file are not of workload '" + types.workload();
        throw new Fault(Fault.Kind.WORKLOAD, what + "': " + e.getMessage(), e);
      }
      encoded.add(frames.get(2 * i + 1));
    }
    return new EncodedFile(encoded, payloadTypes, columns);
  }

  /** The file's bytes. */
  public byte[] write() {
    List<byte[]> frames = new ArrayList<>();
    for (int i = 0; i < encoded.size(); i++) {
      if (columns[i] != null) {
        frames.add(Canonical.sorted(columns[i]).toByteArray());
      }
      frames.add(encoded.get(i));
    }
    return Frames.write(frames);
  }

  /** A corpus of decoded payloads, one copy. */
  public Corpus corpus(Object[] objects) {
    return new Corpus(new Object[][] {objects}, payloadTypes, columns);
  }
}
