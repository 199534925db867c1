"""Which cell each cell is compared with."""

from dataclasses import replace

from wirelab.design.design import comparisons
from wirelab.model.cell import Cell, CorpusName, Operation, Sink
from wirelab.model.comparison import Comparison, Question
from wirelab.model.subject import Subject, parse_subject

REFERENCE = Subject("plain")


def cell(subject: str, platform: str = "one", size: str = "1", operation: Operation = Operation.SERIALIZE) -> Cell:
    return Cell(CorpusName("school", size, "random"), platform, parse_subject(subject), operation)


def against(cells: list[Cell]) -> dict[Cell, Cell]:
    return {each.cell: each.against for each in comparisons(cells, REFERENCE)}


def test_cells_are_compared_under_the_same_conditions():
    cells = [cell(s, size=z, operation=o) for s in ("plain", "fast") for z in "12" for o in tuple(Operation)[:2]]
    found = against(cells)
    assert found == {c: replace(c, subject=REFERENCE) for c in cells if c.subject != REFERENCE}


def test_a_reference_elsewhere_serves_platforms_without_one():
    cells = [cell("plain"), cell("fast", "other")]
    assert against(cells) == {cells[1]: cells[0]}


def test_the_own_platform_comes_first():
    here, there, other = cell("plain"), cell("plain", "other"), cell("fast", "other")
    assert against([here, there, other]) == {other: there, there: here}, "a ratio across platforms is another question"


def test_a_compressor_makes_another_subject():
    cells = [cell("plain"), cell("plain+gzip")]
    assert against(cells) == {cells[1]: cells[0]}


def test_a_twin_is_compared_with_its_original():
    twin = replace(cell("fast"), twin=True)
    assert comparisons([cell("plain"), cell("fast"), twin], REFERENCE) == (
        Comparison(cell("fast"), cell("plain"), Question.REFERENCE),
        Comparison(twin, cell("fast"), Question.TWIN),
    )
    own = replace(cell("plain"), twin=True)
    assert against([cell("plain"), own]) == {own: cell("plain")}


def test_without_a_reference_there_is_no_comparison():
    to_file = replace(cell("fast"), sink=Sink.FILE)
    assert against([cell("plain"), to_file, cell("fast", operation=Operation.BUILD)]) == {}
