"""What is printed beside verdicts, in short: docs/operating-characteristics.md has it at length.

The bounds allow for chance as those of `test_operating.py` do. All is seeded.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, get_args, get_type_hints

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom

from tests.certification import machines
from tests.certification.harness import Rounds, crosschecked
from tests.certification.independence import followed, modes, placed
from tests.certification.limits import DESIGNS, limits_held
from tests.certification.noise import NOISES
from tests.certification.printed import (
    STILL,
    equated,
    grown,
    ranked,
    said_rounds,
    times_held,
    together_held,
    twin_alarms,
)
from tests.certification.sections import PAGE, SECTIONS
from tests.certification.transfers import transferred
from wirelab.model.factorial import FactorialAnalysis
from wirelab.model.finding import Agreement, Interval
from wirelab.report.results import Results

HARSH = NOISES[1:3]
"""The noises that differ most: little scatter between processes and drift by process, much and drift by round."""
ROWS = {
    "CellFinding.time_ns": "Times of a session",
    "ComparisonFinding.ratio": "Power, and coverage after stopping",
    "RatioChecks.arithmetic": "Other methods",
    "RatioChecks.bootstrap": "Other methods",
    "CostModel.fixed_ns": "Growth with size",
    "CostModel.per_byte_ns": "Growth with size",
    "CostModel.exponent": "Growth with size",
    "CostComparison.low_bytes": "Growth with size",
    "SlowRatio.slow": "The slower state",
    "SlowRatio.fast": "Power, and coverage after stopping",
    "RoundsNeeded.power": "Rounds needed",
    "Unseen.power": "A/A twins",
    "Fastest.confidence": "The least time",
    "WayFinding.time_ns": "Formats from one platform to others",
    "WayFinding.ratio": "Formats from one platform to others",
    "TransferFinding.confidence": "Formats from one platform to others",
    "Following.widened": "Rounds that follow each other",
    "Dependence.place": "Places in a round",
    "Tipping.ratio": "Power, and coverage after stopping",
    "Agreement.ratio": "`wirelab crosscheck`",
    "Effect.low": "Limits in `wirelab analyze`",
    "Effect.confidence": "Limits in `wirelab analyze`",
    "LevelMean.low": "Limits in `wirelab analyze`",
    "BoxCoxProfile.low": "Limits in `wirelab analyze`",
    "BoxCoxProfile.confidence": "Limits in `wirelab analyze`",
    "LevelComparison.low": "All pairs at once in `wirelab analyze`",
    "Ratio.low": "All pairs at once in `wirelab analyze`",
}
"""Where the page says how far each number may be trusted that is printed with a promise.

