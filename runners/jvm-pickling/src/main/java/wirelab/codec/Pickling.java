package wirelab.codec;

import java.util.List;
import scala.pickling.Pickler;
import scala.pickling.Unpickler;
import wirelab.codec.Contract.Evolution;
import wirelab.codec.Contract.Output;
import wirelab.types.PickledType;

/** What Scala Pickling's formats have in common. */
final class Pickling {
  private static final String NOTES =
      "Picklers are made by the library's macro when the types are compiled, one for each type, and kept;"
          + " shareNothing and static, as its manual recommends for speed. Picklers of Instant and LocalDate"
          + " (ISO 8601) and BigInt (decimal) are ours, in the manner of its own for Date. Elements and values of"
          + " types that are not final carry the name of their class. A lock is taken for each field.";

  private Pickling() {}

  static CodecInfo info(String name, String format, Contract contract) {
    return new CodecInfo(
        name,
        format,
        "Scala Pickling",
        Versions.of("scala-pickling_2.11"),
        "https://github.com/scala/pickling/blob/0.10.x/README.md",
        contract,
        List.of());
  }

  static Contract contract(Output output, String notes) {
    Evolution evolution = output == Output.TEXT ? Evolution.NAMES : Evolution.NONE;
    return Contract.of("case class", output, evolution).withNotes(notes + NOTES);
  }

  @SuppressWarnings("unchecked") // of the type's own class, which is all that its coder gets
  static Pickler<Object> pickler(PickledType type) {
    return (Pickler<Object>) type.pickler();
  }

  @SuppressWarnings("unchecked")
  static Unpickler<Object> unpickler(PickledType type) {
    return (Unpickler<Object>) type.unpickler();
  }
}
