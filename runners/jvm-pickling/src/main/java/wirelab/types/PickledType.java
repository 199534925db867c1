package wirelab.types;

import scala.pickling.Pickler;
import scala.pickling.Unpickler;

/** A message type with what Pickling's macro makes of its domain class. */
public interface PickledType extends MessageType {
  /** Writes the domain class; always the same one. */
  Pickler<?> pickler();

  /** Reads the domain class; always the same one. */
  Unpickler<?> unpickler();
}
