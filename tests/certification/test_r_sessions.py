"""The model of sessions and machines against R's lme4 and lmerTest: recorded answers always, R itself where it is."""

import pytest

from tests.certification import sessions
from tests.certification.oracle import Quantities
from tests.certification.record_r import RECORDED_SESSIONS, ask_of_sessions, recorded
from tests.certification.sessions import KINDS

TOLERANCES = {
    "criterion": 1e-8,
    "variances": 1e-5,
    "estimates": 1e-6,
    "difference": 1e-6,
    "errors": 1e-5,
    "its error": 1e-5,
    "freedom": 1e-4,
    "its freedom": 1e-4,
}
"""Relative to values above 1, else absolute. R's search ends at an accuracy of about 1e-6 of its standard deviations,
and takes second derivatives by differences."""
FRESH = range(1_000, 1_030)


def of_sessions(number: int) -> Quantities:
    """The model's results for a design."""
    return sessions.quantities(sessions.design(number))


def disagreements(number: int, theirs: Quantities) -> list[str]:
    """Quantities that differ, with both values."""
    ours = of_sessions(number)
    assert ours.keys() == theirs.keys()
    return [
        f"design {number}, {name}: {ours[name]} instead of {values}"
        for name, values in theirs.items()
        if ours[name] != pytest.approx(values, rel=TOLERANCES[name], abs=TOLERANCES[name])
    ]


def test_the_record_has_designs_of_every_kind_with_holes() -> None:
    answers = recorded(RECORDED_SESSIONS)
    designs = [sessions.design(number) for number in answers]
    assert list(answers) == list(range(sessions.DESIGNS))
    assert {kind: sum(each.kind == kind for each in designs) for kind in KINDS} == dict.fromkeys(KINDS, 20)
    assert sum(min(found["variances"]) < 1e-9 for found in answers.values()) >= 5, (
        "some have a grouping without variance"
    )


@pytest.mark.exhaustive
@pytest.mark.long
def test_the_model_says_what_r_said() -> None:
    told = recorded(RECORDED_SESSIONS).items()
    assert [line for number, theirs in told for line in disagreements(number, theirs)] == []


@pytest.mark.exhaustive
@pytest.mark.usefixtures("r_mixed_models")
@pytest.mark.long
def test_the_model_says_what_r_says() -> None:
    answers = ask_of_sessions(FRESH)
    assert sorted(answers) == list(FRESH)
    assert [line for number, theirs in answers.items() for line in disagreements(number, theirs)] == []
