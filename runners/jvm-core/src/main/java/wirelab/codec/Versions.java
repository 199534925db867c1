package wirelab.codec;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the build knows: versions of libraries, and which runner this is. */
public final class Versions {
  private static final Map<String, String> LIBRARIES = new HashMap<>();

  static {
    // Of Maven's `dependency:list`: group:artifact:type[:classifier]:version:scope
    for (String line : lines("libraries.txt")) {
      String[] parts = line.strip().split(" ")[0].split(":");
      if (parts.length >= 5) {
        LIBRARIES.put(parts[1], parts[parts.length - 2]);
      }
    }
  }

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
    return lines("runner.txt").get(0);
  }

  private static List<String> lines(String resource) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Versions.class.getResourceAsStream("/wirelab/" + resource),
                StandardCharsets.UTF_8))) {
      return lines.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
