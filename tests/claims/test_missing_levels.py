"""Claims of a study some of whose codecs or platforms were not measured."""

import pytest

from wirelab.claims.missing_levels import lacking
from wirelab.claims.printed import judge_here
from wirelab.claims.verdict import Verdict
from wirelab.model.figure import FactorName, Figure, Quantity
from wirelab.report.replicate.evidence import found_text
from wirelab.study.claims import Claim
from wirelab.study.definition import parse_study

HEAD = 'name = "s"\nquestion = "?"\n[factors]\nworkload = ["w"]\ncodec = ["a", "b", "c"]\nplatform = ["p", "q"]\n'
WANTED = {FactorName.CODEC: ("a", "b", "c"), FactorName.PLATFORM: ("p", "q")}
EFFECT = 'kind = "effect"\nsignificant = true\n'
LETTERS = 'kind = "letters"\nshared = false\n'
CASES = [
    (EFFECT + 'factors = ["platform"]', "2 of 3 codecs"),
    (EFFECT + 'factors = ["codec"]', "2 of 3 codecs"),
    (EFFECT + 'factors = ["platform", "codec"]', "2 of 3 codecs"),
    (LETTERS + 'factors = ["platform"]\nlevels = [["p"], ["q"]]', "2 of 3 codecs"),
    (LETTERS + 'factors = ["codec"]\nlevels = [["a"], ["b"]]', ""),
    (LETTERS + 'factors = ["platform"]\nlevels = [["p"], ["q"]]\nwhere = { codec = "a" }', ""),
    ('kind = "relation"\nof = { codec = "a" }\nto = { codec = "b" }\nmost = 1', ""),
]


def claim(text: str) -> Claim:
    written = f'[[claim]]\nid = "c"\nplace = "§1"\nwords = "It is so."\n{text}\n'
    return parse_study(HEAD + written, "study s.toml").claim[0]


def times(codecs: str) -> tuple[Figure, ...]:
    return tuple(
        Figure(
            Quantity.TIME,
            {
                FactorName.CODEC: codec,
                FactorName.PLATFORM: platform,
                FactorName.OPERATION: "serialize",
                FactorName.REPLICATE: str(number),
            },
            1e6 * (1 + "abc".index(codec)) * (10 if platform == "q" else 1) * (1 + 0.01 * (number * 7 % 3)),
        )
        for codec in codecs
        for platform in "pq"
        for number in range(4)
    )


@pytest.mark.parametrize(("text", "over"), CASES)
def test_a_claim_of_means_says_over_how_many_levels_they_run(text: str, over: str) -> None:
    assert lacking(WANTED, times("ab")).over(claim(text)) == over
    assert lacking(WANTED, times("abc")).over(claim(text)) == ""


def test_an_interaction_of_fewer_levels_gets_no_verdict_and_others_say_what_they_are_over() -> None:
    claims = [claim(text) for text, _ in CASES[:4]]
    for codecs, missing in (("ab", True), ("abc", False)):
        *main, interaction, letters = judge_here(claims, times(codecs), (), (), WANTED)
        assert (interaction.verdict is Verdict.NOT_MEASURED) == missing
        assert ("2 of 3 codecs is not that of the study" in interaction.why) == missing
        for one in (*main, letters):
            assert one.verdict is Verdict.HOLDS
            assert found_text(one).startswith("over 2 of 3 codecs: ") == missing
