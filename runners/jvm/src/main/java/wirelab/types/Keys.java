package wirelab.types;

import java.util.Set;

/**
 * The keys by which an object is known to be of a kind.
 *
 * @param always those that none of its kind lacks
 * @param all those that it may have
 */
public record Keys(Set<String> always, Set<String> all) {
  /** Whether an object with these keys is of the kind. */
  public boolean are(Set<String> keys) {
    return keys.containsAll(always) && all.containsAll(keys);
  }
}
