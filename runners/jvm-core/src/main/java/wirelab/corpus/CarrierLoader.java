package wirelab.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import wirelab.types.ProtobufBindings;
import wirelab.types.Types;

/**
 * Loads the carrier and all that has to do with protobuf's messages once more, from the same class
 * files; everything else, domain types above all, is the process's own.
 */
final class CarrierLoader extends ClassLoader {
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
    super("carrier", CarrierLoader.class.getClassLoader());
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

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
      byte[] bytes = file.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException | NullPointerException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
