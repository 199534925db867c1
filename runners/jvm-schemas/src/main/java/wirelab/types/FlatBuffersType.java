package wirelab.types;

import com.google.flatbuffers.FlatBufferBuilder;
import java.nio.ByteBuffer;

/** A message type as the table that FlatBuffers' compiler makes of it. */
public interface FlatBuffersType {
  /**
   * Writes a domain object as a table.
   *
   * @return the table's offset
   */
  int write(FlatBufferBuilder builder, Object object);

  /** Reads every field of the buffer's root table into a domain object. */
  Object read(ByteBuffer bytes);
}
