package wirelab.build;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Compiles a workload's rendered and generated sources against this very jar, and packs the
 * classes.
 */
public final class CompileTypes {
  private static final List<String> OPTIONS =
      List.of(
          "--release=17",
          "-proc:none",
          "-nowarn",
          "-XDsuppressNotes",
          "-parameters",
          "-g:source,lines");

  private CompileTypes() {}

  /**
   * Compiles.
   *
   * @param arguments the folder of sources, a folder for classes, the jar to make
   */
  public static void main(String[] arguments) throws IOException {
    Path classes = Files.createDirectories(Path.of(arguments[1]));
    if (!compile(Path.of(arguments[0]), classes) || !pack(classes, Path.of(arguments[2]))) {
      System.exit(1);
    }
  }

  /** Compiles all sources below a folder; says on stderr what is wrong with them. */
  static boolean compile(Path sources, Path classes) throws IOException {
    List<String> words = new ArrayList<>(OPTIONS);
    words.addAll(List.of("-d", classes.toString()));
    // What another language's compiler has made is there before.
    String path = System.getProperty("java.class.path") + File.pathSeparator + classes;
    words.addAll(List.of("-classpath", path));
    try (Stream<Path> tree = Files.walk(sources)) {
      tree.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(words::add);
    }
    return run("javac", words);
  }

  /** Packs all classes below a folder, not compressed: the jar is read at every start. */
  static boolean pack(Path classes, Path jar) {
    return run("jar", List.of("-c0Mf", jar.toString(), "-C", classes.toString(), "."));
  }

  private static boolean run(String tool, List<String> words) {
    return ToolProvider.findFirst(tool)
        .map(found -> found.run(System.err, System.err, words.toArray(String[]::new)) == 0)
        .orElseThrow(() -> new IllegalStateException("a JDK is needed: this Java has no " + tool));
  }
}
