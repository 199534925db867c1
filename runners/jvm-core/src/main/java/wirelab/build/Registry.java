package wirelab.build;

import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import wirelab.codec.Codec;
import wirelab.codec.Codecs;

/**
 * Lists the codecs among a runner's compiled classes, with their names, where {@link Codecs} reads
 * them: every class in the package of codecs that is a {@link Codec} and can be made.
 */
public final class Registry {
  private static final String PACKAGE = Codec.class.getPackageName();

  private Registry() {}

  /**
   * Writes the registry.
   *
   * @param arguments the folder of compiled classes
   */
  public static void main(String[] arguments) throws Exception {
    Path classes = Path.of(arguments[0]);
    StringBuilder registry = new StringBuilder();
    for (String name : candidates(classes)) {
      Class<?> found = Class.forName(PACKAGE + "." + name);
      if (Codec.class.isAssignableFrom(found) && !Modifier.isAbstract(found.getModifiers())) {
        Codec codec = (Codec) found.getDeclaredConstructor().newInstance();
        registry.append(found.getName()).append(" # ").append(codec.name()).append('\n');
      }
    }
    Path file = classes.resolve(Codecs.REGISTRY);
    Files.createDirectories(file.getParent());
    Files.writeString(file, registry);
  }

  private static List<String> candidates(Path classes) throws Exception {
    try (Stream<Path> files = Files.list(classes.resolve(PACKAGE.replace('.', '/')))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".class") && !name.contains("$"))
          .map(name -> name.substring(0, name.length() - ".class".length()))
          .sorted()
          .toList();
    }
  }
}
