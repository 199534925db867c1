"""Values written with each version of a schema and read with every other, by the programs of these versions."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from google.protobuf.message import DecodeError, Message

from wirelab.app.compatibility.asking import Asking
from wirelab.app.compatibility.journal import Trying, kept_answers
from wirelab.app.preparation import Notice, prepare
from wirelab.app.programs import formats_of, may_relay, on_first_platforms, versions_of
from wirelab.app.request import Overrides, asked
from wirelab.execution.short_conversations import why_not
from wirelab.files.scratch import scratch
from wirelab.model.cell import Cell, Operation
from wirelab.model.errors import DefinitionError
from wirelab.model.findings.evolution import Outcome, Trial
from wirelab.model.groups import gathered
from wirelab.model.measurement import Loss, LossKind
from wirelab.model.run import NotRun
from wirelab.report.quantities import listed, several
from wirelab.schema.difference import classes_of
from wirelab.schema.objects import Frame, frames_of, write_frames
from wirelab.workload.compatibility.survival import Became, Identity, fates

_MOST_SAID = 3  # values of a trial
_SHOWN = 24  # bytes
_FEWEST, _BEHIND = 3, 2  # versions of a chain, and behind the one that writes


@dataclass(frozen=True, slots=True)
class Case:
    """A value that is written with one version of a schema."""

    name: str
    identity: Identity  # which of its fields are the reader's
    promised: Mapping[tuple[str, str], Outcome] = field(default_factory=dict)
    """The outcome by the rules of formats, by the reader's version and the format."""
    relayed: Mapping[tuple[str, str], Outcome] = field(default_factory=dict)
    """The same for an older reader that writes it again."""


@dataclass(frozen=True, slots=True)
class Found:
    """The outcomes for the values, also if versions between read and wrote them; and the parts that were not tried."""

    trials: tuple[Trial, ...]
    relays: tuple[Trial, ...]
    chains: tuple[Trial, ...]
    not_run: tuple[NotRun, ...]
    versions: Mapping[tuple[str, str], str]  # of libraries, by platform and codec


def tried(
    folder: Path, cases: Mapping[str, Sequence[Case]], overrides: Overrides, trying: Trying, only: Collection[str] = ()
) -> Found:
    """Let codecs read every value with each version of its schema that did not write it.

    Args:
        folder: has a workload for each version.
        cases: the objects of each version, in order, by the version's name, the oldest version first.
        overrides: platforms, subjects and profile.
        trying: how they are tried.
        only: names of the cases to try; empty: all.

    Raises:
        WirelabError: see `asked`, `prepare` and `kept_answers`.
    """
    operations = (Operation.SERIALIZE, Operation.DESERIALIZE)
    overrides = replace(overrides, workload=tuple(str(folder / name) for name in cases), operation=operations)
    preparation = prepare(asked(None, overrides), trying.cache, trying.notice, timed=False)
    question = str([(*cases,), sorted(only), *map(str, preparation.cells)])
    with scratch() as base, kept_answers(trying, "evolve", question) as journal:
        written = _Written(Asking(preparation, journal), cases, only, base, trying.notice)
        trials, relays, chains = (tuple(each) for each in (written.trials(), written.relays(), written.chains()))
    not_run = (*preparation.not_run, *written.unable)
    return Found(trials, relays, chains, not_run, versions_of(preparation))


