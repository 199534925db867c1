package wirelab.measure;

import java.util.Locale;

/** Operations, as the protocol names them, and what they take. */
public enum OperationName {
  SERIALIZE(Input.OBJECTS),
  DESERIALIZE(Input.STORED),
  BUILD(Input.OBJECTS),
  WRITE(Input.MESSAGES),
  PARSE(Input.ENCODED),
  UNBUILD(Input.MESSAGES),
  COMPRESS(Input.ENCODED),
  DECOMPRESS(Input.STORED),
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
    return input == Input.STORED || this == PARSE || this == UNBUILD;
  }

  /** Whether it gives bytes, rather than objects. */
  boolean givesBytes() {
    return this == SERIALIZE || this == WRITE || compresses();
  }

  /** Whether it is a part of a conversion. */
  boolean converts() {
    return input == Input.MESSAGES || this == BUILD || this == PARSE;
  }

  /** Whether it is a compressor's. */
  boolean compresses() {
    return this == COMPRESS || this == DECOMPRESS;
  }
}
