package wirelab.build;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import scala.tools.nsc.Main;

/**
 * Generates ScalaPB's classes, compiles a workload's types against this very jar, and packs the
 * classes: first what protoc made for Java, then the domain types, then what macros make of those.
 * The macros ask a sealed trait for its cases, which the compiler knows for certain only when it
 * has compiled them before. Last come ScalaPB's, beside protobuf-java as of 2016.
 */
public final class CompileScalaTypes {
  private CompileScalaTypes() {}

  /**
   * Compiles.
   *
   * @param arguments the folder of this runner, a FileDescriptorSet, a folder for the output, then
   *     each folder of Scala sources in the order to compile them
   */
  public static void main(String[] arguments) throws Exception {
    Path runner = Path.of(arguments[0]);
    Path output = Path.of(arguments[2]);
    Path scalapb = output.resolve("scalapb");
    Path names = scalapb.resolve("names.properties");
    GenerateScalapb.into(scalapb, Path.of(arguments[1]), names, runner.resolve("generators"));
    Path classes = Files.createDirectories(output.resolve("classes"));
    boolean done = CompileTypes.compile(output.resolve("sources"), classes);
    for (int i = 3; done && i < arguments.length; i++) {
      done = compile(Path.of(arguments[i]), classes, "");
    }
    String then = runner.resolve("then/protobuf-java.jar") + File.pathSeparator;
    done = done && compile(scalapb, classes, then);
    if (!done || !CompileTypes.pack(classes, output.resolve("types.jar"))) {
      System.exit(1);
    }
  }

  /** Compiles all Scala sources below a folder; the compiler says what is wrong with them. */
  private static boolean compile(Path sources, Path classes, String before) throws IOException {
    String path = before + classes + File.pathSeparator + System.getProperty("java.class.path");
    // Jackson reads the names of a constructor's parameters from the table of variables.
    List<String> words =
        new ArrayList<>(
            List.of("-d", classes.toString(), "-classpath", path, "-nowarn", "-g:vars"));
    try (Stream<Path> tree = Files.walk(sources)) {
      tree.map(Path::toString).filter(file -> file.endsWith(".scala")).sorted().forEach(words::add);
    }
    Main.process(words.toArray(String[]::new));
    return !Main.reporter().hasErrors();
  }
}
