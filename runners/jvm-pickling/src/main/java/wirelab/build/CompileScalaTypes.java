package wirelab.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import scala.tools.nsc.Main;

/**
 * Compiles a workload's types against this very jar, and packs the classes: first what protoc made
 * for Java, then the domain types, then what macros make of those. The macros ask a sealed trait
 * for its cases, which the compiler knows for certain only when it has compiled them before.
 */
public final class CompileScalaTypes {
  private CompileScalaTypes() {}

  /**
   * Compiles.
   *
   * @param arguments a folder for classes, the jar to make, the folder of Java sources, then each
   *     folder of Scala sources in the order to compile them
   */
  public static void main(String[] arguments) throws IOException {
    Path classes = Files.createDirectories(Path.of(arguments[0]));
    boolean done = CompileTypes.compile(Path.of(arguments[2]), classes);
    for (int i = 3; done && i < arguments.length; i++) {
      done = compile(Path.of(arguments[i]), classes);
    }
    if (!done || !CompileTypes.pack(classes, Path.of(arguments[1]))) {
      System.exit(1);
    }
  }

  /** Compiles all Scala sources below a folder; the compiler says what is wrong with them. */
  private static boolean compile(Path sources, Path classes) throws IOException {
    String path = classes + java.io.File.pathSeparator + System.getProperty("java.class.path");
    List<String> words =
        new ArrayList<>(
            List.of("-d", classes.toString(), "-classpath", path, "-nowarn", "-g:line"));
    try (Stream<Path> tree = Files.walk(sources)) {
      tree.map(Path::toString).filter(file -> file.endsWith(".scala")).sorted().forEach(words::add);
    }
    Main.process(words.toArray(String[]::new));
    return !Main.reporter().hasErrors();
  }
}
