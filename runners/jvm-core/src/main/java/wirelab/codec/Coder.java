package wirelab.codec;

/** A codec, set up for a payload type: what is measured. Called by one thread. */
public interface Coder {
  /**
   * Domain object to bytes.
   *
   * @param root an instance of the type's domain class
   * @return bytes that no later call changes
   */
  byte[] encode(Object root) throws Exception;

  /**
   * Bytes to domain object.
   *
   * @param bytes what {@link #encode} made
   */
  Object decode(byte[] bytes) throws Exception;
}
