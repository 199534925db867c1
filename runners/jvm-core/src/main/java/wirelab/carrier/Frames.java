package wirelab.carrier;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import wirelab.fault.Fault;

/** Byte arrays in a file, each preceded by its length as a varint: protobuf's delimited framing. */
final class Frames {
  private Frames() {}

  /**
   * Splits a file.
   *
   * @throws Fault workload: it ends within a frame, or a length is no length
   */
  static List<byte[]> read(byte[] file) throws Fault {
    CodedInputStream input = CodedInputStream.newInstance(file);
    List<byte[]> frames = new ArrayList<>();
    try {
      while (!input.isAtEnd()) {
        frames.add(input.readByteArray());
      }
    } catch (IOException e) {
      String where = "frame " + frames.size() + " is broken: " + e.getMessage();
      throw new Fault(Fault.Kind.WORKLOAD, "the file is not length-delimited: " + where, e);
    }
    return frames;
  }

  /** Joins frames to a file. */
  static byte[] write(List<byte[]> frames) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    CodedOutputStream output = CodedOutputStream.newInstance(file);
    try {
      for (byte[] frame : frames) {
        output.writeByteArrayNoTag(frame);
      }
      output.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // an array takes all
    }
    return file.toByteArray();
  }
}
