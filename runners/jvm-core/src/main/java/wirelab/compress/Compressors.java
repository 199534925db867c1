package wirelab.compress;

import java.util.List;
import wirelab.codec.Versions;
import wirelab.fault.Fault;

/** All compressors. A new one is a file and an entry here (and a line in {@code runner.toml}). */
public final class Compressors {
  private static final List<CompressorInfo> ALL =
      List.of(
          new CompressorInfo(
              "gzip", "java.util.zip", System.getProperty("java.version"), 0, 9, 6, Gzip::new),
          new CompressorInfo(
              "zstd", "zstd-jni", Versions.of("zstd-jni"), 1, 22, 3, Zstandard::new));

  private Compressors() {}

  /** All compressors, in the order they are announced. */
  public static List<CompressorInfo> all() {
    return ALL;
  }

  /**
   * A compressor.
   *
   * @param name its name
   * @param level its level, or null for the library's default
   * @throws Fault codec: there is no such compressor or level
   */
  public static Compressor open(String name, Integer level) throws Fault {
    for (CompressorInfo info : ALL) {
      if (info.name().equals(name)) {
        int asked = level == null ? info.defaultLevel() : level;
        if (asked < info.minLevel() || asked > info.maxLevel()) {
          String what = "compressor '%s' has no level %d; it has %d to %d";
          throw new Fault(
              Fault.Kind.CODEC, what.formatted(name, asked, info.minLevel(), info.maxLevel()));
        }
        return info.atLevel().apply(asked);
      }
    }
    List<String> names = ALL.stream().map(CompressorInfo::name).toList();
    String what = "there is no compressor '" + name + "'; there are " + String.join(", ", names);
    throw new Fault(Fault.Kind.CODEC, what);
  }
}
