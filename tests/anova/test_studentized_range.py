"""The studentized range against SciPy's, which is as exact and slower."""

import numpy as np
import pytest
from scipy.stats import studentized_range, t

from wirelab.anova.studentized_range import studentized_range_isf, studentized_range_sf


@pytest.mark.parametrize("freedom", [2.0, 3.5, 8.0, 36.0, 1000.0])
@pytest.mark.parametrize("groups", [2, 3, 12, 30])
def test_probabilities(groups: int, freedom: float) -> None:
    q = np.array([0.05, 0.5, 1.0, 2.0, 3.5, 5.0, 9.0])
    assert studentized_range_sf(q, groups, freedom) == pytest.approx(studentized_range.sf(q, groups, freedom), abs=1e-8)


@pytest.mark.parametrize("freedom", [1.0, 2.5, 7.0, 1e5])
def test_two_groups_are_students_t(freedom: float) -> None:
    q = np.array([0.1, 1.0, 4.0, 12.0])
    assert studentized_range_sf(q, 2, freedom) == pytest.approx(2 * t.sf(q / np.sqrt(2), freedom), abs=1e-9)


@pytest.mark.parametrize(("groups", "freedom"), [(2, 5.0), (3, 36.0), (12, 9.5)])
def test_quantiles(groups: int, freedom: float) -> None:
    wanted = studentized_range.isf(0.05, groups, freedom)
    assert studentized_range_isf(0.05, groups, freedom) == pytest.approx([wanted], rel=1e-8)


def test_pairs_have_degrees_of_freedom_of_their_own() -> None:
    freedom = np.array([4.0, 9.0, 4.0])
    together = studentized_range_isf(0.05, 4, freedom)
    assert together[0] == together[2] > together[1]
    assert studentized_range_sf(together, 4, freedom) == pytest.approx([0.05] * 3, abs=1e-9)


def test_the_ends() -> None:
    assert studentized_range_sf([0.0, np.inf], 5, 10).tolist() == pytest.approx([1.0, 0.0], abs=1e-12)
