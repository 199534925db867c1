"""The engine against R on random designs: recorded answers always, R itself where it is."""

import json

import pytest

from tests.certification.oracle import DESIGNS, Quantities, design, quantities, shared_letters
from tests.certification.record_r import RECORDED, ask_r

# R's own ptukey and qtukey are good to no more (qtukey stops at 1e-4); ours are held against SciPy's to 1e-9 in
# tests/unit/test_analysis_studentized_range.py. All else agrees to 1e-8, relative beyond 1.
TOLERANCES = {"tukey": 2e-6, "halves": 1e-4}
FRESH = range(1_000, 1_040)


def disagreements(number: int, theirs: Quantities) -> list[str]:
    """Quantities that differ, with both values."""
    ours = quantities(design(number))
    levels = len(ours["means"])
    letters = [float(sum(2**level for level in shared)) for shared in shared_letters(ours["tukey"], levels)]
    ours["letters"] = sorted(letters)
    assert ours.keys() == theirs.keys()
    found = []
    for name, values in theirs.items():
        wanted = pytest.approx(values, rel=TOLERANCES.get(name, 1e-8), abs=TOLERANCES.get(name, 1e-8))
        if ours[name] != wanted:
            found.append(f"design {number}, {name}: {ours[name]} instead of {values}")
    return found


def recorded() -> dict[str, Quantities]:
    answers: dict[str, Quantities] = json.loads(RECORDED.read_text(encoding="ascii"))
    return answers


def test_the_record_has_every_design_of_every_kind() -> None:
    answers = recorded()
    assert list(map(int, answers)) == list(range(DESIGNS))
    assert sum("welch" in one for one in answers.values()) >= 40
    assert sum("box-cox" in one for one in answers.values()) >= 20


def test_the_engine_says_what_r_said() -> None:
    assert [line for number, theirs in recorded().items() for line in disagreements(int(number), theirs)] == []


@pytest.mark.usefixtures("r_language")
def test_the_engine_says_what_r_says() -> None:
    answers = ask_r([design(number) for number in FRESH])
    assert sorted(answers) == list(FRESH)
    assert [line for number, theirs in answers.items() for line in disagreements(number, theirs)] == []
