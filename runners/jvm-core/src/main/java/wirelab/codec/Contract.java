package wirelab.codec;

/**
 * What a codec promises and costs. Made by {@link #of}, and the {@code with} methods for what
 * deviates from the usual.
 *
 * @param input what serialize takes
 * @param output what the library itself produces: bytes, text or stream
 * @param conversion converts to and from the library's own message classes inside the operation
 * @param reusesBuffer outputs share a buffer
 * @param validates checks the data against a schema beyond well-formedness
 * @param unsafeMemory reads or writes memory around the language's checks
 * @param needsSchema needs a schema at run time or build time
 * @param evolution by what old and new versions of a type find each other's fields
 * @param humanReadable people can read the bytes
 * @param lazy deserialize may leave fields undecoded
 * @param notes what else a reader should know
 */
public record Contract(
    String input,
    Output output,
    boolean conversion,
    boolean reusesBuffer,
    boolean validates,
    boolean unsafeMemory,
    boolean needsSchema,
    Evolution evolution,
    boolean humanReadable,
    boolean lazy,
    String notes) {

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

  /** The plainest contract: no conversion, no schema, nothing shared, nothing lazy. */
  public static Contract of(String input, Output output, Evolution evolution) {
    return new Contract(
        input, output, false, false, false, false, false, evolution, false, false, "");
  }

  /** With conversion to message classes, which come from a schema. */
  public Contract withConversion() {
    return new Contract(
        input,
        output,
        true,
        reusesBuffer,
        validates,
        unsafeMemory,
        true,
        evolution,
        humanReadable,
        lazy,
        notes);
  }

  /** With conversion to a tree of the library's own, which needs no schema. */
  public Contract withConversionToTree() {
    return new Contract(
        input,
        output,
        true,
        reusesBuffer,
        validates,
        unsafeMemory,
        needsSchema,
        evolution,
        humanReadable,
        lazy,
        notes);
  }

  /** With a schema that is needed, though no message classes are converted to. */
  public Contract withSchema() {
    return new Contract(
        input,
        output,
        conversion,
        reusesBuffer,
        validates,
        unsafeMemory,
        true,
        evolution,
        humanReadable,
        lazy,
        notes);
  }

  /** With memory accessed around the language's checks. */
  public Contract withUnsafeMemory() {
    return new Contract(
        input,
        output,
        conversion,
        reusesBuffer,
        validates,
        true,
        needsSchema,
        evolution,
        humanReadable,
        lazy,
        notes);
  }

  /** With output that people can read. */
  public Contract withHumanReadable() {
    return new Contract(
        input,
        output,
        conversion,
        reusesBuffer,
        validates,
        unsafeMemory,
        needsSchema,
        evolution,
        true,
        lazy,
        notes);
  }

  /** With notes. */
  public Contract withNotes(String text) {
    return new Contract(
        input,
        output,
        conversion,
        reusesBuffer,
        validates,
        unsafeMemory,
        needsSchema,
        evolution,
        humanReadable,
        lazy,
        text);
  }
}
