package wirelab.codec;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import wirelab.types.Types;

/**
 * Protocol Buffers by ScalaPB as of 2016: domain objects to and from its generated case classes. It
 * works with the protobuf-java of its time, while files of objects are read by today's.
 */
public final class ScalaPB2016 implements Codec {
  @Override
  public String name() {
    return "scalapb-2016";
  }

  @Override
  public String version() {
    return Versions.of("scalapb-runtime_2.11");
  }

  @Override
  public Coders open(Types types, Parameters parameters) throws Exception {
    Class<?> coders = Then.with(types).loadClass("wirelab.rendered.ScalapbCoders");
    return (Coders) coders.getDeclaredConstructor().newInstance();
  }

  /** Loads what belongs to ScalaPB beside protobuf-java as of 2016, all else from where it is. */
  private static final class Then extends URLClassLoader {
    private static final List<String> OWN =
        List.of(
            "com.google.protobuf.",
            "com.trueaccord.",
            "wirelab.rendered.Scalapb",
            "wirelab.scalapb.",
            "wirelab.types.Logical"); // makes protobuf's values

    private Then(URL[] jars, ClassLoader parent) {
      super(jars, parent);
    }

    static Then with(Types types) throws Exception {
      URL runner = jarOf(ScalaPB2016.class);
      URL protobuf =
          new File(new File(runner.toURI()).getParentFile(), "then/protobuf-java.jar")
              .toURI()
              .toURL();
      return new Then(
          new URL[] {protobuf, runner, jarOf(types.getClass())}, types.getClass().getClassLoader());
    }

    private static URL jarOf(Class<?> known) {
      return known.getProtectionDomain().getCodeSource().getLocation();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (OWN.stream().noneMatch(name::startsWith)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? findClass(name) : loaded;
      }
    }
  }
}
