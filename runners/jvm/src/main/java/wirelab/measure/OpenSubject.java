package wirelab.measure;

import wirelab.codec.Coder;
import wirelab.codec.ConvertingCoder;
import wirelab.compress.Compressor;

/**
 * A codec that is set up, and the compressor behind it.
 *
 * @param coder the codec
 * @param compressor the compressor, or null
 */
public record OpenSubject(Coder coder, Compressor compressor) {
  /** Encoded bytes as they are stored or sent: compressed, if there is a compressor. */
  public byte[] stored(byte[] encoded) throws Exception {
    return compressor == null ? encoded : compressor.compress(encoded);
  }

  /** The reverse of {@link #stored}. */
  public byte[] encoded(byte[] stored) throws Exception {
    return compressor == null ? stored : compressor.decompress(stored);
  }

  /** One object's turn of an operation. */
  Step step(OperationName operation) {
    return switch (operation) {
      case SERIALIZE ->
          compressor == null ? coder::encode : object -> compressor.compress(coder.encode(object));
      case DESERIALIZE ->
          compressor == null
              ? bytes -> coder.decode((byte[]) bytes)
              : bytes -> coder.decode(compressor.decompress((byte[]) bytes));
      case BUILD -> converting()::build;
      case WRITE -> converting()::write;
      case PARSE -> {
        ConvertingCoder converting = converting();
        yield bytes -> converting.parse((byte[]) bytes);
      }
      case UNBUILD -> converting()::unbuild;
      case COMPRESS -> bytes -> compressor.compress((byte[]) bytes);
      case DECOMPRESS -> bytes -> compressor.decompress((byte[]) bytes);
    };
  }

  private ConvertingCoder converting() {
    return (ConvertingCoder) coder;
  }

  /** From one input to one output. */
  interface Step {
    Object apply(Object input) throws Exception;
  }

  /** What an operation takes, made from a domain object. */
  Object input(OperationName operation, Object object) throws Exception {
    return switch (operation.input()) {
      case OBJECTS -> object;
      case MESSAGES -> message(operation, object);
      case ENCODED -> coder.encode(object);
      case STORED -> stored(coder.encode(object));
    };
  }

  private Object message(OperationName operation, Object object) throws Exception {
    // Libraries may keep what they read otherwise than what was set: each side gets its own.
    return operation == OperationName.UNBUILD
        ? converting().parse(coder.encode(object))
        : converting().build(object);
  }

  /** What an operation takes, made from stored bytes. */
  Object inputFromStored(OperationName operation, byte[] bytes) throws Exception {
    return switch (operation.input()) {
      case OBJECTS -> coder.decode(encoded(bytes));
      case MESSAGES -> converting().parse(encoded(bytes));
      case ENCODED -> encoded(bytes);
      case STORED -> bytes;
    };
  }
}
