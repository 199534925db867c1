package wirelab.data;

import java.util.List;
import wirelab.loading.Reloader;
import wirelab.types.ProtobufBindings;
import wirelab.types.Types;

/**
 * Between domain objects and the messages in files, by protobuf-java: by a copy of it that no codec
 * meets. What the carrier does leaves a codec's own library as it was, neither loaded nor compiled
 * for other callers.
 */
public interface Carrier {
  /** What is loaded once more for it, by the beginnings of names. */
  List<String> OWN =
      List.of(
          "com.google.protobuf.",
          "wirelab.carrier.",
          "wirelab.messages.",
          "wirelab.types.Logical",
          "wirelab.types.Protobuf");

  /**
   * The carrier of a workload's objects.
   *
   * @throws ReflectiveOperationException if the types have no bindings for it
   */
  static Carrier of(Types types) throws ReflectiveOperationException {
    String bindings = types.getClass().getPackageName() + "." + ProtobufBindings.IMPLEMENTATION;
    Reloader loader =
        new Reloader(name -> name.startsWith(bindings) || OWN.stream().anyMatch(name::startsWith));
    Class<?> layout = loader.loadClass("wirelab.carrier.Layout");
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
   * A row's first values, those of the root's fields: numbers, texts and bytes; null where a field
   * is absent.
   *
   * @param columns an object's, as {@link #readColumns} gave them
   */
  Object[] row(Object columns);

  /**
   * A table: for each object the columns of a row, then its payload's type and its bytes.
   *
   * @param columns names of all columns; the root's fields are in ascending order of number
   * @param numbers the payload's type as rows have it: the member's number in the union
   */
  record Table(String name, List<String> columns, List<Integer> numbers) {}
}
