"""Profiles written out as parameters."""

import pytest

from wirelab.design.profiles import untuned, with_profile
from wirelab.model.subject import parse_subject
from wirelab.protocol.codecs import CodecInfo, Contract, Parameter
from wirelab.study.definition import Study, parse_study

CONTRACT = Contract(input="object", output="bytes", conversion=False, evolution="none")


def codec(name: str, **tuned: str | None) -> CodecInfo:
    """A codec with these parameters, whose values are x, y and z, by default x."""
    return CodecInfo(
        name=name,
        format="f",
        library="l",
        version="1",
        contract=CONTRACT,
        operations=[],
        parameters=[
            Parameter(name=parameter, values=["x", "y", "z"], default="x", says="", tuned=value)
            for parameter, value in tuned.items()
        ],
    )


ANNOUNCED = [codec("plain"), codec("rigid", a=None), codec("quick", a="y", b="z", c=None), codec("quick", a="z")]


def study(*codecs: str, profile: str = "tuned", reference: str = "") -> Study:
    head = f'name = "s"\nquestion = "?"\nprofile = "{profile}"\n'
    head += f'reference = "{reference}"\n' if reference else ""
    return parse_study(f'{head}[factors]\nworkload = ["w"]\ncodec = {list(codecs)}\n', "study s.toml")


def names(found: Study) -> list[str]:
    return [str(subject) for subject in found.factors.codec]


CASES = [
    (["plain", "rigid", "quick"], ["plain", "rigid", "quick:a=y,b=z"]),
    (["quick+gzip-9"], ["quick:a=y,b=z+gzip-9"]),
    (["quick:a=x"], ["quick:a=x,b=z"]),
    (["quick:b=y,c=z"], ["quick:a=y,b=y,c=z"]),
    (["quick", "quick:a=y", "plain"], ["quick:a=y,b=z", "plain"]),
    (["unavailable"], ["unavailable"]),
]


@pytest.mark.parametrize(("asked", "planned"), CASES)
def test_what_a_subject_does_not_name_is_tuned(asked: list[str], planned: list[str]) -> None:
    tuned = with_profile(study(*asked), ANNOUNCED)
    assert names(tuned) == planned
    assert with_profile(tuned, ANNOUNCED) == tuned


def test_by_default_nothing_is_written_out() -> None:
    asked = study("quick", "plain", profile="default")
    assert with_profile(asked, ANNOUNCED) == asked


@pytest.mark.parametrize(("reference", "planned"), [("", None), ("quick:a=x", "quick:a=x,b=z"), ("plain", "plain")])
def test_the_reference_stays_the_reference(reference: str, planned: str | None) -> None:
    tuned = with_profile(study("plain", "quick:a=x", reference=reference), ANNOUNCED)
    assert tuned.reference == (parse_subject(planned) if planned else None)
    assert tuned.reference_subject in tuned.factors.codec


def test_who_has_no_tuned_settings_is_known_by_name_once() -> None:
    asked = study("plain", "plain+gzip", "quick", "rigid", "unavailable")
    assert untuned(asked.factors.codec, ANNOUNCED) == ("plain", "rigid")
