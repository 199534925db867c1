package wirelab.codec;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/** What the build knows: versions of libraries, and which runner this is. */
public final class Versions {
  private static final Map<String, String> LIBRARIES = libraries();
  private static final Properties RUNNER = runner();

  private Versions() {}

  /**
   * The version of a library, as Maven resolved it.
   *
   * @param artifact the artifactId of its dependency
   */
  public static String of(String artifact) {
    String version = LIBRARIES.get(artifact);
    if (version == null) {
      throw new IllegalArgumentException("pom.xml has no dependency '" + artifact + "'");
    }
    return version;
  }

  /** This runner's name. */
  public static String runnerName() {
    return RUNNER.getProperty("runner");
  }

  /** Whether workloads may bring a {@link wirelab.types.Replay} for this runner. */
  public static boolean replays() {
    return Boolean.parseBoolean(RUNNER.getProperty("replay"));
  }

  /**
   * From lines of Maven's {@code dependency:list}: {@code
   * group:artifact:type[:classifier]:version:scope}.
   */
  private static Map<String, String> libraries() {
    Map<String, String> versions = new HashMap<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(resource("libraries.txt"), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] parts = line.strip().split(" ")[0].split(":");
        if (parts.length >= 5) {
          versions.put(parts[1], parts[parts.length - 2]);
        }
      }
      return versions;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Properties runner() {
    try (InputStream input = resource("runner.properties")) {
      Properties properties = new Properties();
      properties.load(input);
      return properties;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream resource(String name) {
    return Versions.class.getResourceAsStream("/wirelab/" + name);
  }
}
