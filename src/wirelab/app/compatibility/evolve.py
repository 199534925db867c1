"""What codecs make of values that were written with another version of their schema: written, read and compared."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from google.protobuf.message import Message

from wirelab.app.preparation import Notice, Preparation, prepare
from wirelab.app.programs import Ask, asked_by_program, formats_of, on_first_platforms
from wirelab.app.request import Overrides, asked
from wirelab.app.resources import workload_catalogue
from wirelab.execution.data import Data
from wirelab.execution.short_conversations import Connect, decode_each, read_each, why_not, write_each
from wirelab.files.scratch import scratch
from wirelab.model.cell import Cell, Operation
from wirelab.model.findings.evolution import Evolution, Outcome, Trial
from wirelab.model.measurement import Loss, LossKind
from wirelab.model.run import NotRun
from wirelab.process.stopping import stop_on_signals
from wirelab.protocol.messages import Open
from wirelab.schema.difference import classes_of
from wirelab.schema.objects import Frame, frames_of, write_frames
from wirelab.workload.changes import NEW, OLD, Change, load_changes
from wirelab.workload.survival import Became, Identity, fates

A = TypeVar("A")


@stop_on_signals()
def evolution_of(folder: Path, overrides: Overrides, cache: Path, notice: Notice) -> Evolution:
    """Let every codec read with either schema of the changes in `folder` what it wrote with the other.

    Args:
        folder: has the file of changes, and the workloads with their old and new schemas.
        overrides: platforms, subjects and profile.
        cache: the lab's cache folder.
        notice: told how far it is.

    Raises:
        WirelabError: see `load_changes`, `asked` and `prepare`; a codec that fails is no error, but part of what is
            found.
    """
    changes = load_changes(folder)
    operations = (Operation.SERIALIZE, Operation.DESERIALIZE)
    overrides = replace(overrides, workloads=(str(folder / OLD), str(folder / NEW)), operations=operations)
    preparation = prepare(asked(None, overrides), workload_catalogue(), cache, notice)
    with scratch() as base:
        tried = _Tried(preparation, changes.changes, base, notice)
        trials = tuple(tried.trials())
    sources = tuple((name, rules.source) for name, rules in changes.rules.items())
    said = tuple((change.name, change.says) for change in changes.changes)
    return Evolution(said, trials, (*preparation.not_run, *tried.unable), sources)


class _Tried:
    """What was written with both schemas, one file a value, by codecs that read it themselves."""

    def __init__(self, preparation: Preparation, changes: Sequence[Change], base: Path, notice: Notice) -> None:
        self._preparation, self._changes, self._base = preparation, changes, base
        cells = on_first_platforms(preparation)
        self._formats = formats_of(preparation, cells)
        self._slack_s = preparation.study.measure.slack_s
        self.unable: list[NotRun] = []
        writers = [cell for cell in cells if cell.operation is Operation.SERIALIZE]
        readers = {cell for cell in cells if cell.operation is Operation.DESERIALIZE}
        writers = [cell for cell in writers if _reader(cell) in readers]
        notice(f"writing {len(changes)} values with each of {len(writers) // 2} codecs and both schemas")
        self._files = self._written(writers)
        self._notice = notice

    def trials(self) -> Iterator[Trial]:
        """Each value read with the schema that did not write it."""
        tasks = [
            (writer, change, file)
            for writer, files in self._files.items()
            if _other(writer) in self._files
            for change, file in zip(self._changes, files, strict=True)
        ]
        self._notice(f"reading {len(tasks)} values with the other schema")
        asked = [(_reader(_other(writer)), file) for writer, _, file in tasks]
        for (writer, change, _), decoded in zip(tasks, self._asked(asked, self._decode), strict=True):
            yield self._trial(writer, change, decoded)

    def _written(self, writers: Sequence[Cell]) -> dict[Cell, list[Path]]:
        whole = asked_by_program(self._preparation, [(cell, None) for cell in writers], self._write, self._base)
        made = {cell: file for cell, file in zip(writers, whole, strict=True) if isinstance(file, Path)}
        own = self._asked([(_reader(cell), file) for cell, file in made.items()], self._read)
        back = dict(zip(made, map(why_not, own), strict=True))
        for cell, file in zip(writers, whole, strict=True):
            if why := file.what if isinstance(file, Loss) else back[cell]:
                what = f"{cell.subject} on {cell.platform}, {cell.corpus.workload} schema"
                self.unable.append(NotRun(what, f"it cannot carry all values: {why}"))
        return {cell: list(self._apart(file)) for cell, file in made.items() if not back[cell]}

    def _apart(self, file: Path) -> Iterator[Path]:
        """A file for each value, in the order of the changes."""
        for at, frame in enumerate(frames_of(file.read_bytes())):
            alone = file.with_name(f"{file.name}-{at}")
            alone.write_bytes(write_frames([frame]))
            yield alone

    def _asked(self, tasks: Sequence[tuple[Cell, Path]], ask: Ask[Path, A]) -> list[A]:
        return asked_by_program(self._preparation, tasks, ask, self._base)

    def _write(self, connect: Connect, data: Data, own: Sequence[tuple[Open, None]], folder: Path) -> list[Path | Loss]:
        return write_each(connect, data, [codec for codec, _ in own], folder, self._slack_s)

    def _read(self, connect: Connect, data: Data, own: Sequence[tuple[Open, Path]], folder: Path) -> list[str | Loss]:
        return read_each(connect, data, own, folder, self._slack_s)

    def _decode(self, connect: Connect, _: Data, own: Sequence[tuple[Open, Path]], folder: Path) -> list[Path | Loss]:
        return decode_each(connect, own, folder, self._slack_s)

    def _trial(self, writer: Cell, change: Change, decoded: Path | Loss) -> Trial:
        forward = writer.corpus.workload == OLD
        if isinstance(decoded, Loss):
            refused = decoded.kind is LossKind.CODEC
            outcome, what = (Outcome.REFUSED if refused else Outcome.ENDED), decoded.what
        else:
            outcome, what = self._seen(writer, change.identity(forward=forward), self._changes.index(change), decoded)
        format_ = self._formats[writer]
        promised = change.rules.get(format_)
        return Trial(
            writer.platform,
            writer.subject,
            format_,
            change.name,
            forward,
            outcome,
            what,
            promised and promised[0 if forward else 1],
        )

    def _seen(self, writer: Cell, identity: Identity, at: int, decoded: Path) -> tuple[Outcome, str]:
        given = frames_of(self._preparation.data[writer.corpus].copies[0].objects.read_bytes())[at]
        back = frames_of(decoded.read_bytes())
        if [kind for kind, _ in back] != [given[0]]:
            return Outcome.CHANGED, f"it became {len(back)} objects, or one of another type"
        written, read = self._message(writer, given), self._message(_other(writer), back[0])
        found = list(fates(written, read, identity))
        worst = next((each for each in (Became.CHANGED, Became.LOST) if any(f.became is each for f in found)), None)
        what = "; ".join(str(fate) for fate in found)
        return (Outcome.SAME if worst is None else Outcome(worst.value)), what

    def _message(self, cell: Cell, frame: Frame) -> Message:
        kind, data = frame
        return classes_of(self._preparation.types[cell.corpus.workload])[kind].FromString(data)


def _reader(writer: Cell) -> Cell:
    return replace(writer, operation=Operation.DESERIALIZE)


def _other(cell: Cell) -> Cell:
    """The same on the other version of the schema."""
    other = NEW if cell.corpus.workload == OLD else OLD
    return replace(cell, corpus=replace(cell.corpus, workload=other))
