package wirelab.codec;

import wirelab.types.MessageType;

/** A library that is set up for a workload: it has a coder for each payload type. */
@FunctionalInterface
public interface Coders {
  /**
   * The coder of a payload type; asked once each.
   *
   * @throws Exception if the library has no place for the type
   */
  Coder of(MessageType type) throws Exception;
}
