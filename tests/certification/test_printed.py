"""Results printed beside verdicts, in short: docs/operating-characteristics.md has them at length.

The bounds allow for chance as those of `test_operating.py` do. All is seeded.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, get_args, get_type_hints

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom

from tests.certification.limits import DESIGNS, limits_held
from tests.certification.noise import MACHINES
from tests.certification.printed import (
    equated,
    grown,
    modes,
    ranked,
    said_rounds,
    times_held,
    twin_alarms,
)
from tests.certification.sections import PAGE, SECTIONS
from tests.certification.transfers import transferred
from wirelab.anova.factorial_analysis import FactorialAnalysis
from wirelab.model.findings.finding import Interval
from wirelab.model.findings.sessions import Pooled, Together
from wirelab.report.run.results import Results

QUIET = MACHINES[0]
HARSH = MACHINES[1:4:2]
"""Two speeds, and a busy neighbour."""
ROWS = {
    "CellFinding.time_ns": "Times of a session",
    "Left.time": "Times of a session",
    "ComparisonFinding.ratio": "Power, and coverage after stopping",
    "CostModel.fixed_ns": "Growth with size",
    "CostModel.per_byte_ns": "Growth with size",
    "CostModel.exponent": "Growth with size",
    "CostComparison.low_bytes": "Growth with size",
    "RoundsNeeded.power": "Rounds needed",
    "Unseen.power": "A/A twins",
    "Fastest.confidence": "The least time",
    "WayFinding.time_ns": "Formats from one platform to others",
    "WayFinding.ratio": "Formats from one platform to others",
    "TransferFinding.confidence": "Formats from one platform to others",
    "PooledRatio.ratio": "Several sessions and machines",
    "OnMachine.ratio": "Several sessions and machines",
    "PooledTime.time_ns": "Several sessions and machines",
    "PooledFormat.ratio": "Formats over several sessions",
    "PooledFormat.time_ns": "Formats over several sessions",
    "Effect.low": "Limits in `wirelab analyze`",
    "Effect.confidence": "Limits in `wirelab analyze`",
    "LevelMean.low": "Limits in `wirelab analyze`",
    "BoxCoxProfile.low": "Limits in `wirelab analyze`",
    "BoxCoxProfile.confidence": "Limits in `wirelab analyze`",
    "LevelComparison.low": "All pairs at once in `wirelab analyze`",
    "Ratio.low": "All pairs at once in `wirelab analyze`",
}
"""Where the page says how far each number may be trusted that is printed with a promise.

A run, a report over sessions or an analysis of a table prints it.
"""
NOT_PROMISED = {"ScaledResponse.power", "BoxCoxProfile.power"}
"""Powers of the response, not of a test."""


def promised(kind: Any, seen: set[Any]) -> Iterator[str]:
    """Fields that hold an interval, or are beside a level or a power, in `kind` and all its parts."""
    for part in get_args(kind):
        yield from promised(part, seen)
    if not is_dataclass(kind) or kind in seen or kind in (Interval, Pooled):
        return
    seen.add(kind)
    hints = get_type_hints(kind, localns={"np": np, "NDArray": NDArray})
    for field in fields(kind):
        hint = hints[field.name]
        if (
            not {Interval, Pooled}.isdisjoint((hint, *get_args(hint)))
            or field.name in {"confidence", "power", "low"}
            or field.name.startswith("low_")
        ):
            yield f"{kind.__name__}.{field.name}"
        yield from promised(hint, seen)


def test_every_number_with_a_promise_has_its_row() -> None:
    seen: set[Any] = set()
    found = {each for kind in (Results, Together, FactorialAnalysis) for each in promised(kind, seen)}
    assert found - NOT_PROMISED == ROWS.keys()
    titles = {line[3:] for line in PAGE.read_text().splitlines() if line[:3] == "## "}
    assert set(ROWS.values()) <= titles
    assert {each.title for each in SECTIONS.values()} <= titles


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the page: how many studies are behind each share, and its tables' numbers, row by row."""

    studies: int
    rows: list[list[float]]

    def keeps(self, share: float, promised: float) -> bool:
        """Whether a share of at least `promised`, both in percent, may be so by chance one time in a thousand."""
        return share >= 100 * float(binom.ppf(0.001, self.studies, promised / 100)) / self.studies

    def spares(self, share: float, promised: float) -> bool:
        """Likewise, a share of at most `promised`."""
        return self.keeps(100 - share, 100 - promised)


def section(title: str, names: int = 1) -> Section:
    """A section of the page, without the first `names` cells of each row."""
    text = PAGE.read_text().split(f"\n## {title}\n")[1].split("\n## ")[0]
    found = re.search(r"([\d,]+)\s+(?:studies|runs)\s+per\s+share", text)
    assert found is not None
    lines = [line.strip("|").split(" | ")[names:] for line in text.splitlines() if line.startswith("| ")]
    numbers = [[float(re.sub(r"[^\d.]", "", cell)) for cell in line] for line in lines[2:]]
    return Section(int(found[1].replace(",", "")), numbers)


