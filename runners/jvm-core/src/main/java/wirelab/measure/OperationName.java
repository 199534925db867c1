package wirelab.measure;

import java.util.Locale;

/** Operations, as the protocol names them, and what they take. */
public enum OperationName {
  /** Domain objects to bytes, compressed if the subject has a compressor. */
  SERIALIZE(Input.OBJECTS),
  /** The reverse. */
  DESERIALIZE(Input.STORED),
  /** Domain objects to the library's messages. */
  BUILD(Input.OBJECTS),
  /** Messages to bytes. */
  WRITE(Input.MESSAGES),
  /** Bytes to messages. */
  PARSE(Input.ENCODED),
  /** Messages to domain objects. */
  UNBUILD(Input.MESSAGES),
  /** Encoded bytes to compressed bytes. */
  COMPRESS(Input.ENCODED),
  /** Compressed bytes to encoded bytes. */
  DECOMPRESS(Input.STORED),
  /** Stored bytes to domain objects, and those to the one object that they add up to. */
  REPLAY(Input.STORED);

  /** What an operation takes. */
  enum Input {
    /** Domain objects. */
    OBJECTS,
    /** The library's own messages. */
    MESSAGES,
    /** Encoded bytes, not compressed. */
    ENCODED,
    /** Encoded bytes, compressed if the subject has a compressor. */
    STORED
  }

  private final Input input;

  OperationName(Input input) {
    this.input = input;
  }

  Input input() {
    return input;
  }

  /** The name in the protocol. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it works on what was encoded before. */
  public boolean reads() {
    return switch (this) {
      case DESERIALIZE, PARSE, UNBUILD, DECOMPRESS, REPLAY -> true;
      case SERIALIZE, BUILD, WRITE, COMPRESS -> false;
    };
  }

  /** Whether it is a part of a conversion. */
  boolean converts() {
    return this == BUILD || this == WRITE || this == PARSE || this == UNBUILD;
  }

  /** Whether it is a compressor's. */
  boolean compresses() {
    return this == COMPRESS || this == DECOMPRESS;
  }
}
