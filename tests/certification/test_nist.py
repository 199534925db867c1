"""The engine against NIST's certified values."""

import pytest

from tests.certification.nist import ASKED, analyse, digits, read
from tests.conftest import ROOT


@pytest.mark.parametrize(("name", "asked"), ASKED.items())
def test_f_agrees_to_the_digits_that_a_double_allows(name: str, asked: float) -> None:
    certified = read(name)
    treatment, error = analyse(certified.observations)
    assert treatment.f is not None
    assert digits(treatment.f, certified.f) >= asked
    assert digits(treatment.sum_of_squares, certified.between) >= asked - 0.5
    assert digits(error.sum_of_squares, certified.within) >= asked - 0.5


def test_the_page_shows_every_data_set() -> None:
    page = (ROOT / "docs" / "certification.md").read_text(encoding="utf-8")
    lines = {line.split(" | ")[0].strip("| "): line.split(" | ") for line in page.splitlines() if line.startswith("| ")}
    for name, asked in ASKED.items():
        treatment, _ = analyse(read(name).observations)
        assert float(lines[name][3].removeprefix("≥ ")) >= asked
        assert treatment.freedom == int(lines[name][1]) - 1
