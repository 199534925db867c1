"""Executed trials of codecs: recorded beside the inputs of `evolve` and `withstand`, and in files of the user's.

A recorded table has a line for each codec with its default parameters. A file is the --json output of `interop`,
`evolve` or `withstand`; its results for a codec come before the recorded ones.
"""

import csv
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from io import StringIO
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from wirelab.app.resources import resources
from wirelab.files.inputs import read_text
from wirelab.files.toml import fault_words, written_path
from wirelab.model.errors import DefinitionError
from wirelab.model.findings.evolution import Outcome as Evolved
from wirelab.model.findings.interop import Outcome as Read
from wirelab.model.findings.withstood import Outcome as Withstood
from wirelab.model.groups import gathered
from wirelab.workload.compatibility.changes import load_changes

OUTCOMES = "outcomes.csv"
"""In the folders of changes and of hostile inputs."""
UNTRIED = "-"
"""Instead of an outcome's letter, for a change that was added later."""
Place = tuple[str, str]
"""A platform and a subject. The platform of recorded trials is empty: a codec is the same on all its platforms."""
_Trial = tuple[Place, str, bool, Evolved]
"""A codec's place, the change, whether the old version wrote, and the outcome."""


@dataclass(frozen=True, slots=True)
class Tried:
    """The known trials of codecs, by their places."""

    evolved: Mapping[Place, Mapping[str, tuple[str, str]]] = field(default_factory=dict)
    """The outcome of each everyday change, in words, from old to new and back."""
    survived: Mapping[Place, tuple[int, int]] = field(default_factory=dict)
    withstood: Mapping[Place, Mapping[str, int]] = field(default_factory=dict)
    repeats: Mapping[Place, bool] = field(default_factory=dict)
    readings: Mapping[Place, Mapping[Place, bool]] = field(default_factory=dict)
    """Whether every value of all data came back, by writer and reader."""

    def over(self, other: "Tried") -> "Tried":
        """The trials of this one, and for places, or pairs of them, that it lacks those of the other."""
        return Tried(
            {**other.evolved, **self.evolved},
            {**other.survived, **self.survived},
            {**other.withstood, **self.withstood},
            {**other.repeats, **self.repeats},
            {
                writer: {**other.readings.get(writer, {}), **self.readings.get(writer, {})}
                for writer in (*other.readings, *self.readings)
            },
        )


def recorded() -> Tried:
    """The recorded trials of all codecs in this Wirelab; nothing where its tables are missing."""
    return _recorded_below(resources())


@cache  # every run that is shown asks
def _recorded_below(folder: Path) -> Tried:
    evolution, hostile = folder / "evolution", folder / "hostile" / OUTCOMES
    outcomes = {each.value[0]: each for each in Evolved}  # and a dash for an untried change
    trials: list[_Trial] = []
    changes: list[tuple[str, str]] = []
    if (evolution / OUTCOMES).is_file():
        found = load_changes(evolution).changes
        changes = [(each.name, each.says) for each in found if each.everyday]
        for codec, *ways in _rows(evolution / OUTCOMES):
            for forward, way in zip((True, False), ways, strict=True):
                trials += [
                    (("", codec), change.name, forward, outcomes[letter])
                    for change, letter in zip(found, way, strict=True)
                    if letter != UNTRIED
                ]
    withstood: dict[Place, dict[str, int]] = {}
    if hostile.is_file():
        names = [str(each) for each in Withstood]
        for codec, *numbers in _rows(hostile):
            withstood["", codec] = dict(zip(names, map(int, numbers), strict=True))
    return Tried(*_of_trials(trials, changes), withstood)


def tried_in(paths: Iterable[Path]) -> Tried:
    """The trials in files that `interop`, `evolve` and `withstand` wrote with --json; earlier files have precedence.

    Raises:
        DefinitionError: a file is not the output of one of them; others as `read_text`.
    """
    found = Tried()
    for path in paths:
        found = found.over(_tried(path))
    return found


