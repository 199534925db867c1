"""Statements on several sessions, and on histories, in short: docs/operating-characteristics.md has them at length."""

import re

import pytest
from scipy.stats import binom

from tests.certification.over_sessions import (
    CASES,
    COMPARISONS,
    KINDS,
    MACHINES,
    Case,
    false_changes,
    found_changes,
    pooled,
)
from tests.certification.sections import PAGE

STUDIES = 40


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("case", "layout"),
    [
        pytest.param(CASES[0], (2,), id="two sessions"),
        pytest.param(CASES[0], (3,), id="three sessions"),
        pytest.param(CASES[1], (3,), id="sessions alike"),
        pytest.param(CASES[4], (5,), id="holes"),
        pytest.param(MACHINES, (1, 2, 4), id="three machines"),
    ],
)
@pytest.mark.long
def test_intervals_over_sessions_hold_the_truth(case: Case, layout: tuple[int, ...]) -> None:
    found = pooled(70, STUDIES, case, layout)
    assert found.family * STUDIES <= binom.ppf(0.999, STUDIES, 0.05)
    intervals = STUDIES * COMPARISONS
    assert found.alone * intervals >= binom.ppf(0.0005, STUDIES, 0.935) * COMPARISONS, "those of a report hang together"
    assert found.shown >= found.alone


@pytest.mark.exhaustive
@pytest.mark.long
def test_rounds_are_no_witnesses_of_sessions() -> None:
    assert pooled(71, STUDIES, CASES[0], (5,)).as_rounds < 0.8, "which is why there is a model"


@pytest.mark.parametrize("kind", KINDS[:3], ids=lambda kind: kind.name)
@pytest.mark.parametrize("sessions", [4, 12])
def test_a_flat_history_is_left_alone(kind, sessions: int) -> None:
    assert false_changes(72, 60, kind, sessions) * 60 <= binom.ppf(0.999, 60, 0.05)


def test_changes_are_found_where_they_are() -> None:
    right, beside = found_changes(73, 60, KINDS[0], 0.1, (10, 20))
    assert right >= 0.9
    assert beside <= 0.1


def test_the_page_keeps_what_is_promised_of_sessions_and_histories() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for title, promised in (("Several sessions and machines", slice(None)), ("Changes in a history", slice(None))):
        part = page.split(f"\n## {title}\n")[1].split("\n## ")[0]
        found = re.search(r"\(([\d,]+) (?:reports|histories) per share\)", part)
        assert found is not None
        most = binom.ppf(0.999, int(found[1].replace(",", "")), 0.05) / int(found[1].replace(",", ""))
        rows = [line for line in part.splitlines() if line.startswith("| ")][2:]
        errors = [list(map(float, re.findall(r"([\d.]+) %", row))) for row in rows[promised]]
        firsts = [row[:1] if title.startswith("Several") else row[:4] for row in errors]
        assert max(max(row) for row in firsts) / 100 <= most
        if title.startswith("Several"):
            assert min(row[2] for row in errors) >= 92.5, "93.5 % and what 400 reports leave to chance"
