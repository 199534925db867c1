"""The costs of processes besides their time, where the truth is known."""

import pytest

from wirelab.analysis.audit.usage import used
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.comparison import Comparison, Question
from wirelab.model.findings.diagnostics import ProcessCost, Usage
from wirelab.model.findings.finding import ComparisonFinding, Interval, Verdict
from wirelab.model.subject import parse_subject

CELL, OTHER = (
    Cell(CorpusName("school", "1", "random"), "jvm", parse_subject(name), Operation.SERIALIZE)
    for name in ("quick", "thrifty")
)


def compared(ratio: float = 0.9, verdict: Verdict = Verdict.DIFFERENT) -> list[ComparisonFinding]:
    found = Interval(ratio, ratio, ratio, 0.95, 5, "t")
    return [ComparisonFinding(Comparison(CELL, OTHER, Question.REFERENCE), found, verdict, 0.02, True)]


def costs(cell: Cell, *cpus_ns: float | None) -> list[ProcessCost]:
    return [ProcessCost(cell, b, 2, 0.1, cpu_ns) for b, cpu_ns in enumerate(cpus_ns)]


def test_a_cells_costs_are_those_of_all_its_processes() -> None:
    (found,), _ = used(compared(), [*costs(CELL, 100.0, 121.0), ProcessCost(CELL, 1, 1, 0.4, 121.0)])
    assert (found.collections, found.gc_share) == (5, pytest.approx(0.2))
    assert found.cpus_ns == pytest.approx((100, 121))
    assert found.cpu_ns == pytest.approx(110)


def test_what_a_runtime_does_not_tell_is_not_known() -> None:
    (found,), _ = used(compared(), [ProcessCost(CELL, 0, None, None, None)])
    assert found == Usage(CELL, None, None, ())
    assert found.cpu_ns is None


def test_a_decided_pair_that_cpu_time_orders_otherwise_is_named() -> None:
    told = [*costs(CELL, 200, 210, 190), *costs(OTHER, 100, 100, 101)]
    _, (reversal,) = used(compared(), told)
    assert (reversal.cell, reversal.other) == (CELL, OTHER)
    assert reversal.ratio == pytest.approx(2, rel=0.01)


@pytest.mark.parametrize(
    ("ratio", "verdict", "own"),
    [
        (0.9, Verdict.UNRESOLVED, (200, 210, 190)),
        (0.9, Verdict.DIFFERENT, (90, 91, 90)),
        (0.9, Verdict.DIFFERENT, (200,)),
        (0.9, Verdict.DIFFERENT, (200, 300, 100)),
        (1.1, Verdict.DIFFERENT, (200, 210, 190)),
    ],
    ids=["not decided", "not reversed", "one round", "too much scatter", "slower as well"],
)
def test_no_pair_is_named_without_reason(ratio: float, verdict: Verdict, own: tuple[float, ...]) -> None:
    told = [*costs(CELL, *own), *costs(OTHER, 100, 100, 101)]
    assert used(compared(ratio, verdict), told)[1] == ()
