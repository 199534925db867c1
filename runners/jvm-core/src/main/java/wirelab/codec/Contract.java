package wirelab.codec;

import java.util.EnumSet;
import java.util.Set;

/**
 * What a codec promises and costs. Made by {@link #of}, and the {@code with} methods for what
 * deviates from the usual.
 *
 * @param input what serialize takes
 * @param output what the library itself produces: bytes, text or stream
 * @param evolution by what old and new versions of a type find each other's fields
 * @param traits what deviates from the usual
 * @param notes what else a reader should know
 */
public record Contract(
    String input, Output output, Evolution evolution, Set<Trait> traits, String notes) {

  /** What a library itself produces. */
  public enum Output {
    BYTES,
    TEXT,
    STREAM
  }

  /** By what old and new versions of a type find each other's fields. */
  public enum Evolution {
    NONE,
    NAMES,
    NUMBERS,
    DECLARED
  }

  /** What a codec may promise or cost beyond the usual. */
  public enum Trait {
    /** Converts to and from the library's own message classes inside the operation. */
    CONVERSION,
    /** Reads or writes memory around the language's checks. */
    UNSAFE_MEMORY,
    /** Needs a schema at run time or build time. */
    NEEDS_SCHEMA,
    /** People can read the bytes. */
    HUMAN_READABLE
  }

  /** The plainest contract: no conversion, no schema, nothing shared, nothing lazy. */
  public static Contract of(String input, Output output, Evolution evolution) {
    return new Contract(input, output, evolution, Set.of(), "");
  }

  /** Whether it has a trait. */
  public boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /** With conversion to message classes, which come from a schema. */
  public Contract withConversion() {
    return with(Trait.CONVERSION).with(Trait.NEEDS_SCHEMA);
  }

  /** With conversion to a tree of the library's own, which needs no schema. */
  public Contract withConversionToTree() {
    return with(Trait.CONVERSION);
  }

  /** With a schema that is needed, though no message classes are converted to. */
  public Contract withSchema() {
    return with(Trait.NEEDS_SCHEMA);
  }

  /** With memory accessed around the language's checks. */
  public Contract withUnsafeMemory() {
    return with(Trait.UNSAFE_MEMORY);
  }

  /** With output that people can read. */
  public Contract withHumanReadable() {
    return with(Trait.HUMAN_READABLE);
  }

  /** With another way for versions of a type to find each other's fields. */
  public Contract withEvolution(Evolution other) {
    return new Contract(input, output, other, traits, notes);
  }

  /** With notes. */
  public Contract withNotes(String text) {
    return new Contract(input, output, evolution, traits, text);
  }

  private Contract with(Trait trait) {
    Set<Trait> more = EnumSet.of(trait);
    more.addAll(traits);
    return new Contract(input, output, evolution, Set.copyOf(more), notes);
  }
}
