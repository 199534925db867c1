"""Statements on formats over several sessions, in short: docs/operating-characteristics.md has them at length."""

import re
from dataclasses import replace

import pytest
from scipy.stats import binom

from tests.certification.formats_over_sessions import (
    ALIKE,
    CASES,
    ERRORS,
    FASTEST,
    HOLES,
    MACHINES,
    RATIO,
    ROUNDS,
    ROWS,
    TIME,
    USUAL,
    Case,
    expected,
    pooled,
)
from tests.certification.sections import PAGE
from tests.certification.transfers import EQUAL, FASTER, REFERENCE, SMALLER, UNLIKE

STUDIES = 60
_LAYOUTS = [
    pytest.param(USUAL, (1,), id="one session"),
    pytest.param(USUAL, (2,), id="two sessions"),
    pytest.param(USUAL, (3,), id="three sessions"),
    pytest.param(HOLES, (5,), id="holes"),
    pytest.param(MACHINES, (1, 2, 4), id="three machines"),
]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("case", "layout"), _LAYOUTS)
@pytest.mark.long
def test_equal_formats_are_called_different_in_at_most_five_percent_of_reports(case: Case, layout) -> None:
    assert pooled(74, STUDIES, ALIKE, case, layout).held[ERRORS] <= binom.ppf(0.999, STUDIES, 0.05)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("case", "layout"), _LAYOUTS)
@pytest.mark.long
def test_intervals_of_formats_hold_the_truth(case: Case, layout) -> None:
    found = pooled(75, STUDIES, UNLIKE, case, layout)
    assert found.share(RATIO) * STUDIES >= binom.ppf(0.0005, STUDIES, 0.95)
    assert found.share(TIME) * STUDIES >= binom.ppf(0.0005, STUDIES, 0.935), "those of a report hang together"
    assert found.held[FASTEST] >= binom.ppf(0.0005, STUDIES, 0.95)


@pytest.mark.exhaustive
@pytest.mark.long
def test_one_session_is_no_witness_of_others() -> None:
    assert pooled(76, STUDIES, UNLIKE, USUAL, (1,)).share(ROUNDS) < 0.9, "which is why its report says so"


@pytest.mark.exhaustive
@pytest.mark.long
def test_what_is_expected_of_further_sessions() -> None:
    """Without differences between sessions, it is the formats' own time; with choices, a little less."""
    alike = replace(USUAL, speed=0.0, codecs=0.0)
    assert CASES[2] == replace(alike, name=CASES[2].name)
    ns = {name: sum(UNLIKE.ns(name)) + UNLIKE.link_ns(name) for name in (REFERENCE, EQUAL, SMALLER, FASTER)}
    assert {name: pytest.approx(2.718281828459045**log, rel=1e-3) for name, log in expected(alike).items()} == ns
    usual = expected(USUAL)
    assert usual[EQUAL] == pytest.approx(usual[REFERENCE], abs=1e-3)
    assert expected(alike)[REFERENCE] - usual[REFERENCE] > 2e-3, "the faster of two codecs is faster than each"
    assert expected(alike)[FASTER] == pytest.approx(usual[FASTER], abs=1e-3)


def test_the_page_keeps_what_is_promised_of_formats_over_sessions() -> None:
    part = PAGE.read_text(encoding="utf-8").split("\n## Formats over several sessions\n")[1].split("\n## ")[0]
    said = re.search(r"\(([\d,]+)\s+reports\s+per\s+share\)", part)
    assert said is not None
    studies = int(said[1].replace(",", ""))
    rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| ")][2:]
    shares = [[float(cell.strip(" %")) / 100 for cell in row[2:6]] for row in rows]
    assert len(rows) == len(ROWS)
    for error, ratio, time, fastest in shares:
        assert error * studies <= binom.ppf(0.999, studies, 0.05)
        assert ratio * studies >= binom.ppf(0.001, studies, 0.95)
        assert time * studies >= binom.ppf(0.001, studies, 0.935)
        assert fastest * studies >= binom.ppf(0.001, studies, 0.95)
