package wirelab.corpus;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import wirelab.types.ProtobufBindings;
import wirelab.types.Types;

/**
 * Loads the carrier and all that has to do with protobuf's messages anew, from the class path of
 * this very process; everything else, domain types above all, is the process's own.
 */
final class CarrierLoader extends URLClassLoader {
  private static final List<String> OWN =
      List.of(
          "com.google.protobuf.",
          "wirelab.carrier.",
          "wirelab.messages.",
          "wirelab.types.Logical",
          "wirelab.types.Protobuf");
  // One for each package of types: a second one would load the same classes once more.
  private static final Map<String, CarrierLoader> LOADERS = new ConcurrentHashMap<>();

  private final String bindings;

  private CarrierLoader(String bindings) {
    super("carrier", classPath(), CarrierLoader.class.getClassLoader());
    this.bindings = bindings;
  }

  /** The loader for a workload's types. */
  static CarrierLoader of(Types types) {
    String beside = types.getClass().getPackageName() + "." + ProtobufBindings.IMPLEMENTATION;
    return LOADERS.computeIfAbsent(beside, CarrierLoader::new);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(bindings) && OWN.stream().noneMatch(name::startsWith)) {
      return getParent().loadClass(name);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }

  private static URL[] classPath() {
    String path = System.getProperty("java.class.path");
    return Stream.of(path.split(Pattern.quote(File.pathSeparator)))
        .map(CarrierLoader::url)
        .toArray(URL[]::new);
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e); // a file's path always has one
    }
  }
}
