"""Why a comparison is unresolved, in a few words."""

from dataclasses import replace

import pytest
from invented_results import invented_results

from wirelab.model.finding import ComparisonFinding, Interval, Verdict
from wirelab.model.forecast import Needed, RoundsNeeded
from wirelab.report.unresolved import CLOSE, SCATTER, TOO_FEW, why_unresolved

FOUND = next(each for each in invented_results().findings.comparisons if each.ratio is not None)


def unresolved(estimate: float, rounds: int) -> ComparisonFinding:
    ratio = Interval(estimate, estimate / 2, estimate * 2, 0.95, rounds, "t")
    return replace(FOUND, ratio=ratio, verdict=Verdict.UNRESOLVED, band=0.02)


def needed(to_find: int | None) -> Needed:
    answers = (RoundsNeeded(1.02, 900, 700, 0.8), RoundsNeeded(1.3, to_find, 700, 0.8))
    return Needed(FOUND.comparison, 10, answers)


@pytest.mark.parametrize(
    ("estimate", "rounds", "to_find", "says"),
    [
        (1.3, 2, 9, TOO_FEW),
        (1.3, 10, 12, f"{TOO_FEW} (about 12)"),
        (1 / 1.3, 10, 12, f"{TOO_FEW} (about 12)"),
        (1.3, 10, 200, SCATTER),
        (1.3, 10, None, SCATTER),
        (1.019, 10, 12, CLOSE),
        (1 / 1.019, 10, 12, CLOSE),
    ],
)
def test_a_few_words(estimate: float, rounds: int, to_find: int | None, says: str) -> None:
    assert why_unresolved(unresolved(estimate, rounds), needed(to_find)) == says


def test_nothing_where_there_is_a_verdict_or_no_ratio() -> None:
    assert why_unresolved(None, None) == ""
    assert why_unresolved(replace(unresolved(1.3, 10), verdict=Verdict.DIFFERENT), None) == ""
    assert why_unresolved(replace(unresolved(1.3, 10), ratio=None), None) == ""
    assert why_unresolved(unresolved(1.3, 10), None) == SCATTER
