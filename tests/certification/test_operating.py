"""The operating characteristics in short: docs/operating-characteristics.md has them at length.

The bounds allow for chance: what errs exactly as often as it may exceeds them one time in a thousand. All is seeded.
"""

import re

import pytest
from scipy.stats import binom

from tests.certification.operating import NOISES, PAGE, coverage, family_error, power

STUDIES, INTERVALS = 150, 1500


@pytest.mark.parametrize("noise", NOISES, ids=str)
def test_the_family_error_is_at_most_five_percent(noise):
    assert family_error(1, STUDIES, 20, 7, noise) * STUDIES <= binom.ppf(0.999, STUDIES, 0.05)


@pytest.mark.parametrize("rounds", [5, 7, 20])
@pytest.mark.parametrize("noise", NOISES, ids=str)
def test_intervals_hold_the_truth_as_often_as_they_say(noise, rounds):
    held = coverage(2, INTERVALS, rounds, noise) * INTERVALS
    assert binom.ppf(0.0005, INTERVALS, 0.935) <= held <= binom.ppf(0.9995, INTERVALS, 0.965)


def test_power_grows_with_the_difference_and_the_rounds():
    shares = [power(3, STUDIES, 20, ratio, 1, NOISES[0]).found for ratio in (1.02, 1.05, 1.1)]
    assert shares[0] < shares[1] <= shares[2]
    assert shares[2] >= 0.97
    assert power(3, STUDIES, 40, 1.05, 1, NOISES[0]).found >= 0.95


def test_the_page_keeps_what_is_promised():
    rows = [re.findall(r"([\d.]+) %", line) for line in PAGE.read_text().splitlines() if re.match(r"\| 0\.\d+, ", line)]
    promised = [list(map(float, row)) for row in rows if len(row) == 7]
    assert len(promised) == len(NOISES)
    for errors, covered in ((row[:2], row[2:]) for row in promised):
        assert max(errors) <= 5
        assert min(covered) >= 93.5
        assert max(covered) <= 96.5
