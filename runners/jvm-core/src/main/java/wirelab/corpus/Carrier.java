package wirelab.corpus;

import java.util.List;
import wirelab.types.Types;

/**
 * Between domain objects and the messages in files, by protobuf-java: by a copy of it that no codec
 * meets. What the carrier does leaves a codec's own library as it was, neither loaded nor compiled
 * for other callers.
 */
public interface Carrier {
  /**
   * The carrier of a workload's objects.
   *
   * @throws ReflectiveOperationException if the types have no bindings for it
   */
  static Carrier of(Types types) throws ReflectiveOperationException {
    Class<?> layout = Class.forName("wirelab.carrier.Layout", true, CarrierLoader.of(types));
    return (Carrier) layout.getConstructor(Types.class).newInstance(types);
  }

  /**
   * From a payload's message: a domain object that shares nothing with any other.
   *
   * @throws Exception if it is none, or the domain types cannot hold it
   */
  Object read(int type, byte[] message) throws Exception;

  /**
   * The reverse.
   *
   * @param object of the payload type's domain class, or what a codec took for one
   * @throws RuntimeException if it is none, or holds what its types have no place for
   */
  byte[] write(int type, Object object);

  /**
   * From a root message whose payload is empty.
   *
   * @throws Exception as {@link #read}
   */
  Object readColumns(byte[] message) throws Exception;

  /** The message of what objects add up to. */
  byte[] writeReplayed(Object sum);

  /** The table that the workload's objects are rows of; its columns must be single values. */
  Table table();

  /**
   * A row's values in {@link Table#columns}: numbers, texts and bytes; null where a field is
   * absent.
   *
   * @param columns an object's, as {@link #readColumns} gave them
   */
  Object[] row(Object columns);

  /**
   * The table that a workload's objects are rows of: the columns, and the payload as bytes.
   *
   * @param columns the root's fields but for the payload's, in ascending order of number
   * @param type name of the column that says which type a payload has
   * @param payload name of the column that has its bytes
   * @param numbers the values of {@code type}: by payload type, the member's number in the union
   */
  record Table(
      String name, List<String> columns, String type, String payload, List<Integer> numbers) {}
}
