"""No verdict stronger than *unsteady* where most processes of either cell were not steady."""

from dataclasses import replace

import pytest

from wirelab.analysis.findings import capped
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.comparison import Comparison, Question
from wirelab.model.findings.finding import CellFinding, ComparisonFinding, Interval, Steadiness, Verdict
from wirelab.model.subject import Subject

CELL, OTHER = (
    Cell(CorpusName("school", "110", "random"), "jvm", Subject(codec), Operation.SERIALIZE)
    for codec in ("one", "other")
)
RATIO = Interval(1.5, 1.4, 1.6, 0.95, 10, "t")


def cell_finding(cell: Cell, unsettled: int | None, steady_share: float | None = 1.0) -> CellFinding:
    steadiness = None if unsettled is None else Steadiness(10, 10 - unsettled, 0, 0, unsettled, unsettled)
    return CellFinding(cell, RATIO, (1.0,) * 10, None, None, None, steady_share, 0, steadiness)


def judged(own: int, other: int, verdict: Verdict, question: Question = Question.REFERENCE) -> Verdict:
    found = ComparisonFinding(Comparison(CELL, OTHER, question), RATIO, verdict, 0.02, decided=True)
    unsteady = [each.cell for each in (cell_finding(CELL, own), cell_finding(OTHER, other)) if each.mostly_unsteady]
    shown = capped(found, unsteady)
    assert replace(shown, verdict=verdict) == found, "all but the verdict stays, and a decided comparison stays decided"
    return shown.verdict


@pytest.mark.parametrize("verdict", list(Verdict))
def test_most_of_either_cells_processes_must_have_been_steady(verdict: Verdict) -> None:
    assert judged(5, 5, verdict) is verdict
    assert judged(6, 0, verdict) is Verdict.UNSTEADY
    assert judged(0, 6, verdict) is Verdict.UNSTEADY


def test_a_twin_that_differs_stays_an_alarm() -> None:
    assert judged(9, 9, Verdict.DIFFERENT, Question.TWIN) is Verdict.DIFFERENT
    assert judged(9, 9, Verdict.EQUIVALENT, Question.TWIN) is Verdict.UNSTEADY


def test_the_audit_is_believed_before_the_warm_up_rule() -> None:
    assert not cell_finding(CELL, 2, steady_share=0.0).mostly_unsteady
    assert cell_finding(CELL, 8, steady_share=1.0).mostly_unsteady
    assert cell_finding(CELL, None, steady_share=0.4).mostly_unsteady
    assert not cell_finding(CELL, None, steady_share=0.5).mostly_unsteady
    assert not cell_finding(CELL, None, steady_share=None).mostly_unsteady


@pytest.mark.parametrize(("processes", "steady_share", "unsteady"), [(4, 1.0, False), (4, 0.25, True), (1, 1.0, True)])
def test_one_audited_process_does_not_speak_for_others_alone(
    processes: int, steady_share: float, unsteady: bool
) -> None:
    one = replace(cell_finding(CELL, 1, steady_share), steadiness=Steadiness(1, 0, 0, 0, 1, 1))
    assert replace(one, process_times_ns=(1.0,) * processes).mostly_unsteady is unsteady


def test_without_a_ratio_there_is_nothing_to_take_back() -> None:
    found = ComparisonFinding(Comparison(CELL, OTHER, Question.REFERENCE), None, Verdict.UNRESOLVED, 0.02, False)
    assert capped(found, [CELL]) == found
