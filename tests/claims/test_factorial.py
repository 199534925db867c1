"""How precisely the p values of tests are known that claims are based on."""

from tests.claims.test_sound import TRUTH, cell, claims_of, measured
from wirelab.claims.factorial import p_values
from wirelab.study.claims import Assumption


def test_unequal_variances_are_shown_at_a_level_below_what_the_first_simulation_can_reach() -> None:
    """With 2,000 draws no p value is below 0.0005, and one of many numbers of a study has less to spend."""
    restless = cell(codec="c", size="1k", operation="serialize")
    truth = {key: ns for key, ns in TRUTH.items() if ("operation", "serialize") in key}
    rounds = [
        *measured({key: ns for key, ns in truth.items() if key != restless}, scatter=0.002),
        *measured({restless: truth[restless]}, scatter=0.4),
    ]
    (claim,) = claims_of(("assumption", 'assumption = "equal variances"\ntest = "levene"\nmet = false'))
    assert isinstance(claim, Assumption)
    ((_, p),) = p_values(claim, rounds)
    assert p < 1 / 2001
