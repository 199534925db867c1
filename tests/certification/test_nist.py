"""The engine against NIST's certified values."""

import pytest

from tests.certification.nist import ASKED, analyse, digits, read


@pytest.mark.parametrize(("name", "asked"), ASKED.items())
def test_f_agrees_to_the_digits_that_a_double_allows(name: str, asked: float) -> None:
    certified = read(name)
    treatment, error = analyse(certified.observations)
    assert treatment.f is not None
    assert digits(treatment.f, certified.f) >= asked
    assert digits(treatment.sum_of_squares, certified.between) >= asked - 0.5
    assert digits(error.sum_of_squares, certified.within) >= asked - 0.5
