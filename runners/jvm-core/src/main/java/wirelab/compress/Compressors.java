package wirelab.compress;

import java.util.List;
import java.util.function.IntFunction;
import wirelab.codec.Versions;
import wirelab.fault.Fault;

/** All compressors. A new one is a file and an entry here (and a line in {@code runner.toml}). */
public final class Compressors {
  private record Entry(CompressorInfo info, IntFunction<Compressor> atLevel) {}

  private static final List<Entry> ALL =
      List.of(
          new Entry(
              new CompressorInfo(
                  "gzip", "java.util.zip", System.getProperty("java.version"), 0, 9, 6),
              Gzip::new),
          new Entry(
              new CompressorInfo("zstd", "zstd-jni", Versions.of("zstd"), 1, 22, 3),
              Zstandard::new));

  private Compressors() {}

  /** All compressors, in the order they are announced. */
  public static List<CompressorInfo> all() {
    return ALL.stream().map(Entry::info).toList();
  }

  /**
   * A compressor.
   *
   * @param name its name
   * @param level its level, or null for the library's default
   * @throws Fault codec: there is no such compressor or level
   */
  public static Compressor open(String name, Integer level) throws Fault {
    for (Entry entry : ALL) {
      if (entry.info.name().equals(name)) {
        return entry.atLevel.apply(checked(entry.info, level));
      }
    }
    List<String> names = all().stream().map(CompressorInfo::name).toList();
    String what = "there is no compressor '" + name + "'; there are " + String.join(", ", names);
    throw new Fault(Fault.Kind.CODEC, what);
  }

  private static int checked(CompressorInfo info, Integer level) throws Fault {
    if (level == null) {
      return info.defaultLevel();
    }
    if (level < info.minLevel() || level > info.maxLevel()) {
      String what = "compressor '%s' has no level %d; it has %d to %d";
      throw new Fault(
          Fault.Kind.CODEC, what.formatted(info.name(), level, info.minLevel(), info.maxLevel()));
    }
    return level;
  }
}
