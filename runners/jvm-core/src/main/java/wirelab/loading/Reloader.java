package wirelab.loading;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Predicate;

/**
 * Loads some classes once more, from the same class files: with static fields and with profiles of
 * their own, loaded and compiled by themselves. Every other class is the process's own.
 */
public final class Reloader extends ClassLoader {
  private final Predicate<String> again;

  /** With what is loaded once more, by the names of classes. */
  public Reloader(Predicate<String> again) {
    super(Reloader.class.getClassLoader());
    this.again = again;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!again.test(name)) {
      return getParent().loadClass(name);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
      byte[] bytes = file.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException | NullPointerException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
