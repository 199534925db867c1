package wirelab.codec;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
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
  public static final String REGISTRY = "META-INF/services/" + Codec.class.getName();

  private static final Map<String, Codec> AVAILABLE = new LinkedHashMap<>();
  private static final Map<String, String> UNAVAILABLE = new TreeMap<>();

  static {
    try {
      for (URL file : Collections.list(Codecs.class.getClassLoader().getResources(REGISTRY))) {
        try (BufferedReader lines =
            new BufferedReader(new InputStreamReader(file.openStream(), StandardCharsets.UTF_8))) {
          lines.lines().filter(line -> !line.isBlank()).forEach(Codecs::register);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Codecs() {}

  private static void register(String line) {
    String[] classAndName = line.split("#");
    String name = classAndName[classAndName.length - 1].strip();
    try {
      Class<?> found = Class.forName(classAndName[0].strip());
      AVAILABLE.put(name, (Codec) found.getDeclaredConstructor().newInstance());
    } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
      UNAVAILABLE.put(name, "it cannot be loaded from this runner's jar: " + Fault.describe(e));
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
