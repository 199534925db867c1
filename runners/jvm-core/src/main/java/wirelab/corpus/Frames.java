package wirelab.corpus;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import wirelab.fault.Fault;

/** Byte arrays in a file, each preceded by its length as a varint: protobuf's delimited framing. */
public final class Frames {
  private Frames() {}

  /**
   * Splits a file.
   *
   * @throws Fault workload: it ends within a frame, or a length is no length
   */
  public static List<byte[]> read(byte[] file) throws Fault {
    CodedInputStream input = CodedInputStream.newInstance(file);
    List<byte[]> frames = new ArrayList<>();
    try {
      while (!input.isAtEnd()) {
        frames.add(input.readRawBytes(input.readRawVarint32()));
      }
    } catch (IOException e) {
      String where = "frame " + frames.size() + " is broken: " + e.getMessage();
      throw new Fault(Fault.Kind.WORKLOAD, "the file is not length-delimited: " + where, e);
    }
    return frames;
  }

  /** Joins frames to a file. */
  public static byte[] write(List<byte[]> frames) {
    int size = 0;
    for (byte[] frame : frames) {
      size = Math.addExact(size, CodedOutputStream.computeUInt32SizeNoTag(frame.length));
      size = Math.addExact(size, frame.length);
    }
    byte[] file = new byte[size];
    CodedOutputStream output = CodedOutputStream.newInstance(file);
    try {
      for (byte[] frame : frames) {
        output.writeUInt32NoTag(frame.length);
        output.writeRawBytes(frame);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }
}
