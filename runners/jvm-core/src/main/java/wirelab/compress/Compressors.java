package wirelab.compress;

import java.util.Map;
import wirelab.codec.Versions;

/** All compressors. A new one is a file, a line in both methods, and a table in the manifest. */
public final class Compressors {
  private Compressors() {}

  /** The versions of their libraries, by name. */
  public static Map<String, String> versions() {
    return Map.of("gzip", System.getProperty("java.version"), "zstd", Versions.of("zstd-jni"));
  }

  /** A compressor at a level. */
  public static Compressor of(String name, int level) {
    return switch (name) {
      case "gzip" -> new Gzip(level);
      case "zstd" -> new Zstandard(level);
      default -> throw new IllegalArgumentException("there is no compressor '" + name + "'");
    };
  }
}
