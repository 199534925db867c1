package wirelab.measure;

import java.util.List;
import wirelab.corpus.Corpus;
import wirelab.types.Types;

/**
 * What an operation works on: one copy, by place in the corpus.
 *
 * @param values domain objects, messages or bytes, as the operation takes them
 * @param types of the payloads, indexes into {@link Types#payloads()}
 * @param columns as domain objects, which a replay reads; null where there are none
 */
public record Inputs(Object[] values, int[] types, Object[] columns) {
  /** The inputs of each copy, made of domain objects. */
  public static Inputs[] of(
      OpenSubject subject, OperationName name, List<Corpus> copies, Types types) throws Exception {
    Inputs[] inputs = new Inputs[copies.size()];
    for (int copy = 0; copy < inputs.length; copy++) {
      inputs[copy] = empty(copies.get(copy), name, types);
      for (int i = 0; i < inputs[copy].values.length; i++) {
        Object object = copies.get(copy).payloads()[i];
        inputs[copy].values[i] = subject.input(name, inputs[copy].types[i], object);
      }
    }
    return inputs;
  }

  /** The inputs of one copy, made of stored bytes. */
  public static Inputs[] ofStored(
      OpenSubject subject, OperationName name, Corpus stored, Types types) throws Exception {
    Inputs inputs = empty(stored, name, types);
    for (int i = 0; i < inputs.values.length; i++) {
      byte[] bytes = (byte[]) stored.payloads()[i];
      inputs.values[i] = subject.inputFromStored(name, inputs.types[i], bytes);
    }
    return new Inputs[] {inputs};
  }

  /** The payloads of a corpus as they are: domain objects, or stored bytes. */
  static Inputs[] asTheyAre(Corpus corpus, OperationName name, Types types) {
    Inputs inputs = empty(corpus, name, types);
    return new Inputs[] {new Inputs(corpus.payloads(), inputs.types, inputs.columns)};
  }

  /**
   * The inputs of a codec's first call: as far as can be, without using the codec.
   *
   * @param subject not set up
   * @param corpus for operations that take domain objects
   * @param stored what {@code encode} wrote in another process, or null
   */
  public static Inputs[] cold(
      Subject subject, OperationName name, Corpus corpus, Corpus stored, Types types)
      throws Exception {
    if (name.input() == OperationName.Input.OBJECTS) {
      return asTheyAre(corpus, name, types);
    }
    boolean plain = name.input() == OperationName.Input.ENCODED && subject.compressor() == null;
    if (stored != null && (plain || name.input() == OperationName.Input.STORED)) {
      return asTheyAre(stored, name, types);
    }
    OpenSubject preparing = subject.open(types);
    return stored == null
        ? of(preparing, name, List.of(corpus), types)
        : ofStored(preparing, name, stored, types);
  }

  private static Inputs empty(Corpus corpus, OperationName name, Types types) {
    Object[] columns = new Object[corpus.size()];
    for (int i = 0; i < columns.length && name == OperationName.REPLAY; i++) {
      if (corpus.columns()[i] != null) {
        columns[i] = types.root().unbuild(corpus.columns()[i]);
      }
    }
    return new Inputs(new Object[corpus.size()], corpus.types(), columns);
  }
}
