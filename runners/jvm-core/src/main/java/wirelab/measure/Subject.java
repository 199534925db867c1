package wirelab.measure;

import wirelab.codec.Codec;
import wirelab.codec.Coder;
import wirelab.codec.ConvertingCoder;
import wirelab.codec.Parameters;
import wirelab.compress.Compressor;
import wirelab.types.MessageType;
import wirelab.types.Types;

/** A codec and the compressor behind it: named first, then open for each payload type. */
public final class Subject {
  private final Codec codec;
  private final Parameters parameters;
  private final String compressorName;
  private final int level;
  private final byte[] dictionary;
  private Coder[] coders;
  private Compressor compressor;

  /** A subject that is not open; without a compressor if its name is null, and so a dictionary. */
  public Subject(
      Codec codec, Parameters parameters, String compressor, int level, byte[] dictionary) {
    this.codec = codec;
    this.parameters = parameters;
    this.compressorName = compressor;
    this.level = level;
    this.dictionary = dictionary;
  }

  /** Sets the codec and the compressor up for a workload; throws what their libraries throw. */
  public void open(Types types) throws Exception {
    var library = codec.open(types, parameters);
    Coder[] made = new Coder[types.payloads().size()];
    int place = 0;
    for (MessageType type : types.payloads()) {
      made[place++] = library.of(type);
    }
    compressor =
        compressorName == null ? null : Compressor.named(compressorName, level, dictionary);
    coders = made;
  }

  /** The coder of a payload type. */
  public Coder coder(int type) {
    return coders[type];
  }

  /** What {@code serialize} gives of an object. */
  public byte[] encode(int type, Object object) throws Exception {
    byte[] encoded = coders[type].encode(object);
    return compressor == null ? encoded : compressor.compress(encoded);
  }

  /** What {@code deserialize} gives of bytes. */
  public Object decode(int type, Object bytes) throws Exception {
    byte[] stored = (byte[]) bytes;
    return coders[type].decode(compressor == null ? stored : compressor.decompress(stored));
  }

  /** What is written of what was read: of a library's own message, where it has such. */
  public byte[] relay(int type, Object bytes) throws Exception {
    if (coders[type] instanceof ConvertingCoder coder) {
      byte[] stored = (byte[]) bytes;
      byte[] plain = compressor == null ? stored : compressor.decompress(stored);
      byte[] written = coder.write(coder.parse(plain));
      return compressor == null ? written : compressor.compress(written);
    }
    return encode(type, decode(type, bytes));
  }

  /** An operation's work on an object of a payload type. */
  Step step(Operation operation, int type) {
    Coder coder = coders[type];
    Compressor behind = compressor;
    return switch (operation) {
      case SERIALIZE ->
          behind == null ? coder::encode : object -> behind.compress(coder.encode(object));
      case DESERIALIZE, REPLAY, EXCHANGE ->
          behind == null
              ? bytes -> coder.decode((byte[]) bytes)
              : bytes -> coder.decode(behind.decompress((byte[]) bytes));
      case BUILD -> ((ConvertingCoder) coder)::build;
      case WRITE -> ((ConvertingCoder) coder)::write;
      case PARSE -> {
        ConvertingCoder converting = (ConvertingCoder) coder;
        yield bytes -> converting.parse((byte[]) bytes);
      }
      case UNBUILD -> ((ConvertingCoder) coder)::unbuild;
      case COMPRESS -> bytes -> behind.compress((byte[]) bytes);
      case DECOMPRESS -> bytes -> behind.decompress((byte[]) bytes);
    };
  }

  /** What an operation takes, made of a domain object of a payload type. */
  Object input(Operation operation, int type, Object object) throws Exception {
    Coder coder = coders[type];
    return switch (operation.input) {
      case OBJECTS -> object;
      case ENCODED -> coder.encode(object);
      case STORED, OFFERED -> encode(type, object);
      // Libraries may keep what they read otherwise than what was set.
      case MESSAGES ->
          operation == Operation.WRITE
              ? ((ConvertingCoder) coder).build(object)
              : ((ConvertingCoder) coder).parse(coder.encode(object));
    };
  }
}