def test_the_page_keeps_what_is_promised_of_intervals() -> None:
    times, costs = section("Times of a session"), section("Growth with size", 2)
    assert all(times.keeps(share, 93) for row in times.rows for share in row)
    for *covered, told_apart, _, held in costs.rows:
        assert all(costs.keeps(share, 93) for share in covered)
        assert costs.spares(told_apart, 5)
        assert costs.keeps(held, 95)
    normal = costs.rows[:-3]  # those of a machine without slow modes
    assert all(costs.spares(share, 97.5) for row in normal for share in row[:3])
    stopped = section("Power, and coverage after stopping", 3)
    assert all(stopped.keeps(share, 95) for row in stopped.rows for share in row[2::3])
    known = section("Ratios known to a few percent", 2)
    assert all(known.keeps(share, 95) for row in known.rows for share in row[::5])
    assert all(bias < 0.5 for row in known.rows for bias in row[4::5])


def test_the_page_keeps_what_is_promised_of_words() -> None:
    equal, twins, ranks = section("Equivalence"), section("A/A twins"), section("The least time")
    assert all(equal.spares(share, 5) for row in equal.rows for share in row[4:])
    assert all(twins.spares(alarms, 5) for alarms, *_ in twins.rows)
    assert all(ranks.keeps(share, 95) for row in ranks.rows for share in row[::2])
    carried = section("Formats from one platform to others")
    for row in carried.rows:
        assert all(carried.keeps(share, 93) for share in row[::4])
        assert all(carried.keeps(share, 95) for share in (*row[1::4], *row[3::4]))
        assert all(carried.spares(share, 5) for share in row[2::4])
    rounds, modes_ = section("Rounds needed"), section("Slow modes of processes")
    assert all(rounds.keeps(share, 80) for row in rounds.rows for share in row[1::2])
    assert all(modes_.spares(share, 5) for row in modes_.rows for share in row[:3])


@pytest.mark.exhaustive
@pytest.mark.long
@pytest.mark.parametrize("rounds", [5, 10])
@pytest.mark.parametrize("machine", HARSH, ids=str)
def test_costs_exponents_and_crossings(machine, rounds):
    studies = 150
    fixed, per_byte, exponent, told_apart, crosses, held = grown(1, studies, rounds, machine) * studies
    least, most = binom.ppf(0.0005, studies, 0.93), binom.ppf(0.9995, studies, 0.975)
    assert all(least <= number <= most for number in (fixed, per_byte, exponent))
    assert told_apart <= binom.ppf(0.999, studies, 0.05)
    assert crosses >= 0.9 * studies
    assert held >= binom.ppf(0.0005, studies, 0.95)


@pytest.mark.parametrize("rounds", [3, 10])
@pytest.mark.parametrize("machine", HARSH, ids=str)
def test_times_of_a_session(machine, rounds):
    studies = 400
    assert times_held(2, studies, rounds, machine) * studies >= binom.ppf(0.0005, studies, 0.93)


@pytest.mark.exhaustive
@pytest.mark.long
def test_equivalence_is_found_and_seldom_wrong():
    assert equated(3, 100, 40, 1.02, 7, QUIET)[1] * 100 <= binom.ppf(0.999, 100, 0.05)
    assert equated(3, 200, 20, 1.0, 1, QUIET)[0] > equated(3, 200, 10, 1.0, 1, QUIET)[0] + 0.1


@pytest.mark.parametrize("machine", HARSH, ids=str)
def test_twins_raise_few_alarms_and_see_what_they_say(machine):
    alarms, bias = twin_alarms(4, 300, 1.0, machine)
    assert alarms * 300 <= binom.ppf(0.999, 300, 0.05)
    assert twin_alarms(5, 300, bias, machine)[0] >= 0.7


@pytest.mark.exhaustive
@pytest.mark.long
@pytest.mark.parametrize("ratios", [[1.0] * 5, [1.02, 1.05, 1.1, 1.2, 2.0]])
@pytest.mark.parametrize("machine", HARSH, ids=str)
def test_the_fastest_is_among_those_named(machine, ratios):
    held, named = ranked(6, 200, ratios, machine)
    assert held * 200 >= binom.ppf(0.001, 200, 0.95)
    assert 1 <= named <= 6


@pytest.mark.parametrize("rounds", [3, 8])
@pytest.mark.parametrize("machine", HARSH, ids=str)
def test_formats_from_one_platform_to_others(machine, rounds):
    studies = 150
    time, ratio, wrong, fastest = transferred(12, studies, rounds, machine)
    assert time * studies * 4 >= binom.ppf(0.0005, studies * 4, 0.93)
    assert ratio * studies * 3 >= binom.ppf(0.0005, studies * 3, 0.95)
    assert wrong * studies <= binom.ppf(0.999, studies, 0.05)
    assert fastest * studies >= binom.ppf(0.001, studies, 0.95)


def test_processes_that_stand_apart_are_named():
    assert modes(11, 200, 20, 0.0, QUIET) <= 0.02
    assert modes(11, 200, 20, 0.2, QUIET) >= 0.8


def test_so_many_rounds_are_needed():
    to_find, found, to_equate, equal = said_rounds(8, 300, QUIET, 1.05)
    assert min(to_find, to_equate) >= 5
    assert min(found, equal) >= binom.ppf(0.001, 300, 0.8) / 300


@pytest.mark.exhaustive
@pytest.mark.long
@pytest.mark.parametrize("design", DESIGNS[::4], ids=lambda design: design.name)
def test_limits_of_an_analysis(design):
    designs = 100
    level, effect, power = limits_held(13, designs, design, 5)
    assert level * designs >= binom.ppf(0.0005, designs, 0.95)
    assert effect * designs >= binom.ppf(0.0005, designs, 0.9)
    assert power * designs >= binom.ppf(0.0005, designs, 0.95)
