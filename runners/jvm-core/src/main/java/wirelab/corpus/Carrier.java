package wirelab.corpus;

import java.util.Optional;
import wirelab.fault.Fault;
import wirelab.types.Types;

/**
 * Reads and writes a workload's files, and compares its objects, by protobuf-java: by a copy of it
 * that no codec meets. What the carrier does before a measurement leaves a codec's own library as
 * it was, neither loaded nor compiled for other callers.
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
   * Reads a corpus file into domain objects that share nothing with those of another reading.
   *
   * @throws Fault workload: it is none, or not of this workload
   */
  Corpus readCorpus(byte[] file) throws Fault;

  /** The corpus file of domain objects. */
  byte[] writeCorpus(Corpus corpus);

  /** The corpus file of the one object that a corpus adds up to. */
  byte[] writeReplayed(Object sum);

  /**
   * Reads a file of encoded objects.
   *
   * @throws Fault workload: it is none, or not of this workload
   */
  Corpus readEncoded(byte[] file) throws Fault;

  /** The file of encoded objects. */
  byte[] writeEncoded(Corpus encoded);

  /**
   * The table that the workload's objects are rows of.
   *
   * @throws Fault request: it has no columns, or one that is not a single value
   */
  Table table() throws Fault;

  /**
   * What a row has in {@link Table#columns}: numbers, texts and bytes.
   *
   * @param columns an object's, as a domain object
   * @return null where a field is absent
   */
  Object[] row(Object columns);

  /**
   * The first place where corpora of the same types differ.
   *
   * @param expected domain objects
   * @param actual domain objects, or whatever a codec took for them
   */
  Optional<Difference> difference(Corpus expected, Corpus actual);
}
