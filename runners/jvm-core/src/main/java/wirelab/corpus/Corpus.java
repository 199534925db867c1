package wirelab.corpus;

import wirelab.types.Types;

/**
 * A corpus, by place: payloads, and the columns beside them.
 *
 * @param payloads domain objects, or the bytes that a subject made of them
 * @param types of the payloads, indexes into {@link Types#payloads()}
 * @param columns the root's domain objects, with an empty payload; null where the root is the
 *     payload
 */
public record Corpus(Object[] payloads, int[] types, Object[] columns) {
  /** A corpus of one domain object, which is root and payload. */
  public static Corpus of(Object root) {
    return new Corpus(new Object[] {root}, new int[1], new Object[1]);
  }

  /** How many objects it has. */
  public int size() {
    return payloads.length;
  }

  /** Other payloads of the same types in the place of these. */
  public Corpus with(Object[] others) {
    return new Corpus(others, types, columns);
  }
}
