package wirelab.codec;

import java.util.List;
import java.util.ServiceLoader;
import wirelab.fault.Fault;

/**
 * All codecs on the class path, in the order of {@code META-INF/services/wirelab.codec.Codec}. A
 * new one is a file, a line there, and one in {@code runner.toml}.
 */
public final class Codecs {
  private static final List<Codec> ALL =
      ServiceLoader.load(Codec.class).stream().map(ServiceLoader.Provider::get).toList();

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
