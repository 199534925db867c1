"""The latest executed trials of each codec: those of this machine, else the recorded ones of `evolve` and `withstand`.

This machine's are kept in the cache, with the version of the library and the day.
"""

import datetime
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from wirelab.app.executed.tried import recorded
from wirelab.app.resources import resources
from wirelab.files.held import held
from wirelab.files.outputs import write_whole
from wirelab.model.findings.evolution import Evolution
from wirelab.model.findings.evolution import Outcome as Evolved
from wirelab.model.findings.interop import Interop
from wirelab.model.findings.interop import Outcome as Read
from wirelab.model.findings.withstood import Outcome as Withstood
from wirelab.model.findings.withstood import Withstanding
from wirelab.model.groups import gathered
from wirelab.model.subject import parse_subject
from wirelab.report.executed import COLUMNS, EVOLVES, HOSTILE, Executed
from wirelab.workload.compatibility.changes import load_changes
from wirelab.workload.compatibility.hostile import load_inputs

_FILE = "executed.json"
_LOOK_S = 0.05
Place = tuple[str, str]
"""A platform and a subject; the platform of recorded trials is empty."""
Versions = Mapping[Place, str]
"""The version of a codec's library, by platform and the name of the codec."""


Known = Mapping[Place, Mapping[str, Executed]]
"""Executed trials, by codec and column."""
_KEPT = TypeAdapter(dict[str, dict[str, dict[str, Executed]]])  # by platform, subject and column


def of_evolution(found: Evolution) -> Iterator[tuple[Place, bool]]:
    """Whether each value came back, with its codec."""
    return (((each.platform, str(each.subject)), each.outcome is Evolved.SAME) for each in found.trials)


def of_interop(found: Interop) -> Iterator[tuple[Place, bool]]:
    """Whether each pair read every value, with either codec."""
    for each in found.readings:
        for cell in (each.writer, each.reader):
            yield (cell.platform, str(cell.subject)), each.outcome is Read.SAME


def of_withstanding(found: Withstanding) -> Iterator[tuple[Place, bool]]:
    """Whether each input did no harm, with the codec."""
    for codec in found.codecs:
        outcomes = [*(each.outcome for each in codec.attempts), *(each.outcome for each in codec.unpackings)]
        yield from (((codec.platform, str(codec.subject)), not each.harmful) for each in outcomes)


def keep(cache: Path, column: str, outcomes: Iterable[tuple[Place, bool]], versions: Versions) -> None:
    """Remember the trials of today; an OSError is ignored."""
    today = datetime.datetime.now(datetime.UTC).date()
    # Another command may keep its own at the same moment.
    with suppress(OSError), held(cache / f"{_FILE}.lock", lambda: time.sleep(_LOOK_S)):
        known = _read(cache)
        for (platform, subject), own in gathered(outcomes).items():
            version = versions.get((platform, parse_subject(subject).codec), "")
            executed = Executed(good=sum(own), total=len(own), on=today, version=version)
            columns = known.setdefault(platform, {}).get(subject, {})
            known[platform][subject] = {**columns, column: executed}
        write_whole(cache / _FILE, _KEPT.dump_json(known, indent=1))


def executed(cache: Path) -> Known:
    """The known trials of codecs: this machine's before the recorded ones."""
    found = dict(recorded_trials())
    for platform, subjects in _read(cache).items():
        for subject, columns in subjects.items():
            found[platform, subject] = columns
    return found


def recorded_trials() -> Known:
    """The recorded trials of codecs, without those of this machine."""
    return _recorded_below(resources())


def known_of(known: Known, platforms: Iterable[str], subject: str) -> Mapping[str, Executed]:
    """The known trials of a codec: those of the first of its platforms that has any, else the recorded ones."""
    places = [(platform, subject) for platform in ("", *reversed(tuple(platforms)))]
    return {column: each for place in places for column, each in known.get(place, {}).items()}


def executed_words(tried: Mapping[str, Executed]) -> str:
    """The known trials of a codec, in clauses."""
    own = {column: tried[column] for column in COLUMNS if column in tried}
    return "; ".join(f"{column}: {each.short} {COLUMNS[column]} ({each.seen})" for column, each in own.items())


def _read(cache: Path) -> dict[str, dict[str, dict[str, Executed]]]:
    """The trials of this machine; nothing if their file is missing or damaged."""
    try:
        return _KEPT.validate_json((cache / _FILE).read_bytes())
    except (OSError, ValidationError):
        return {}


@cache  # every run that is shown asks
def _recorded_below(folder: Path) -> Known:
    tried = recorded()
    days = {
        EVOLVES: load_changes(folder / "evolution").recorded if tried.survived else None,
        HOSTILE: load_inputs(folder / "hostile").recorded if tried.withstood else None,
    }
    found: dict[Place, dict[str, Executed]] = {place: {} for place in (*tried.survived, *tried.withstood)}
    for place, (same, total) in tried.survived.items():
        found[place][EVOLVES] = Executed(good=same, total=total, on=days[EVOLVES])
    for place, counts in tried.withstood.items():
        good = sum(number for name, number in counts.items() if not Withstood(name).harmful)
        found[place][HOSTILE] = Executed(good=good, total=sum(counts.values()), on=days[HOSTILE])
    return found
