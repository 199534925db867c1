package wirelab.build;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles a workload's rendered and generated sources against this very jar, and packs the
 * classes.
 */
public final class CompileTypes {
  private static final int SHOWN = 20;

  private CompileTypes() {}

  /**
   * Compiles.
   *
   * @param arguments the folder of sources, a folder for classes, the jar to make
   */
  public static void main(String[] arguments) throws IOException {
    Path sources = Path.of(arguments[0]);
    Path classes = Files.createDirectories(Path.of(arguments[1]));
    if (!compile(sources, classes)) {
      System.exit(1);
    }
    pack(classes, Path.of(arguments[2]));
  }

  /** Compiles all sources below a folder; says on stderr what is wrong with them. */
  static boolean compile(Path sources, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      System.err.println("this Java has no compiler: a JDK is needed, not a JRE");
      return false;
    }
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    try (StandardJavaFileManager files =
            compiler.getStandardFileManager(found, Locale.ROOT, StandardCharsets.UTF_8);
        Stream<Path> tree = Files.walk(sources)) {
      List<Path> all = tree.filter(file -> file.toString().endsWith(".java")).toList();
      List<String> options =
          List.of(
              "-d",
              classes.toString(),
              "-classpath",
              System.getProperty("java.class.path"),
              "-source",
              "17",
              "-target",
              "17",
              "-proc:none",
              "-Xlint:none",
              "-parameters",
              "-g:source,lines");
      boolean done =
          compiler
              .getTask(null, files, found, options, null, files.getJavaFileObjectsFromPaths(all))
              .call();
      found.getDiagnostics().stream()
          .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
          .limit(SHOWN)
          .forEach(each -> System.err.println(each));
      return done;
    }
  }

  /** Packs all classes below a folder. */
  static void pack(Path classes, Path jar) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream output = new JarOutputStream(file);
        Stream<Path> tree = Files.walk(classes)) {
      output.setLevel(java.util.zip.Deflater.NO_COMPRESSION); // read at every start
      for (Path path : tree.filter(Files::isRegularFile).sorted().toList()) {
        output.putNextEntry(new JarEntry(classes.relativize(path).toString().replace('\\', '/')));
        Files.copy(path, output);
        output.closeEntry();
      }
    }
  }
}