class _Written:
    """The files written with each version, one per value, by codecs that read their own files."""

    def __init__(
        self,
        asking: Asking,
        cases: Mapping[str, Sequence[Case]],
        only: Collection[str],
        base: Path,
        notice: Notice,
    ) -> None:
        self._asking, self._cases, self._only, self._base = asking, cases, only, base
        preparation = self._preparation = asking.preparation
        self._places = {name: at for at, name in enumerate(cases)}
        cells = on_first_platforms(preparation)
        self._formats = formats_of(preparation, cells)
        self.unable: list[NotRun] = []
        readers = {cell for cell in cells if cell.operation is Operation.DESERIALIZE}
        writers = [cell for cell in cells if cell.operation is Operation.SERIALIZE and _reader(cell) in readers]
        self._corpora = {name.workload: name for name in preparation.data}
        self._given = {name: self._objects(name) for name in cases}
        values = sum(map(len, cases.values()))
        codecs = {(cell.platform, cell.subject) for cell in writers}
        notice(f"writing {several(values, 'value')} with {several(len(codecs), 'codec')}")
        self._files = self._written(writers)
        self._notice = notice

    def _objects(self, workload: str) -> list[Frame]:
        """The objects of a corpus, which must match the cases, one for each."""
        objects = frames_of(self._preparation.data[self._corpora[workload]].copies[0].objects.read_bytes())
        members = [each.member for each in self._preparation.types[workload].schema.payload_types]
        given = [members[kind].replace("_", "-") for kind, _ in objects]
        named = [case.name for case in self._cases[workload]]
        if len(given) != len(named) or (any(members) and given != named):
            why = f"it has {listed(given)}, and the trial needs {listed(named)}" if any(members) else ""
            remedy = "yield one value per change, in the order of the changes"
            raise DefinitionError(
                f"workload {workload}", "its objects do not match the changes", why=why, remedy=remedy
            )
        return objects

    def trials(self) -> Iterator[Trial]:
        """Each value read with every version that did not write it."""
        tasks = self._tasks()
        self._notice(f"reading {several(len(tasks), 'value')} with another version of the schema")
        decoded = self._decoded([(other, file) for _, other, _, file in tasks])
        for (writer, other, at, _), found in zip(tasks, decoded, strict=True):
            yield self._trial(writer, other, at, found)

    def relays(self) -> Iterator[Trial]:
        """Each value read and written again with every older version, and read with its own."""
        tasks = [
            (writer, other, at, file)
            for writer, other, at, file in self._tasks()
            if self._place(other) < self._place(writer) and may_relay(self._preparation, other)
        ]
        if not tasks:
            return
        self._notice(f"reading {several(len(tasks), 'value')} with an older version, and writing them again")
        again = self._asking.relayed([(_reader(other), file) for _, other, _, file in tasks])
        decoded = self._decoded([(writer, file) for (writer, *_), file in zip(tasks, again, strict=True)])
        for (writer, other, at, _), found in zip(tasks, decoded, strict=True):
            yield self._trial(writer, other, at, found, relayed=True)

    def chains(self) -> Iterator[Trial]:
        """Each value read and written again with every version between its own and the last, or the first."""
        if len(self._cases) < _FEWEST:
            return
        names = [*self._cases]
        for order in (names, names[::-1]):
            yield from self._chain(order)

    def _chain(self, order: Sequence[str]) -> Iterator[Trial]:
        carried: dict[tuple[Cell, int], Path | Loss] = {
            (writer, at): file
            for writer, files in self._files.items()
            if writer.corpus.workload in order[:-_BEHIND] and may_relay(self._preparation, writer)
            if all(self._with(writer, name) in self._files for name in order[order.index(writer.corpus.workload) :])
            for at, file in enumerate(files)
            if self._is_asked(writer, at)
        }
        for place, name in enumerate(order[1:-1], start=1):
            earlier = [
                (writer, at, file)
                for (writer, at), file in carried.items()
                if order.index(writer.corpus.workload) < place and isinstance(file, Path)
            ]
            asked = [(_reader(self._with(writer, name)), file) for writer, _, file in earlier]
            number = f"{place + 1} of {len(order)}"
            self._notice(f"reading {several(len(asked), 'value')} with version {number}, and writing them again")
            again = self._asking.relayed(asked)
            carried |= {(writer, at): file for (writer, at, _), file in zip(earlier, again, strict=True)}
        last = [self._with(writer, order[-1]) for writer, _ in carried]
        decoded = self._decoded(list(zip(last, carried.values(), strict=True)))
        for (writer, at), other, found in zip(carried, last, decoded, strict=True):
            yield replace(self._trial(writer, other, at, found), promised=None)

    def _decoded(self, tasks: Sequence[tuple[Cell, Path | Loss]]) -> list[bytes | Loss]:
        """The file of objects that each cell's codec makes from a file, or why there is no file."""
        read = iter(self._asking.decoded([(_reader(cell), file) for cell, file in tasks if isinstance(file, Path)]))
        return [next(read) if isinstance(file, Path) else file for _, file in tasks]

    def _with(self, writer: Cell, version: str) -> Cell:
        """The same codec with another version of the schema."""
        return replace(writer, corpus=self._corpora[version])

    def _tasks(self) -> list[tuple[Cell, Cell, int, Path]]:
        """Each value with its writer, and every other version that reads it."""
        return [
            (writer, other, at, file)
            for writer, files in self._files.items()
            for name in self._corpora
            if name != writer.corpus.workload and (other := self._with(writer, name)) in self._files
            for at, file in enumerate(files)
            if self._is_asked(writer, at)
        ]

    def _is_asked(self, writer: Cell, at: int) -> bool:
        return not self._only or self._cases[writer.corpus.workload][at].name in self._only

    def _place(self, cell: Cell) -> int:
        return self._places[cell.corpus.workload]

    def _written(self, writers: Sequence[Cell]) -> dict[Cell, list[Path]]:
        whole = self._asking.written(writers, self._preparation.data)
        made = {cell: file for cell, file in zip(writers, whole, strict=True) if isinstance(file, Path)}
        own = self._asking.read([(_reader(cell), file) for cell, file in made.items()])
        back = dict(zip(made, map(why_not, own), strict=True))
        for cell, file in zip(writers, whole, strict=True):
            if why := file.what if isinstance(file, Loss) else back[cell]:
                what = f"{cell.subject} on {cell.platform}, {cell.corpus.workload} schema"
                self.unable.append(NotRun(what, f"it cannot carry all values: {why}"))
        return {cell: list(self._apart(file)) for cell, file in made.items() if not back[cell]}

    def _apart(self, file: Path) -> Iterator[Path]:
        """A file for each value, in the order of the changes."""
        for at, frame in enumerate(frames_of(file.read_bytes())):
            alone = self._base / f"{file.parent.name}-{file.name}-{at}"
            alone.write_bytes(write_frames([frame]))
            yield alone

    def _trial(self, writer: Cell, other: Cell, at: int, decoded: bytes | Loss, *, relayed: bool = False) -> Trial:
        case, format_ = self._cases[writer.corpus.workload][at], self._formats[writer]
        if isinstance(decoded, Loss):
            refused = decoded.kind is LossKind.CODEC
            outcome, what = (Outcome.REFUSED if refused else Outcome.ENDED), decoded.what
        else:
            reader, identity = (writer, Identity()) if relayed else (other, case.identity)
            outcome, what = self._seen(writer, reader, identity, at, decoded)
        wrote, reads = self._place(writer), self._place(other)
        promised = (case.relayed if relayed else case.promised).get((other.corpus.workload, format_))
        begins = frames_of(self._files[writer][at].read_bytes())[0][1][:_SHOWN].hex()
        where = (writer.platform, writer.subject, format_, case.name, wrote, reads)
        return Trial(*where, outcome, what, promised, begins=begins)

    def _seen(self, writer: Cell, other: Cell, identity: Identity, at: int, decoded: bytes) -> tuple[Outcome, str]:
        given = self._given[writer.corpus.workload][at]
        try:
            back = frames_of(decoded)
            if [kind for kind, _ in back] != [given[0]]:
                return Outcome.CHANGED, f"it became {several(len(back), 'object')}, or one of another type"
            written, read = self._message(writer, given), self._message(other, back[0])
        except (DefinitionError, DecodeError):
            return Outcome.CHANGED, "it became something that is not an object of its schema"
        found = gathered((fate.became, str(fate)) for fate in fates(written, read, identity))
        worst = next((each for each in (Became.CHANGED, Became.LOST, Became.DROPPED) if each in found), None)
        outcome = Outcome(worst.value) if worst in (Became.CHANGED, Became.LOST) else Outcome.SAME
        return outcome, "" if worst is None else _first(found[worst])

    def _message(self, cell: Cell, frame: Frame) -> Message:
        kind, data = frame
        return classes_of(self._preparation.types[cell.corpus.workload])[kind].FromString(data)


def _first(sentences: Sequence[str]) -> str:
    more = len(sentences) - _MOST_SAID
    return "; ".join((*sentences[:_MOST_SAID], *([f"and {more} more"] if more > 0 else [])))


def _reader(writer: Cell) -> Cell:
    return replace(writer, operation=Operation.DESERIALIZE)
