"""Known failures are data: patterns, one reason for many cases, and nothing that is out of date."""

import tomllib
from pathlib import Path

import pytest

from tests.runners.expected import ExpectedPair, PairCase, mistakes
from wirelab.execution.check.expected import (
    BROKEN_BYTES,
    CARRIED,
    Case,
    ExpectedFailure,
    ExpectedFailures,
    drafted,
    load_expected_failures,
    stale,
)
from wirelab.model.errors import DefinitionError

XML = ExpectedFailure(codec="jaxb-*", workload="torture", variant=("control", "nul"), reason="no such characters")
CONTROL, NUL = (Case(CARRIED, "jaxb-ri", "torture", variant) for variant in ("control", "nul"))


def test_a_case_has_one_of_the_patterns_of_every_key() -> None:
    assert XML.matches(CONTROL)
    assert XML.matches(Case(CARRIED, "jaxb-moxy", "torture", "nul", "style=x"))
    assert not XML.matches(Case(CARRIED, "gson", "torture", "nul"))
    assert not XML.matches(Case(CARRIED, "jaxb-ri", "torture", "maps"))
    assert not XML.matches(Case(BROKEN_BYTES, "jaxb-ri", "torture", "nul"))
    assert ExpectedFailure(reason="all of it").matches(Case(CARRIED))


@pytest.mark.parametrize(
    ("pattern", "matching", "others"),
    [
        ("n?l", ["nul", "nil"], ["nl", "null"]),
        ("n[ui]l", ["nul", "nil"], ["nal", "n[ui]l"]),
        ("n[!ui]l", ["nal"], ["nul", "nil"]),
        ("n[[]u]", ["n[u]"], ["nu"]),
        ("n[*][?]", ["n*?"], ["null"]),
        ("Nul", ["Nul"], ["nul"]),
    ],
)
def test_what_stands_for_other_signs(pattern: str, matching: list[str], others: list[str]) -> None:
    """As CONTRIBUTING.md explains."""
    expected = ExpectedFailure(variant=pattern, reason="it is said so")
    assert [each for each in (*matching, *others) if expected.matches(Case(CARRIED, variant=each))] == matching


def test_what_fails_must_be_expected_and_what_is_expected_must_fail() -> None:
    other = Case(CARRIED, "gson", "school", "random")
    assert mistakes([XML], {CONTROL: "broken", NUL: "broken", other: ""}) == []
    assert mistakes([XML], {CONTROL: "broken", NUL: "broken", other: "gone"}) == [
        "check carried, codec gson, workload school, variant random: gone"
    ]
    passing = "check carried, codec jaxb-ri, workload torture, variant nul: it passes, though it is expected to fail"
    assert mistakes([XML], {CONTROL: "broken", NUL: ""}) == [f"{passing}: no such characters"]
    assert mistakes([XML.model_copy(update={"may_pass": True})], {CONTROL: "broken", NUL: ""}) == []


def test_a_pattern_that_matches_nothing_is_stale() -> None:
    assert list(stale([XML], [CONTROL, NUL])) == []
    assert list(stale([XML], [CONTROL])) == ['variant = "nul" matches nothing that fails because no such characters']
    assert list(stale([XML], [])) == ["expected to fail, and not there: no such characters"]
    assert list(stale(XML.about("variant", ["control", "maps"]), [CONTROL])) == []
    assert list(XML.about("workload", ["school"])) == []


def test_a_pair_is_known_by_its_writer_its_reader_or_either() -> None:
    case = PairCase("gson", "json", "JSON", "torture", "extremes")
    for keys in ({"writer": "gson"}, {"reader": "json"}, {"codecs": "gson"}, {"codecs": ["x", "json"]}):
        assert ExpectedPair.model_validate({**keys, "reason": "so"}).matches(case)
    for keys in ({"writer": "json"}, {"reader": "gson"}, {"codecs": "orjson"}, {"codecs": "json", "format": "CBOR"}):
        assert not ExpectedPair.model_validate({**keys, "reason": "so"}).matches(case)


def test_files_have_reasons_and_nothing_unknown(tmp_path: Path) -> None:
    assert load_expected_failures(tmp_path) == ()
    file = tmp_path / "expected-failures.toml"
    file.write_text('[[failures]]\ncodec = ["plain", "other"]\nreason = "so"\n')
    assert load_expected_failures(tmp_path) == (ExpectedFailure(codec=("plain", "other"), reason="so"),)
    for wrong in ('codec = "plain"', 'reason = "so"\ncodex = "plain"', 'reason = "so"\ncodec = []'):
        file.write_text(f"[[failures]]\n{wrong}\n")
        with pytest.raises(DefinitionError):
            load_expected_failures(tmp_path)


def test_a_draft_has_one_table_for_what_differs_in_one_key() -> None:
    failures = {
        Case("loop", "a", parameters="", operation="serialize"): "it ended",
        Case("loop", "b", parameters="", operation="serialize"): "it ended",
        Case("time", "a", parameters="", operation="serialize"): "it ended",
        Case("time", "b", parameters="", operation="serialize"): "it ended",
        Case(CARRIED, "a", "torture", "nul"): 'it says "no"',
        Case(CARRIED, "a", "torture", "maps"): 'it says "no"',
        Case("canary"): "none",
    }
    tried = [*failures, Case("loop", "a", parameters="+gzip", operation="serialize")]
    text = drafted(failures, tried)
    written = ExpectedFailures.model_validate(tomllib.loads(text)).failures
    assert [each.check for each in written] == [("loop", "time"), (CARRIED,), ("canary",)]
    assert [each.codec for each in written] == [("a", "b"), ("a",), ("*",)]
    assert [each.variant for each in written] == [("*",), ("nul", "maps"), ("*",)]
    assert written[0].parameters == ("",)
    assert [each.reason for each in written] == ["it ended", 'it says "no"', "none"]
    assert mistakes(written, dict(failures)) == []
    assert not any(each.matches(tried[-1]) for each in written)


def test_a_draft_escapes_what_steers_a_terminal() -> None:
    said = 'no "\x7f", no \x9b2J, no \u2028, no \x1b[0m'
    text = drafted({Case("canary"): said}, [Case("canary")])
    assert text.replace("\n", "").isprintable()
    assert tomllib.loads(text)["failures"] == [{"check": "canary", "reason": said}]
