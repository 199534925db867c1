package wirelab.codec;

/**
 * A coder of a library with message classes of its own, which domain objects are converted to and
 * from.
 */
public interface ConvertingCoder extends Coder {
  /** Domain object to message. */
  Object build(Object root) throws Exception;

  /** Message to bytes. */
  byte[] write(Object message) throws Exception;

  /** Bytes to message. */
  Object parse(byte[] bytes) throws Exception;

  /** Message to domain object. */
  Object unbuild(Object message) throws Exception;

  @Override
  default byte[] encode(Object root) throws Exception {
    return write(build(root));
  }

  @Override
  default Object decode(byte[] bytes) throws Exception {
    return unbuild(parse(bytes));
  }
}