class _Part(BaseModel):
    """The part of a command's output that counts here."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class _At(_Part):
    platform: str = ""
    subject: str

    @property
    def place(self) -> Place:
        return self.platform, self.subject


class _Evolution(_At):
    change: str
    writer: int
    reader: int
    outcome: Evolved

    @property
    def trial(self) -> _Trial:
        return self.place, self.change, self.writer < self.reader, self.outcome


class _Attempt(_Part):
    outcome: Withstood


class _Attempts(_At):
    attempts: tuple[_Attempt, ...]
    unpackings: tuple[_Attempt, ...] = ()


class _Written(_Part):
    cell: _At
    digest: str = ""
    repeats: bool
    keeps_order: bool | None = None


class _Reading(_Part):
    writer: _At
    reader: _At
    outcome: Read


class _Outcomes(_Part):
    """The output of one of the three commands: their keys differ."""

    changes: tuple[tuple[str, str], ...] = ()
    trials: tuple[_Evolution, ...] | None = None
    codecs: tuple[_Attempts, ...] | None = None
    written: tuple[_Written, ...] | None = None
    readings: tuple[_Reading, ...] = Field(default=())


def _tried(path: Path) -> Tried:
    part = f"outcomes {path}"
    remedy = "give the --json output of `wirelab interop`, `evolve` or `withstand`"
    try:
        found = _Outcomes.model_validate_json(read_text(path, part))
    except ValidationError as error:
        first = error.errors()[0]
        why = f"{written_path(first['loc'])}: {fault_words(first)}"
        raise DefinitionError(part, "it is not the --json output of these commands", why=why, remedy=remedy) from None
    if found.trials is None and found.codecs is None and found.written is None:
        raise DefinitionError(part, "it is not the --json output of these commands", remedy=remedy)
    evolved, survived = _of_trials((each.trial for each in found.trials or ()), _everyday(found.changes))
    written = [each for each in found.written or () if each.digest]
    repeats = gathered((each.cell.place, each.repeats and not each.keeps_order) for each in written)
    readings: dict[Place, dict[Place, bool]] = {}
    for each in found.readings:
        own, reader = readings.setdefault(each.writer.place, {}), each.reader.place
        own[reader] = own.get(reader, True) and each.outcome is Read.SAME
    return Tried(
        evolved,
        survived,
        {
            each.place: Counter(str(one.outcome) for one in (*each.attempts, *each.unpackings))
            for each in found.codecs or ()
        },
        {place: all(own) for place, own in repeats.items()},
        readings,
    )


def _everyday(changes: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
    """The everyday changes among Wirelab's own; all changes if they are the user's."""
    folder = resources() / "evolution"
    everyday = {each.name: each.everyday for each in load_changes(folder).changes} if folder.is_dir() else {}
    return [each for each in changes if everyday.get(each[0], True)]


def _of_trials(
    trials: Iterable[_Trial], everyday: Sequence[tuple[str, str]]
) -> tuple[dict[Place, dict[str, tuple[str, str]]], dict[Place, tuple[int, int]]]:
    """The worst outcome of each change, by direction; and how many of all values came back."""
    by_place: dict[Place, dict[tuple[str, bool], Evolved]] = {}
    outcomes: dict[Place, list[Evolved]] = {}
    rank = {outcome: at for at, outcome in enumerate(Evolved)}.__getitem__
    for place, change, forward, outcome in trials:
        own, key = by_place.setdefault(place, {}), (change, forward)
        own[key] = max(own.get(key, Evolved.SAME), outcome, key=rank)
        outcomes.setdefault(place, []).append(outcome)

    def both(own: Mapping[tuple[str, bool], Evolved], change: str) -> tuple[str, str] | None:
        """The outcomes of a change from old to new and back; empty where a version has nothing to write for it."""
        ways = tuple(str(own.get((change, forward), "")) for forward in (True, False))
        return (ways[0], ways[1]) if any(ways) else None

    evolved = {
        place: {says: ways for name, says in everyday if (ways := both(own, name)) is not None}
        for place, own in by_place.items()
    }
    evolved = {place: own for place, own in evolved.items() if own}
    survived = {place: (own.count(Evolved.SAME), len(own)) for place, own in outcomes.items()}
    return evolved, survived


def _rows(path: Path) -> list[list[str]]:
    return list(csv.reader(StringIO(read_text(path, f"outcomes {path}"))))[1:]
