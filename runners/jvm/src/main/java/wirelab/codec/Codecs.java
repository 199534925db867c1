package wirelab.codec;

import java.util.List;
import wirelab.fault.Fault;

/** All codecs. A new one is a file and a line here (and one in {@code runner.toml}). */
public final class Codecs {
  private static final List<Codec> ALL =
      List.of(
          new JaxbRi(), //
          new JaxbMoxy(),
          new GsonCodec(),
          new ProtobufJava());

  private Codecs() {}

  /** All codecs, in the order they are announced. */
  public static List<Codec> all() {
    return ALL;
  }

  /**
   * The codec of this name.
   *
   * @throws Fault codec: there is none
   */
  public static Codec named(String name) throws Fault {
    for (Codec codec : ALL) {
      if (codec.info().name().equals(name)) {
        return codec;
      }
    }
    List<String> names = ALL.stream().map(codec -> codec.info().name()).toList();
    String what = "there is no codec '" + name + "'; there are " + String.join(", ", names);
    throw new Fault(Fault.Kind.CODEC, what);
  }
}
