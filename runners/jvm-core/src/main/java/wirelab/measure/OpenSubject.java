package wirelab.measure;

import wirelab.codec.Coder;
import wirelab.codec.Coders;
import wirelab.codec.ConvertingCoder;
import wirelab.compress.Compressor;
import wirelab.types.MessageType;
import wirelab.types.Types;

/** A codec that is set up for each payload type, and the compressor behind it. */
public final class OpenSubject {
  private final Coder[] coders;
  private final Compressor compressor;

  /**
   * Sets coders up.
   *
   * @param coders of the codec
   * @param compressor the compressor, or null
   * @param types the workload's types
   * @throws Exception if the codec has no place for one of them
   */
  OpenSubject(Coders coders, Compressor compressor, Types types) throws Exception {
    this.coders = new Coder[types.payloads().size()];
    int place = 0;
    for (MessageType type : types.payloads()) {
      this.coders[place++] = coders.of(type);
    }
    this.compressor = compressor;
  }

  /** The compressor, or null. */
  public Compressor compressor() {
    return compressor;
  }

  /** The coder of a payload type. */
  public Coder coder(int payloadType) {
    return coders[payloadType];
  }

  /** Encoded bytes as they are stored or sent: compressed, if there is a compressor. */
  public byte[] stored(byte[] encoded) throws Exception {
    return compressor == null ? encoded : compressor.compress(encoded);
  }

  /** The reverse of {@link #stored}. */
  public byte[] encoded(byte[] stored) throws Exception {
    return compressor == null ? stored : compressor.decompress(stored);
  }

  /** From one input to one output. */
  interface Step {
    Object apply(Object input) throws Exception;
  }

  /** Each payload type's turn of an operation. */
  Step[] steps(OperationName operation) {
    Step[] steps = new Step[coders.length];
    for (int i = 0; i < steps.length; i++) {
      steps[i] = step(operation, coders[i]);
    }
    return steps;
  }

  private Step step(OperationName operation, Coder coder) {
    return switch (operation) {
      case SERIALIZE ->
          compressor == null ? coder::encode : object -> compressor.compress(coder.encode(object));
      case DESERIALIZE, REPLAY ->
          compressor == null
              ? bytes -> coder.decode((byte[]) bytes)
              : bytes -> coder.decode(compressor.decompress((byte[]) bytes));
      case BUILD -> converting(coder)::build;
      case WRITE -> converting(coder)::write;
      case PARSE -> {
        ConvertingCoder converting = converting(coder);
        yield bytes -> converting.parse((byte[]) bytes);
      }
      case UNBUILD -> converting(coder)::unbuild;
      case COMPRESS -> bytes -> compressor.compress((byte[]) bytes);
      case DECOMPRESS -> bytes -> compressor.decompress((byte[]) bytes);
    };
  }

  /**
   * What an operation takes.
   *
   * @param from a domain object, or stored bytes
   */
  Object input(OperationName operation, int payloadType, Object from) throws Exception {
    Coder coder = coders[payloadType];
    boolean stored = from instanceof byte[];
    // Libraries may keep what they read otherwise than what was set: each side gets its own.
    if (operation == OperationName.WRITE && !stored) {
      return converting(coder).build(from);
    }
    if (operation.input() == OperationName.Input.OBJECTS) {
      return from;
    }
    byte[] bytes = stored ? (byte[]) from : stored(coder.encode(from));
    return switch (operation.input()) {
      case MESSAGES -> converting(coder).parse(encoded(bytes));
      case ENCODED -> encoded(bytes);
      default -> bytes;
    };
  }

  private static ConvertingCoder converting(Coder coder) {
    return (ConvertingCoder) coder;
  }
}
