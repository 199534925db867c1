"""Every outcome on record that is not as a format's rules say has a reason, and every reason has such outcomes."""

from collections.abc import Iterator

import pytest

from tests.conftest import ROOT
from tests.runners.evolved import recorded
from wirelab.app.executed.tried import UNTRIED
from wirelab.building.runners import load_runner
from wirelab.model.findings.evolution import Outcome, Trial
from wirelab.model.subject import Subject
from wirelab.workload.compatibility.changes import Change, Explained, load_changes

KNOWN = load_changes(ROOT / "evolution")
LETTERS = {each.value[0]: each for each in Outcome}
CODECS = {
    name: codec
    for path in (ROOT / "runners").glob("*/runner.toml")
    for name, codec in load_runner(path.parent).manifest.codecs.items()
}
FORMATS = {name: codec.format for name, codec in CODECS.items()}
CONTRACTS = {name: codec.contract.evolution for name, codec in CODECS.items()}


def trials() -> Iterator[Trial]:
    for codec, ways in recorded().items():
        for writer, letters in enumerate(ways):
            for change, letter in zip(KNOWN.changes, letters, strict=True):
                if letter == UNTRIED:
                    continue
                promised = change.promised(forward=writer == 0).get(FORMATS[codec])
                outcome = LETTERS[letter]
                yield Trial(
                    "p", Subject(codec), FORMATS[codec], change.name, writer, 1 - writer, outcome, promised=promised
                )


def test_each_has_a_reason() -> None:
    assert [
        (str(each.subject), each.change, each.forward) for each in trials() if each.disagrees and not KNOWN.why(each)
    ] == []


@pytest.mark.parametrize("explained", [each for each in KNOWN.explained if not each.relayed])
def test_each_reason_has_an_outcome(explained: Explained) -> None:
    found = [each for each in trials() if each.disagrees and explained.is_about(each, relayed=False)]
    elsewhere = explained.seen is Outcome.CHANGED  # seen between versions of a schema that is none of the changes
    assert found or elsewhere, explained.says


def test_rules_may_say_nothing_of_one_direction() -> None:
    change = Change(name="a", says="a", old={}, new={}, rules={"F": ("same", "unsaid")})
    assert change.promised(forward=True) == {"F": Outcome.SAME}
    assert change.promised(forward=False) == {}


def test_only_what_disagrees_is_explained() -> None:
    explained = Explained(
        format="F", codec=("a*",), promised=Outcome.SAME, seen=Outcome.LOST, whose="library", says="x"
    )
    known = KNOWN.model_copy(update={"explained": (explained,)})
    trial = Trial("p", Subject("ab"), "F", "c", 0, 1, Outcome.LOST, promised=Outcome.SAME)
    assert known.why(trial) == "x"
    assert known.why(trial, relayed=True) == ""
    other = Trial("p", Subject("b"), "F", "c", 0, 1, Outcome.LOST, promised=Outcome.SAME)
    assert known.why(other) == ""


@pytest.mark.parametrize(
    ("evolution", "change"),
    [
        ("names", "field-renumbered"),
        ("names", "fields-reordered"),
        ("numbers", "field-renamed"),
        ("numbers", "fields-reordered"),
        ("declared", "field-renamed"),
        ("declared", "field-renumbered"),
    ],
)
def test_contracts_promise_what_was_seen(evolution: str, change: str) -> None:
    """Codecs that know fields by names do not care for numbers, and the other way round; none cares for the order."""
    own = [each for each in trials() if each.change == change and CONTRACTS[str(each.subject)] == evolution]
    assert len(own) >= 4
    assert [str(each.subject) for each in own if each.outcome is not Outcome.SAME] == []
