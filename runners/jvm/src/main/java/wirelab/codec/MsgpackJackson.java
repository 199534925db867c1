package wirelab.codec;

import org.msgpack.jackson.dataformat.MessagePackMapper;
import wirelab.types.Types;

/** MessagePack by msgpack-java's data format for Jackson. */
public final class MsgpackJackson implements Codec {
  private static final String NOTES =
      "BigInteger is text (handleBigIntegerAsString): MessagePack's integers end at 64 bits. Keys of maps are text."
          + " Memory is taken by the lengths that the input states.";

  @Override
  public CodecInfo info() {
    return Jackson.info(
        "msgpack-jackson",
        "MessagePack",
        "msgpack-java for Jackson",
        Versions.of("msgpack-jackson"),
        Jackson.contract(NOTES));
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    return Jackson.open(new MessagePackMapper().handleBigIntegerAsString(), parameters);
  }
}
