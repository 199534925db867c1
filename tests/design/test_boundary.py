"""Levels of looks that see the same data again."""

import numpy as np
import pytest
from scipy.special import stdtrit
from scipy.stats import binom

from wirelab.design.boundary import level

STUDIES = 40_000


def levels(looks, error):
    return [
        level(looks[: at + 1], tuple(error * (n / looks[-1]) ** 2 for n in looks[: at + 1])) for at in range(len(looks))
    ]


def test_one_look_uses_what_it_spends():
    assert level((20,), (0.05,)) == pytest.approx(0.05)
    assert level((3,), (1e-9,)) == pytest.approx(1e-9)


def test_looks_that_are_far_apart_share_little():
    assert level((3, 100_000), (0.01, 0.02)) == pytest.approx(0.01, rel=0.05)


def test_a_look_right_after_another_uses_nearly_all_of_both():
    assert 0.018 < level((1000, 1001), (0.01, 0.02)) < 0.02


@pytest.mark.parametrize("rounds", [5, 7, 10, 20, 40])
@pytest.mark.parametrize("error", [0.05, 0.05 / 7])
def test_all_looks_together_err_as_often_as_they_may(rounds, error):
    """Independent normal differences, by t: one that errs 1.03 times as often exceeds the bound once in a thousand."""
    looks = tuple(range(3, rounds + 1))
    differences = np.random.default_rng(rounds).standard_normal((STUDIES, rounds))
    wrong = np.zeros(STUDIES, bool)
    for n, own in zip(looks, levels(looks, error), strict=True):
        seen = differences[:, :n]
        t = seen.mean(axis=1) / (seen.std(axis=1, ddof=1) / np.sqrt(n))
        wrong |= np.abs(t) > -stdtrit(n - 1, own / 2)
    assert wrong.sum() <= binom.ppf(0.999, STUDIES, 1.03 * error)
    assert wrong.sum() >= binom.ppf(0.001, STUDIES, 0.9 * error)
