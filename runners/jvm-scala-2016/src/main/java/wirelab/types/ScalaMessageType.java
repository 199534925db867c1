package wirelab.types;

import scala.pickling.Pickler;
import scala.pickling.Unpickler;

/** A message type with what the libraries' macros and generators make of its domain class. */
public interface ScalaMessageType extends MessageType {
  /** BooPickle's pickler of the domain class; always the same one. */
  boopickle.Pickler<?> boopickle();

  /** Writes the domain class by Pickling; always the same one. */
  Pickler<?> pickler();

  /** Reads the domain class by Pickling; always the same one. */
  Unpickler<?> unpickler();
}
