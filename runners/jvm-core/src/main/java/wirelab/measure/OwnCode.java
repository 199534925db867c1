package wirelab.measure;

import java.io.InputStream;
import java.lang.invoke.MethodHandles;

/**
 * Loads a class of the loop once more, so that an operation has bytecode of its own.
 *
 * <p>The virtual machine keeps what it learns of a call (which classes it meets) with the bytecode,
 * and compiles by that. Were the loop shared, the second operation of a process would turn calls
 * that always met one class into calls of one of several: the compiler would no longer inline what
 * is called, and the operation would be slower than alone in its process.
 */
final class OwnCode {
  private OwnCode() {}

  /**
   * Makes an object of a class that is loaded for it alone.
   *
   * @param loaded a class of this package, with one constructor
   * @param kind the interface by which the object is used
   */
  static <T> T of(Class<? extends T> loaded, Class<T> kind, Object... arguments) throws Exception {
    String name = "/" + loaded.getName().replace('.', '/') + ".class";
    try (InputStream file = loaded.getResourceAsStream(name)) {
      Class<?> own =
          MethodHandles.lookup().defineHiddenClass(file.readAllBytes(), true).lookupClass();
      return kind.cast(own.getDeclaredConstructors()[0].newInstance(arguments));
    }
  }
}
