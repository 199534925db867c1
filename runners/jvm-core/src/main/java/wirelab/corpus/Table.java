package wirelab.corpus;

import java.util.List;

/**
 * The table that a workload's objects are rows of: one a row, the payload as bytes, all else beside
 * it.
 *
 * @param name the table's
 * @param columns the root's fields but for the payload's, in ascending order of number
 * @param type name of the column that says which type a payload has
 * @param payload name of the column that has its bytes
 * @param numbers what stands in {@code type}, by payload type: the member's number in the union
 */
public record Table(
    String name, List<String> columns, String type, String payload, List<Integer> numbers) {}
