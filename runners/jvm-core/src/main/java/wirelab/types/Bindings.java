package wirelab.types;

/**
 * A workload's types as one library has them: its generated classes, and the conversions between
 * them and domain objects. The templates make one class for each such library.
 *
 * @param <T> what the library's codecs need of a type
 */
public interface Bindings<T> {
  /**
   * The binding of a type.
   *
   * @throws Unrepresentable if the workload has no such type, or none that is encoded
   */
  T of(MessageType type);

  /**
   * The bindings that stand beside a workload's types, by the class loader of their interface.
   *
   * @param kind the interface that the class implements
   * @param name of the class, in the package of the types
   * @throws ReflectiveOperationException if there is none: types without a build have few
   */
  static <B extends Bindings<?>> B rendered(Types types, Class<B> kind, String name)
      throws ReflectiveOperationException {
    String beside = types.getClass().getPackageName() + "." + name;
    Class<?> found = Class.forName(beside, true, kind.getClassLoader());
    return kind.cast(found.getDeclaredConstructor().newInstance());
  }
}
