package wirelab.codec;

import scala.pickling.Pickler;
import scala.pickling.Unpickler;
import wirelab.types.ScalaMessageType;

/** What Scala Pickling's formats have in common. */
final class Pickling {
  private Pickling() {}

  static String version() {
    return Versions.of("scala-pickling_2.11");
  }

  @SuppressWarnings("unchecked") // of the type's own class, which is all that its coder gets
  static Pickler<Object> pickler(ScalaMessageType type) {
    return (Pickler<Object>) type.pickler();
  }

  @SuppressWarnings("unchecked")
  static Unpickler<Object> unpickler(ScalaMessageType type) {
    return (Unpickler<Object>) type.unpickler();
  }
}
