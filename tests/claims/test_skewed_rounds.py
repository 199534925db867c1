"""Rounds that scatter to one side."""

from dataclasses import replace

from tests.claims.rounds import A_TO_C, cell, claims_of, measured, ruled
from wirelab.model.figure import FactorName
from wirelab.report.replicate.evidence import test_text as text_of_test


def test_few_skewed_rounds_have_an_interval_by_signs_and_words_for_it() -> None:
    """In one of seven rounds, a was twice as slow."""
    truth = {cell(codec=codec, operation="serialize"): ns for codec, ns in (("a", 10.0), ("c", 30.0))}
    slow = {FactorName.CODEC: "a", FactorName.REPLICATE: "5"}
    figures = [
        replace(one, value=one.value * 2) if slow.items() <= one.levels.items() else one for one in measured(truth, 7)
    ]
    (found,) = ruled(claims_of(("relation", A_TO_C + "most = 0.3333")), figures, 7)
    (ruling,) = found.rulings
    assert ruling.interval is not None
    assert ruling.interval.method == "sign"
    assert text_of_test(found.claim, ruling) == "sign-test interval at 95.4 %, 7 rounds"
