"""The question of a run that was put together on the command line."""

import pytest

from wirelab.app.request import Overrides, asked
from wirelab.model.cell import Operation
from wirelab.model.subject import parse_subject
from wirelab.study.definition import Factors
from wirelab.study.question import own_question

A, B = parse_subject("a"), parse_subject("b+gzip")


@pytest.mark.parametrize(
    ("factors", "says"),
    [
        (
            Factors(workload=("w",), codec=(A,), operation=(Operation.SERIALIZE,)),
            "How does a do on w (serialize)?",
        ),
        (
            Factors(workload=("v", "w"), codec=(A, B), size=("1k", "2k"), platform=("p",)),
            "How do a and b+gzip compare on v and w at size 1k and 2k, on p (serialize, deserialize)?",
        ),
        (
            Factors(workload=("w",), codec=tuple(parse_subject(f"c{number}") for number in range(9))),
            "How do 9 codecs compare on w (serialize, deserialize)?",
        ),
    ],
)
def test_it_names_what_is_compared(factors: Factors, says: str) -> None:
    assert own_question(factors) == says


def test_a_study_with_other_levels_asks_another_question() -> None:
    default = asked(None, Overrides())
    own = asked(None, Overrides(codec=(parse_subject("orjson"),)))
    assert (own.name, own.default) == ("command-line", False)
    assert own.question == "How does orjson do on school at size 1100 (serialize, deserialize)?"
    assert asked(None, Overrides(rounds=3)).question == default.question
    assert asked(None, Overrides(platform=("python",))).question == default.question
    named = asked("school-formats", Overrides(size=("110",)))
    assert named.name == "school-formats"
    assert "at size 110" in named.question


def test_a_run_of_every_codec_takes_those_that_are_here() -> None:
    assert asked(None, Overrides(workload=("site",))).default
