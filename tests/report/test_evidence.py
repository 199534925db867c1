"""A claim's numbers, with the limits that it sets, in words."""

import math

from tests.claims.rounds import A_TO_C, claims_of, measured, ruled
from wirelab.claims.rulings import Ruling, Standing
from wirelab.model.findings.finding import Interval
from wirelab.report.replicate.evidence import number_text, sound_text, wanted_text

SERIALIZE = 'where = { operation = "serialize", size = "10" }\n'
A_AND_C = 'factors = ["codec"]\nlevels = [["a"], ["c"]]\nshared = '
TRUTH = {(("codec", codec), ("size", "10"), ("operation", "serialize")): ns for codec, ns in (("a", 10.0), ("c", 30.0))}


def said_of(kind: str, text: str) -> str:
    (found,) = ruled(claims_of((kind, SERIALIZE + text)), measured(TRUTH))
    return sound_text(found)


def test_levels_that_differ_are_not_claimed_to_be_equal() -> None:
    assert "claimed" not in said_of("letters", A_AND_C + "false")


def test_the_band_within_which_levels_count_as_equal_is_ours() -> None:
    assert said_of("letters", A_AND_C + "true").endswith("(our bound: 0.980 to 1.02)")
    assert said_of("relation", A_TO_C + "most = 1").endswith("(claimed: at most 1.00)")


def test_limits_keep_their_signs() -> None:
    gap = 'quantity = "time"\ncompared = "difference"\ndirection = "falls"\nof = { codec = "a" }\nto = { codec = "c" }'
    (claim,) = claims_of(("gap", gap))
    assert wanted_text(claim, None, -math.ulp(0.0)) == " (claimed: at most 0)"
    interval = Interval(0.5, -2e9, 3e9, 0.95, 2, "t")
    ruling = Ruling((), (), None, None, interval, Standing.UNRESOLVED, decided=False)
    assert number_text(ruling) == "0.500 [−∞, ∞]"
