package wirelab.codec;

import org.msgpack.jackson.dataformat.MessagePackMapper;
import org.msgpack.jackson.dataformat.TimestampExtensionModule;
import wirelab.types.Types;

/** MessagePack by msgpack-java's data format for Jackson. */
public final class MsgpackJackson implements Codec {
  private static final Parameter INSTANTS =
      Parameter.of(
          "instants",
          "an Instant as MessagePack's timestamp (TimestampExtensionModule), or as the parameter dates has it",
          "timestamps",
          "dates");
  private static final String NOTES =
      "BigInteger is text (handleBigIntegerAsString): MessagePack's integers end at 64 bits. UUIDs and keys of maps are"
          + " text. Memory is taken by the lengths that the input states.";

  @Override
  public CodecInfo info() {
    return Jackson.info(
        "msgpack-jackson",
        "MessagePack",
        "msgpack-java for Jackson",
        Versions.of("jackson-dataformat-msgpack"),
        "https://github.com/msgpack/msgpack-java/blob/main/msgpack-jackson/README.md",
        Jackson.contract(NOTES),
        Jackson.DATES,
        INSTANTS);
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    MessagePackMapper mapper = new MessagePackMapper().handleBigIntegerAsString();
    Coders coders = Jackson.open(mapper, parameters);
    if (parameters.is(INSTANTS.name(), "timestamps")) {
      mapper.registerModule(TimestampExtensionModule.INSTANCE);
    }
    return coders;
  }
}
