"""Questions in SQL over a lab, as a page shows them."""

from wirelab.model.errors import WirelabError
from wirelab.report.document import Block, Document, Part, Section, Text
from wirelab.report.quantities import count
from wirelab.report.table import Column, Table
from wirelab.store.query import MOST_ROWS, MOST_SECONDS, MOST_SIGNS, Answer

FIRST = """SELECT subject, platform, operation, time_ns, encoded_bytes
FROM finding JOIN cell ON cell.id = finding.cell
ORDER BY time_ns"""
"""The first content of the box for a question."""
_SAYS = (
    f"One SELECT, answered by DuckDB. It reads only this lab and changes nothing. Answers have at most {MOST_ROWS:,} "
    f"rows, with {MOST_SIGNS} characters per value, and take at most {MOST_SECONDS:g} s. Durations are nanoseconds, "
    "sizes are bytes."
)


def answer_page(lab: str, answer: Answer | None, fault: WirelabError | None, schema: Answer) -> Document:
    """The answer to a question, or its fault, and the tables of the lab."""
    lead = (Text(_SAYS, "soft"),)
    blocks: tuple[Block, ...] = ()
    if fault is not None:
        texts = (Text(f"{fault.part}: {fault.what}", "notice"), Text(fault.why, "soft"), Text(fault.remedy))
        blocks = tuple(each for each in texts if each.words)
    elif answer is not None:
        rows = f"The first {count(len(answer.rows))} rows" if answer.more else f"{count(len(answer.rows))} rows"
        blocks = (_table(rows if len(answer.rows) != 1 else "1 row", answer),)
    tables = Part("Tables and their columns", (_table("Tables", schema),), folded=True)
    sections = Section("answer", "Answer", blocks), Section("schema", "Tables", (tables,))
    return Document(f"Wirelab: SQL over {lab}", lead, sections)


def _table(title: str, answer: Answer) -> Table:
    columns = tuple(Column(name, number=number) for name, number in answer.columns)
    rows = tuple(tuple("" if value is None else value for value in row) for row in answer.rows)
    return Table(title, columns, rows, sortable=len(rows) > 1)
