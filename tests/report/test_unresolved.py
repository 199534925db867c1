"""Why a comparison is unresolved, in a few words."""

from dataclasses import replace

import pytest

from tests.report.invented_results import invented_results
from wirelab.model.findings.finding import ComparisonFinding, Interval, Verdict
from wirelab.model.findings.forecast import Needed, RoundsNeeded
from wirelab.report.run.unresolved import (
    CLOSE,
    LOST,
    NO_REFERENCE,
    PRECISE,
    REFERENCE_LOST,
    SCATTER,
    TOO_FEW,
    why_no_ratio,
    why_unresolved,
)

FOUND = next(each for each in invented_results().findings.comparisons if each.ratio is not None)


def unresolved(estimate: float, rounds: int) -> ComparisonFinding:
    ratio = Interval(estimate, estimate / 2, estimate * 2, 0.95, rounds, "t")
    return replace(FOUND, ratio=ratio, verdict=Verdict.UNRESOLVED, band=0.02, decided=False)


def needed(to_find: int | None) -> Needed:
    answers = (RoundsNeeded(1.02, 900, 700, 0.8), RoundsNeeded(1.3, to_find, 700, 0.8))
    return Needed(FOUND.comparison, 10, answers)


@pytest.mark.parametrize(
    ("estimate", "rounds", "to_find", "says"),
    [
        (1.3, 2, 9, TOO_FEW),
        (1.3, 10, 12, f"{TOO_FEW} (about 12)"),
        (1 / 1.3, 10, 12, f"{TOO_FEW} (about 12)"),
        (1.3, 10, 9, TOO_FEW),  # so many are already done: it was missed by chance
        (1.3, 10, 10, TOO_FEW),
        (1.3, 10, 200, SCATTER),
        (1.3, 10, None, SCATTER),
        (1.019, 10, 12, CLOSE),
        (1 / 1.019, 10, 12, CLOSE),
    ],
)
def test_a_few_words(estimate: float, rounds: int, to_find: int | None, says: str) -> None:
    assert why_unresolved(unresolved(estimate, rounds), 0.02, needed(to_find)) == says


def test_nothing_where_there_is_a_verdict_or_no_ratio() -> None:
    assert why_unresolved(replace(unresolved(1.3, 10), verdict=Verdict.DIFFERENT), 0.02) == ""
    assert why_unresolved(replace(unresolved(1.3, 10), ratio=None), 0.02) == ""
    assert why_unresolved(unresolved(1.3, 10), 0.02) == SCATTER


def test_what_a_study_stopped_at_is_precise_enough() -> None:
    assert why_unresolved(replace(unresolved(1.3, 10), decided=True), 0.02, needed(12)) == PRECISE


def test_why_there_is_no_ratio() -> None:
    cells = {finding.cell: finding for finding in invented_results().findings.cells}
    cell, reference = (cells[each] for each in FOUND.comparison.cells)
    without, lost = replace(FOUND, ratio=None), replace(cell, time_ns=None, lost=2)
    assert why_no_ratio(cell, FOUND, reference) == ""
    assert why_no_ratio(cell, None, None) == NO_REFERENCE
    assert why_no_ratio(lost, without, reference) == LOST
    assert why_no_ratio(replace(lost, lost=0), without, reference) == TOO_FEW
    assert why_no_ratio(cell, without, replace(reference, time_ns=None)) == REFERENCE_LOST
    assert why_no_ratio(cell, without, reference) == TOO_FEW
