"""The engine against R on random designs: recorded answers always, R itself where it is."""

import pytest

from tests.certification import holes, oracle
from tests.certification.oracle import Quantities, shared_letters
from tests.certification.record_r import RECORDED, RECORDED_HOLES, ask_of_designs, ask_of_holes, recorded

# R's own ptukey and qtukey are good to no more (qtukey stops at 1e-4); ours agree with SciPy's to 1e-9 in
# tests/anova/test_studentized_range.py. All else agrees to 1e-8, relative beyond 1.
TOLERANCES = {"tukey": 2e-6, "halves": 1e-4}
FRESH = range(1_000, 1_040)


def of_design(number: int) -> Quantities:
    """The engine's results for a design, letters included."""
    ours = oracle.quantities(oracle.design(number))
    letters = shared_letters(ours["tukey"], len(ours["means"]))
    return {**ours, "letters": sorted(float(sum(2**level for level in shared)) for shared in letters)}


def of_holes(number: int) -> Quantities:
    """The engine's results for a design with holes."""
    return holes.quantities(holes.design(number))


def disagreements(number: int, ours: Quantities, theirs: Quantities) -> list[str]:
    """Quantities that differ, with both values."""
    assert ours.keys() == theirs.keys()
    found = []
    for name, values in theirs.items():
        wanted = pytest.approx(values, rel=TOLERANCES.get(name, 1e-8), abs=TOLERANCES.get(name, 1e-8))
        if ours[name] != wanted:
            found.append(f"design {number}, {name}: {ours[name]} instead of {values}")
    return found


def test_the_record_has_every_design_of_every_kind() -> None:
    answers = recorded(RECORDED)
    assert list(answers) == list(range(oracle.DESIGNS))
    assert sum("welch" in one for one in answers.values()) >= 40
    assert sum("box-cox" in one for one in answers.values()) >= 20


def test_the_record_has_designs_that_miss_combinations_in_every_way() -> None:
    answers = recorded(RECORDED_HOLES)
    assert list(answers) == list(range(holes.DESIGNS))
    designs = [holes.design(number) for number in answers]
    assert sum(one.nested for one in designs) >= 40
    assert sum(one.blocked for one in designs) >= 30
    lost = [min(found["freedom II"]) == 0 for found in answers.values()]
    untold = [len(found["means"]) < len(set(own.a)) for found, own in zip(answers.values(), designs, strict=True)]
    assert sum(lost) >= 15
    assert sum(untold) >= 40


@pytest.mark.exhaustive
@pytest.mark.long
def test_the_engine_says_what_r_said() -> None:
    told = recorded(RECORDED).items()
    assert [line for number, theirs in told for line in disagreements(number, of_design(number), theirs)] == []


@pytest.mark.exhaustive
@pytest.mark.long
def test_the_engine_says_of_holes_what_r_said() -> None:
    told = recorded(RECORDED_HOLES).items()
    assert [line for number, theirs in told for line in disagreements(number, of_holes(number), theirs)] == []


@pytest.mark.exhaustive
@pytest.mark.usefixtures("r_language")
@pytest.mark.long
def test_the_engine_says_what_r_says() -> None:
    answers = ask_of_designs(FRESH)
    assert sorted(answers) == list(FRESH)
    assert [
        line for number, theirs in answers.items() for line in disagreements(number, of_design(number), theirs)
    ] == []
    missing = ask_of_holes(FRESH)
    assert sorted(missing) == list(FRESH)
    assert [
        line for number, theirs in missing.items() for line in disagreements(number, of_holes(number), theirs)
    ] == []
