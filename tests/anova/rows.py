"""The line of a term in the rows that a table of an analysis of variance has."""

from wirelab.anova.result import AnovaRow, AnovaTable


def row_of(table: AnovaTable, *term: str) -> AnovaRow:
    """The only line of a term."""
    (found,) = (row for row in table.rows if row.term == term)
    return found
