package wirelab.corpus;

/**
 * The first place where two corpora differ.
 *
 * @param path where: {@code [0].professors[3].name}
 * @param expected the value that should be there
 * @param actual the value that is there
 */
public record Difference(String path, String expected, String actual) {}
