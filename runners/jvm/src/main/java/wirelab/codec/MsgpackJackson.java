package wirelab.codec;

import org.msgpack.jackson.dataformat.MessagePackMapper;
import org.msgpack.jackson.dataformat.TimestampExtensionModule;
import wirelab.types.Types;

/** MessagePack by msgpack-java's data format for Jackson. */
public final class MsgpackJackson implements Codec {
  @Override
  public String name() {
    return "msgpack-jackson";
  }

  @Override
  public String version() {
    return Versions.of("jackson-dataformat-msgpack");
  }

  @Override
  public Coders open(Types types, Parameters parameters) {
    MessagePackMapper mapper = new MessagePackMapper().handleBigIntegerAsString();
    Coders coders = Jackson.open(mapper, parameters);
    if (!parameters.is("instants", "dates")) {
      mapper.registerModule(TimestampExtensionModule.INSTANCE);
    }
    return coders;
  }
}
