package wirelab.build;

import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
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
    try (Stream<Path> files = Files.list(classes.resolve(PACKAGE.replace('.', '/')))) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString().replaceFirst("\\.class$", "");
        Class<?> found = Registry.class.getClassLoader().loadClass(PACKAGE + "." + name);
        if (Codec.class.isAssignableFrom(found) && !Modifier.isAbstract(found.getModifiers())) {
          Codec codec = (Codec) found.getDeclaredConstructor().newInstance();
          registry.append(found.getName()).append(" # ").append(codec.name()).append('\n');
        }
      }
    }
    Files.writeString(classes.resolve(Codecs.REGISTRY), registry);
  }
}
