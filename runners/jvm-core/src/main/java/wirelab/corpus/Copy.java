package wirelab.corpus;

import wirelab.types.Types;

/**
 * What a file holds, or what an operation takes, by place.
 *
 * @param objects domain objects, or bytes or messages made of them
 * @param types of the objects, places in {@link Types#payloads()}
 * @param columns what codecs do not encode of each object: the root's domain object with an empty
 *     payload; null if none were loaded
 */
public record Copy(Object[] objects, int[] types, Object[] columns) {
  /** How many objects it has. */
  public int size() {
    return objects.length;
  }

  /** Other objects of the same types in the place of these. */
  public Copy with(Object[] others) {
    return new Copy(others, types, columns);
  }
}
