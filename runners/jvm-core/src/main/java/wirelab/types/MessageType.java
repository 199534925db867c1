package wirelab.types;

import java.lang.reflect.Type;

/**
 * A message type of the workload, as its domain class. The templates make one for the root, and one
 * for each payload.
 */
public interface MessageType {
  /** Its name: that of the domain class, without its package. */
  String name();

  /** The domain class; for a sum type the class of all its cases, for a list or a map its own. */
  Class<?> domainClass();

  /** The domain type: of a list or a map, with what it holds. */
  default Type domainType() {
    return domainClass();
  }
}
