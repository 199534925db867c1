package wirelab.types;

/**
 * A workload's payload types as one library has them: its generated classes, and the conversions
 * between them and domain objects. The templates make one class for each such library.
 *
 * @param <T> what the library's codecs need of a type
 */
public interface Bindings<T> {
  /**
   * The binding of a payload type.
   *
   * @throws Unrepresentable if it is no payload of this workload
   */
  T of(MessageType type);

  /**
   * The bindings that were rendered beside a workload's types.
   *
   * @param kind the interface that the rendered class implements
   * @param name of the class, in the package of the rendered ones
   * @throws ReflectiveOperationException if there is none: types without a build have none
   */
  static <B extends Bindings<?>> B rendered(Types types, Class<B> kind, String name)
      throws ReflectiveOperationException {
    String rendered = Types.IMPLEMENTATION.replace("RenderedTypes", name);
    ClassLoader loader = types.getClass().getClassLoader();
    return kind.cast(Class.forName(rendered, true, loader).getDeclaredConstructor().newInstance());
  }
}
