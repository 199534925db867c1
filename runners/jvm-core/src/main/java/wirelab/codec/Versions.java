package wirelab.codec;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What the build knows: versions of libraries, and which runner this is. */
public final class Versions {
  private static final Map<String, String> LIBRARIES = new HashMap<>();

  static {
    // Of Maven's `dependency:list`: group:artifact:type[:classifier]:version:scope
    for (String line : lines("wirelab/libraries.txt")) {
      String[] parts = line.strip().split(" ")[0].split(":");
      if (parts.length >= 5) {
        LIBRARIES.put(parts[1], parts[parts.length - 2]);
        LIBRARIES.put(parts[0] + ":" + parts[1], parts[parts.length - 2]);
      }
    }
  }

  private Versions() {}

  /**
   * The version of a library, as Maven resolved it.
   *
   * @param artifact the artifactId of its dependency, behind its groupId and a colon where another
   *     group has one of that name
   */
  public static String of(String artifact) {
    String missing = "pom.xml has no dependency '" + artifact + "'";
    return Objects.requireNonNull(LIBRARIES.get(artifact), missing);
  }

  /** This runner's name. */
  public static String runnerName() {
    return lines("wirelab/runner.txt").get(0);
  }

  /** The lines of a file among the runner's classes. */
  static List<String> lines(String file) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Versions.class.getResourceAsStream("/" + file), StandardCharsets.UTF_8))) {
      return lines.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
