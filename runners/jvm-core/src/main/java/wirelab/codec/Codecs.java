package wirelab.codec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import wirelab.fault.Fault;

/**
 * The registry of codecs: a class and its codec's name ({@code # name}) a line, which {@link
 * wirelab.build.Registry} writes when the runner is built.
 */
public final class Codecs {
  /** Where the registry is among a runner's classes. */
  public static final String REGISTRY = "wirelab/codecs.txt";

  private static final Map<String, Codec> AVAILABLE = new LinkedHashMap<>();
  private static final Map<String, String> UNAVAILABLE = new TreeMap<>();

  static {
    Versions.lines(REGISTRY).forEach(Codecs::register);
  }

  private Codecs() {}

  private static void register(String line) {
    String[] classAndName = line.split(" # ");
    try {
      Class<?> found = Class.forName(classAndName[0]);
      AVAILABLE.put(classAndName[1], (Codec) found.getDeclaredConstructor().newInstance());
    } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
      String why = "it cannot be loaded from this runner's jar: " + Fault.describe(e);
      UNAVAILABLE.put(classAndName[1], why);
    }
  }

  /** All codecs that can be used, by name. */
  public static Map<String, Codec> available() {
    return Collections.unmodifiableMap(AVAILABLE);
  }

  /** Why each of the others cannot, by name. */
  public static Map<String, String> unavailable() {
    return Collections.unmodifiableMap(UNAVAILABLE);
  }
}
