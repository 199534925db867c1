"""Which claims a design cannot decide, each with the reason."""

import pytest

from wirelab.claims.undecidable import hindrance
from wirelab.model.cell import Operation
from wirelab.study.definition import parse_study

HEAD = """\
name = "s"
question = "?"
[factors]
workload = ["w"]
size = [1, 10]
platform = ["here", "there"]
codec = ["a", "b+gzip"]
operation = ["serialize", "build", "compress"]
"""
OFFERED = {
    ("here", "a"): (Operation.SERIALIZE, Operation.DESERIALIZE),
    ("here", "b"): (Operation.SERIALIZE, Operation.BUILD),
}
UNDECIDABLE = [
    ('kind = "unmeasured"\nwhy = "no network"', "", "no network"),
    ('kind = "value"\nof = { codec = "a" }\nmost = 5', "", "the time of another machine"),
    ('kind = "replay"\nof = { codec = "a" }', "", "factors.operation lacks 'replay'"),
    ('kind = "exponent"\nof = { codec = "a" }\nabout = 1', "", "it needs 3 sizes"),
    ('kind = "growth"\nof = { codec = "a", size = 1 }', "", "it needs 2 sizes that begin with a number"),
    ('kind = "effect"\nfactors = ["workload"]\nsignificant = true', "", "workload does not vary"),
    ('kind = "spread"\nof = { codec = "a" }\nmost = 1', "[measure]\nrounds = 1\n", "measure.rounds must be"),
    ('kind = "first-runs"\nleast = 2', "", "no published method is given"),
    ('kind = "extreme"\nof = { platform = "there" }\nextreme = "least"', "", "there cannot run here: no tool"),
    (
        'kind = "relation"\nof = { codec = "a", operation = "build" }\nto = { codec = "a" }\nmost = 1',
        "",
        "a cannot build on here",
    ),
]  # fmt: skip
DECIDABLE = [
    ('kind = "value"\nof = { codec = "a" }\nquantity = "size"\nmost = 5', ""),
    ('kind = "growth"\nof = { codec = "a" }', ""),
    ('kind = "effect"\nfactors = ["platform", "codec"]\nsignificant = true', ""),
    ('kind = "first-runs"\nleast = 2', "[measure.published]\nruns = 30\n"),
    ('kind = "relation"\nof = { codec = "b+gzip", operation = "compress" }\nto = { codec = "a" }\nmost = 1', ""),
    ('kind = "relation"\nof = { codec = "a", platform = ["here", "there"] }\nto = {}\nmost = 1', ""),
]


def told(claim: str, more: str, missing: dict[str, str]) -> str:
    text = f'{HEAD}{more}[[claim]]\nid = "c"\nplace = "§1"\nwords = "It is so."\n{claim}\n'
    study = parse_study(text, "study s.toml")
    return hindrance(study.claim[0], study, missing, OFFERED)


@pytest.mark.parametrize(("claim", "more", "why"), UNDECIDABLE)
def test_what_a_design_cannot_decide_has_a_reason(claim: str, more: str, why: str) -> None:
    assert why in told(claim, more, {"there": "no tool"})


@pytest.mark.parametrize(("claim", "more"), DECIDABLE)
def test_what_it_can_decide_has_none(claim: str, more: str) -> None:
    assert told(claim, more, {"there": "no tool"}) == ""


def test_a_study_whose_platforms_are_missing_decides_nothing_here() -> None:
    assert told('kind = "growth"\nof = {}', "", {"here": "no tool", "there": "none"}) == (
        "here, there cannot run here: no tool"
    )
