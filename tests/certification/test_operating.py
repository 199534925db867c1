"""The operating characteristics in short: docs/operating-characteristics.md has them at length.

The bounds allow for chance: what errs exactly as often as it may exceeds them one time in a thousand. All is seeded.
"""

import re

import pytest
from scipy.stats import binom

from tests.certification.drifting import DRIFTING, freed
from tests.certification.machines import MACHINES, rates
from tests.certification.noise import NOISES
from tests.certification.operating import (
    COMPARISONS,
    DIFFERING,
    FACTOR,
    SCATTERS,
    coverage,
    family_error,
    grouping_error,
    power,
    unlike_error,
)
from tests.certification.sections import PAGE
from tests.certification.tables import METHODS, TRUTHS, holes, pairs, variance_alarms

STUDIES, INTERVALS, DESIGNS = 150, 1500, 200


@pytest.mark.parametrize("noise", NOISES, ids=str)
def test_the_family_error_is_at_most_five_percent(noise):
    assert family_error(1, STUDIES, 20, 7, noise) * STUDIES <= binom.ppf(0.999, STUDIES, 0.05)


@pytest.mark.parametrize("rounds", [5, 20])
@pytest.mark.parametrize("noise", NOISES[1:3], ids=str)
def test_what_is_found_of_others_does_not_make_the_rest_err_more_often(noise, rounds):
    alarms = family_error(7, STUDIES, rounds, COMPARISONS, noise, slower=[FACTOR] * DIFFERING) * STUDIES
    assert alarms <= binom.ppf(0.999, STUDIES, 0.05)


@pytest.mark.parametrize("rounds", [3, 10])
@pytest.mark.parametrize(
    ("scatters", "plain"),
    [
        pytest.param([0.09] + [0.03] * 7, 0, id="the reference three times as much"),
        pytest.param([0.09] + [0.03] * 7, 5, id="the same, beside plain ones"),
        pytest.param([0.03] * 7 + [0.24], 0, id="one eight times as much"),
        pytest.param([0.03, 0.09, *[0.03] * 6], 6, id="the one that is not plain three times as much"),
        pytest.param([0.09, 0.03, 0.03], 0, id="the reference of two"),
    ],
)
def test_cells_that_do_not_scatter_alike_are_told_apart_in_five_percent_at_most(scatters, plain, rounds):
    alarms = unlike_error(11, STUDIES, rounds, scatters, plain=plain) * STUDIES
    assert alarms <= binom.ppf(0.999, STUDIES, 0.05)


@pytest.mark.parametrize("rounds", [3, 7, 20])
@pytest.mark.parametrize("noise", NOISES, ids=str)
def test_intervals_hold_the_truth_as_often_as_they_say(noise, rounds):
    held = coverage(2, INTERVALS, rounds, noise) * INTERVALS
    assert binom.ppf(0.0005, INTERVALS, 0.935) <= held <= binom.ppf(0.9995, INTERVALS, 0.965)


@pytest.mark.parametrize("ratio", [1.0, 1.02, 1.1])
@pytest.mark.parametrize("noise", NOISES[1:3], ids=str)
@pytest.mark.long
def test_intervals_hold_the_truth_after_stopping_too(noise, ratio):
    held = power(4, STUDIES, 14, ratio, 2, noise).covered * STUDIES
    assert binom.ppf(0.0005, STUDIES, 0.95) <= held


@pytest.mark.parametrize(("cells", "rounds"), [(2, 7), (8, 4)])
@pytest.mark.parametrize("machine", DRIFTING)
def test_intervals_hold_the_truth_once_drift_is_taken_out(machine, cells, rounds):
    studies = 600
    held, left = freed(14, studies, rounds, cells, DRIFTING[machine])
    assert binom.ppf(0.0005, studies, 0.935) <= held * studies
    assert left < 1.02


def test_drift_is_taken_out():
    assert freed(15, 100, 5, 8, DRIFTING["drift by round, ICC 0.43"])[1] < 0.75
    assert power(16, 60, 20, 1.05, COMPARISONS, NOISES[0]).found >= 0.9


@pytest.mark.parametrize(("scatter", "observations"), [("equal", 5), ("equal", 20), ("one 5 times the others'", 10)])
@pytest.mark.long
def test_equal_levels_are_told_apart_in_at_most_five_percent_of_designs(scatter, observations):
    assert grouping_error(5, DESIGNS, observations, SCATTERS[scatter]) * DESIGNS <= binom.ppf(0.999, DESIGNS, 0.05)


@pytest.mark.parametrize("truth", TRUTHS)
@pytest.mark.parametrize("method", METHODS)
def test_all_pairs_at_once_keep_their_error_and_their_limits(method, truth):
    wrong, held = pairs(8, DESIGNS, method, METHODS[method][1], TRUTHS[truth])
    assert wrong * DESIGNS <= binom.ppf(0.999, DESIGNS, 0.05)
    assert held * DESIGNS >= binom.ppf(0.001, DESIGNS, 0.935)


@pytest.mark.parametrize("repeats", [2, 3])
def test_equal_variances_are_doubted_in_five_percent_of_designs(repeats):
    alarms = variance_alarms(9, DESIGNS, "3 by 4 levels", repeats, "normal") * DESIGNS
    assert binom.ppf(0.001, DESIGNS, 0.04) <= alarms <= binom.ppf(0.999, DESIGNS, 0.06)


def test_a_missing_combination_costs_no_interaction_and_raises_no_alarm():
    designs = 30
    found, held, failed = holes(10, designs)
    assert found == 1
    assert held * designs >= binom.ppf(0.001, designs, 0.95)
    assert failed * designs <= binom.ppf(
        0.999, designs, 0.22
    )  # seven tests of variances at 1 to 5 %, three others at 1 %


def test_power_grows_with_the_difference_and_the_rounds():
    shares = [power(3, STUDIES, 20, ratio, 1, NOISES[0]).found for ratio in (1.02, 1.05, 1.1)]
    assert shares[0] < shares[1] <= shares[2]
    assert shares[2] >= 0.97
    assert power(3, STUDIES, 40, 1.05, 1, NOISES[0]).found >= 0.95


def test_the_page_keeps_what_is_promised():
    rows = [re.findall(r"([\d.]+) %", line) for line in PAGE.read_text().splitlines() if re.match(r"\| 0\.\d+, ", line)]
    fixed = [list(map(float, row)) for row in rows if len(row) == 10]
    assert len(fixed) == len(NOISES)
    told = re.search(r"\(([\d,]+) studies a share\)", PAGE.read_text())
    assert told is not None
    studies = int(told[1].replace(",", ""))
    assert all(error / 100 * studies <= binom.ppf(0.999, studies, 0.05) for row in fixed for error in row[:4])
    covered = [share for row in fixed for share in row[4:]]
    assert min(covered) >= 93.5
    assert max(covered) <= 96.5


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
@pytest.mark.long
def test_a_machine_with_states_breaks_no_promise(machine):
    studies = 40
    found = rates(6, studies, machine)
    assert found.family_error * studies <= binom.ppf(0.999, studies, 0.05)
    # Intervals of one study share their reference, so they count as one.
    assert min(found.covered) * studies >= binom.ppf(0.0005, studies, 0.935)
