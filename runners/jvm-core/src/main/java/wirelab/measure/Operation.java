package wirelab.measure;

import java.util.Locale;

/** Operations on a codec's data, as the protocol names them. */
enum Operation {
  SERIALIZE(Input.OBJECTS, true),
  DESERIALIZE(Input.STORED, false),
  BUILD(Input.OBJECTS, false),
  WRITE(Input.MESSAGES, true),
  PARSE(Input.ENCODED, false),
  UNBUILD(Input.MESSAGES, false),
  COMPRESS(Input.ENCODED, true),
  DECOMPRESS(Input.STORED, true),
  REPLAY(Input.STORED, false),
  EXCHANGE(Input.OFFERED, false);

  /**
   * What an operation takes: bytes are encoded before the compressor, stored after it, and offered
   * where a request fetches them.
   */
  enum Input {
    OBJECTS,
    MESSAGES,
    ENCODED,
    STORED,
    OFFERED;

    boolean isBytes() {
      return this == ENCODED || this == STORED;
    }
  }

  final Input input;
  final boolean givesBytes;

  Operation(Input input, boolean givesBytes) {
    this.input = input;
    this.givesBytes = givesBytes;
  }

  static Operation named(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
