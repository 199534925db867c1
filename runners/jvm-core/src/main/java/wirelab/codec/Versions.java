package wirelab.codec;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Versions of libraries, as the build resolved them. */
public final class Versions {
  private static final Properties VERSIONS = load();

  private Versions() {}

  /**
   * The version of a library.
   *
   * @param property its key in {@code versions.properties}
   */
  public static String of(String property) {
    String version = VERSIONS.getProperty(property);
    if (version == null) {
      throw new IllegalArgumentException("versions.properties has no '" + property + "'");
    }
    return version;
  }

  /** Whether workloads may bring a {@link wirelab.types.Replay} for this runner. */
  public static boolean replays() {
    return Boolean.parseBoolean(VERSIONS.getProperty("replay"));
  }

  private static Properties load() {
    try (InputStream input = Versions.class.getResourceAsStream("/wirelab/versions.properties")) {
      Properties properties = new Properties();
      properties.load(input);
      return properties;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
