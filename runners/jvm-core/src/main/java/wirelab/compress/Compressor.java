package wirelab.compress;

import java.util.Map;
import wirelab.codec.Versions;
import wirelab.fault.Fault;

/** A compressor at one level. A new one is a class, two lines here, and a table in the manifest. */
public interface Compressor {
  /** Compresses. */
  byte[] compress(byte[] bytes) throws Exception;

  /** The reverse of {@link #compress}. */
  byte[] decompress(byte[] bytes) throws Exception;

  /** The versions of all compressors' libraries, by the compressors' names. */
  static Map<String, String> versions() {
    String java = System.getProperty("java.version");
    String zstd = Versions.of("zstd-jni");
    return Map.of(
        "crc32",
        java,
        "gzip",
        java,
        "gzip-second-pass",
        java,
        "zstd",
        zstd,
        "zstd-dictionary",
        zstd);
  }

  /** The compressor of a name, with a dictionary or null. */
  static Compressor named(String name, int level, byte[] dictionary) throws Fault {
    return switch (name) {
      case "crc32" -> new Crc32();
      case "gzip" -> new Gzip(level);
      case "gzip-second-pass" -> new GzipSecondPass(level);
      case "zstd" -> new Zstandard(level);
      case "zstd-dictionary" -> new Zstandard(level, dictionary);
      default -> throw new IllegalArgumentException("there is no compressor '" + name + "'");
    };
  }
}
