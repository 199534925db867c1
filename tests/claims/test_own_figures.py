"""The figures of a run, and those that its design lets claims expect."""

from wirelab.app.sizes import encoded_sizes
from wirelab.claims.own_figures import planned_figures, size_figures
from wirelab.claims.selection import place
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.figure import Quantity
from wirelab.model.subject import parse_subject


def test_every_size_of_a_run_is_planned_by_its_design() -> None:
    cell = Cell(CorpusName("w", "10", "random"), "jvm", parse_subject("a"), Operation.SERIALIZE)
    given = {(one.quantity, place(one.levels)) for one in size_figures(encoded_sizes(cell, [b"one", b"two"]))}
    planned = {(one.quantity, place(one.levels)) for one in planned_figures([cell])}
    assert given == {each for each in planned if each[0] is not Quantity.TIME}
    untimed = {(one.quantity, place(one.levels)) for one in planned_figures([cell], timed_sizes=("20",))}
    assert untimed == given
    assert {quantity for quantity, _ in given} == {Quantity.SIZE, Quantity.GZIPPED, Quantity.GZIPPED_TOGETHER}