By a run, a cross-check or an analysis of a table.
"""
NOT_PROMISED = {"ScaledResponse.power", "BoxCoxProfile.power"}
"""Powers of the response, not of a test."""


def promised(kind: Any, seen: set[Any]) -> Iterator[str]:
    """Fields that hold an interval, or stand beside a level or a power, in `kind` and all that it is made of."""
    for part in get_args(kind):
        yield from promised(part, seen)
    if not is_dataclass(kind) or kind in seen or kind is Interval:
        return
    seen.add(kind)
    hints = get_type_hints(kind, localns={"np": np, "NDArray": NDArray})
    for field in fields(kind):
        hint = hints[field.name]
        if (
            Interval in (hint, *get_args(hint))
            or field.name in {"confidence", "power", "low"}
            or field.name.startswith("low_")
        ):
            yield f"{kind.__name__}.{field.name}"
        yield from promised(hint, seen)


def test_every_number_with_a_promise_has_its_row() -> None:
    seen: set[Any] = set()
    found = {each for kind in (Results, Agreement, FactorialAnalysis) for each in promised(kind, seen)}
    assert found - NOT_PROMISED == ROWS.keys()
    titles = {line[3:] for page in (PAGE, machines.PAGE) for line in page.read_text().splitlines() if line[:3] == "## "}
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
    """Of the page, without the first `names` cells of each row."""
    text = PAGE.read_text().split(f"\n## {title}\n")[1].split("\n## ")[0]
    told = re.search(r"([\d,]+)\s+(?:studies|runs|cells)\s+a\s+share", text)
    assert told is not None
    lines = [line.strip("|").split(" | ")[names:] for line in text.splitlines() if line.startswith("| ")]
    numbers = [[float(re.sub(r"[^\d.]", "", cell)) for cell in line] for line in lines[2:]]
    return Section(int(told[1].replace(",", "")), numbers)


def test_the_page_keeps_what_is_promised_where_drift_is_taken_out() -> None:
    drift = section("Drift within a round")
    for row in drift.rows:
        covered, left = row[::2], row[1::2]
        assert all(drift.keeps(share, 93.5) for share in covered)
        assert max(left) < 1.02


def test_the_page_keeps_what_is_promised_of_intervals() -> None:
    times, costs = section("Times of a session"), section("Growth with size", 2)
    for _, _, rounds_10, *_ in times.rows:
        assert times.keeps(rounds_10, 93)
        assert times.spares(rounds_10, 97.5)
    for *covered, told_apart, _, held in costs.rows:
        assert all(costs.keeps(share, 93) and costs.spares(share, 97.5) for share in covered)
        assert costs.spares(told_apart, 5)
        assert costs.keeps(held, 95)
    stopped = section("Power, and coverage after stopping", 3)
    assert all(stopped.keeps(share, 95) for row in stopped.rows for share in row[2::3])


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
    agreed, rounds = section("`wirelab crosscheck`"), section("Rounds needed")
    for row in agreed.rows:
        assert all(agreed.keeps(share, 93.5) for share in row[::3])
        assert all(agreed.spares(share, 2.5) for share in row[7:9])
    assert all(rounds.keeps(share, 80) for row in rounds.rows for share in row[1::2])
    followed_, modes_ = section("Rounds that follow each other", 2), section("Slow modes of processes")
    assert all(followed_.spares(said, 5) for _, said, _ in followed_.rows[:3])
    assert all(modes_.spares(share, 5) for row in modes_.rows for share in row[:3])
    places = section("Places in a round")
    for row in places.rows:
        assert all(places.keeps(share, 94) for share in row[::2])
        assert all(places.spares(share, 6) for share in row[1:4:2])


@pytest.mark.parametrize("rounds", [5, 10])
@pytest.mark.parametrize("noise", HARSH, ids=str)
def test_costs_exponents_and_crossings(noise, rounds):
    studies = 150
    fixed, per_byte, exponent, told_apart, crosses, held = grown(1, studies, rounds, noise) * studies
    least, most = binom.ppf(0.0005, studies, 0.93), binom.ppf(0.9995, studies, 0.975)
    assert all(least <= number <= most for number in (fixed, per_byte, exponent))
    assert told_apart <= binom.ppf(0.999, studies, 0.05)
    assert crosses >= 0.9 * studies
    assert held >= binom.ppf(0.0005, studies, 0.95)


@pytest.mark.parametrize("rounds", [3, 10])
@pytest.mark.parametrize("noise", HARSH, ids=str)
def test_times_of_a_session(noise, rounds):
    studies = 400
    held, ever = times_held(2, studies, rounds, 8, noise)
    assert binom.ppf(0.0005, studies, 0.93) <= held * studies <= binom.ppf(0.9995, studies, 0.97)
    assert ever < held - 0.05, "what another session would see it does not tell"


def test_equivalence_is_found_and_seldom_wrong():
    assert equated(3, 100, 40, 1.02, 7, NOISES[0])[1] * 100 <= binom.ppf(0.999, 100, 0.05)
    assert equated(3, 200, 40, 1.0, 1, NOISES[0])[0] > equated(3, 200, 20, 1.0, 1, NOISES[0])[0] + 0.1


@pytest.mark.parametrize("noise", HARSH, ids=str)
def test_twins_raise_few_alarms_and_see_what_they_say(noise):
    alarms, bias = twin_alarms(4, 300, 1.0, noise)
    assert alarms * 300 <= binom.ppf(0.999, 300, 0.05)
    assert twin_alarms(5, 300, bias, noise)[0] >= 0.7


@pytest.mark.parametrize("ratios", [[1.0] * 5, [1.02, 1.05, 1.1, 1.2, 2.0]])
@pytest.mark.parametrize("noise", HARSH, ids=str)
def test_the_fastest_is_among_those_named(noise, ratios):
    held, named = ranked(6, 200, ratios, noise)
    assert held * 200 >= binom.ppf(0.001, 200, 0.95)
    assert 1 <= named <= 6


@pytest.mark.parametrize("noise", HARSH, ids=str)
def test_all_intervals_of_a_study_hold_together(noise):
    assert together_held(7, 150, [1.05] * 7, noise) * 150 >= binom.ppf(0.001, 150, 0.95)


@pytest.mark.parametrize("rounds", [3, 8])
@pytest.mark.parametrize("noise", HARSH, ids=str)
def test_formats_from_one_platform_to_others(noise, rounds):
    studies = 150
    time, ratio, wrong, fastest = transferred(12, studies, rounds, noise)
    assert time * studies * 4 >= binom.ppf(0.0005, studies * 4, 0.93)
    assert ratio * studies * 3 >= binom.ppf(0.0005, studies * 3, 0.95)
    assert wrong * studies <= binom.ppf(0.999, studies, 0.05)
    assert fastest * studies >= binom.ppf(0.001, studies, 0.95)


def test_rounds_that_follow_each_other_are_named():
    held, said, _ = followed(10, 300, 20, 0.0)
    assert said * 300 <= binom.ppf(0.999, 300, 0.05)
    assert held * 300 >= binom.ppf(0.001, 300, 0.95)
    held, said, widened = followed(10, 300, 40, 0.95)
    assert said > 0.2
    assert widened > held


def test_processes_that_stand_apart_are_named():
    assert modes(11, 200, 20, 0.0, NOISES[0]) <= 0.02
    assert modes(11, 200, 20, 0.2, NOISES[0]) >= 0.8


@pytest.mark.parametrize("times", [1.0, 1.05])
@pytest.mark.parametrize("noise", HARSH, ids=str)
def test_what_the_place_in_a_round_does_is_named(noise, times):
    held, said = placed(12, 300, 10, times, noise)
    assert held * 300 >= binom.ppf(0.001, 300, 0.945)
    assert times > 1 or said * 300 <= binom.ppf(0.999, 300, 0.055)


def test_so_many_rounds_are_needed():
    to_find, found, to_equate, equal = said_rounds(8, 300, STILL[0], 1.05)
    assert min(to_find, to_equate) >= 10
    assert min(found, equal) >= binom.ppf(0.001, 300, 0.8) / 300


@pytest.mark.parametrize("machine", [Rounds(0.05), Rounds(0.02, 0.1), Rounds(0.02, 0.1, counting=0.2)], ids=str)
def test_a_cross_check_says_what_is(machine):
    cells = 300
    held, within, outside = crosschecked(9, cells, 1.05, machine)
    assert held * cells >= binom.ppf(0.0005, cells, 0.935)
    assert max(within, outside) * cells <= binom.ppf(0.999, cells, 0.025)
    assert machine.counting < 1 or crosschecked(9, cells, 1.0, replace(machine, scatter=0.02))[1] >= 0.95


@pytest.mark.parametrize("design", DESIGNS[::4], ids=lambda design: design.name)
def test_limits_of_an_analysis(design):
    designs = 100
    level, effect, power = limits_held(13, designs, design, 5)
    assert level * designs >= binom.ppf(0.0005, designs, 0.95)
    assert effect * designs >= binom.ppf(0.0005, designs, 0.9)
    assert power * designs >= binom.ppf(0.0005, designs, 0.95)
