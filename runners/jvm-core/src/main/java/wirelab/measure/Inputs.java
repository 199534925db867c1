package wirelab.measure;

import java.util.List;
import wirelab.corpus.Corpus;
import wirelab.measure.OperationName.Input;
import wirelab.types.Types;

/**
 * What an operation works on: one copy, by place in the corpus.
 *
 * @param values domain objects, messages or bytes, as the operation takes them
 * @param types of the payloads, indexes into {@link Types#payloads()}
 * @param columns as domain objects, which a replay reads; null where there are none
 */
public record Inputs(Object[] values, int[] types, Object[] columns) {
  /**
   * The inputs of each copy.
   *
   * @param copies domain objects, or stored bytes
   */
  public static Inputs[] of(OpenSubject subject, OperationName name, List<Corpus> copies)
      throws Exception {
    Inputs[] inputs = new Inputs[copies.size()];
    for (int copy = 0; copy < inputs.length; copy++) {
      Corpus corpus = copies.get(copy);
      Object[] values = new Object[corpus.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = subject.input(name, corpus.types()[i], corpus.payloads()[i]);
      }
      inputs[copy] = new Inputs(values, corpus.types(), corpus.columns());
    }
    return inputs;
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
    Corpus from = stored == null || name.input() == Input.OBJECTS ? corpus : stored;
    boolean asItIs =
        switch (name.input()) {
          case OBJECTS -> true;
          case STORED -> stored != null;
          case ENCODED -> stored != null && subject.compressor() == null;
          case MESSAGES -> false;
        };
    return asItIs
        ? new Inputs[] {new Inputs(from.payloads(), from.types(), from.columns())}
        : of(subject.open(types), name, List.of(from));
  }
}
