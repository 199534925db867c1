package wirelab.types

import java.nio.ByteBuffer
import java.util.UUID

/** Thrift's `binary`: a buffer whose remaining bytes count, and which stays as it is. */
object Binary {

  /** Sixteen bytes, most significant first. */
  def wire(uuid: UUID): ByteBuffer =
    ByteBuffer.allocate(2 * java.lang.Long.BYTES).putLong(uuid.getMostSignificantBits).putLong(uuid.getLeastSignificantBits).flip()

  /** The reverse. */
  def uuid(buffer: ByteBuffer): UUID = {
    val at = buffer.position()
    new UUID(buffer.getLong(at), buffer.getLong(at + java.lang.Long.BYTES))
  }

  /** A copy. */
  def bytes(buffer: ByteBuffer): Array[Byte] = {
    val bytes = new Array[Byte](buffer.remaining)
    buffer.get(buffer.position(), bytes)
    bytes
  }
}
