"""Questions to the cells of a preparation, each asked once: the answers are in a journal."""

import hashlib
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from google.protobuf.message import DecodeError

from wirelab.app.compatibility.journal import Journal, key_of
from wirelab.app.preparation import Preparation
from wirelab.app.programs import decoded_by, read_by, relayed_by, written_by
from wirelab.execution.data import Data
from wirelab.execution.short_conversations import Fell, Talk
from wirelab.execution.withstand.bounds import BoundedProgram
from wirelab.execution.withstand.witness import Witness
from wirelab.model.cell import Cell, CorpusName
from wirelab.model.errors import DefinitionError
from wirelab.model.measurement import Loss
from wirelab.protocol.messages import Open
from wirelab.schema.compile import CompiledSchema
from wirelab.schema.difference import first_difference
from wirelab.schema.objects import Frame, write_frames
from wirelab.workload.kept import digest_of

T = TypeVar("T")
MOST_BYTES, MOST_S = 4 << 30, 10.0
"""The most memory that a bounded process may take, and the most time for one input."""
_MOST_WRITTEN = 64 << 20  # bytes of a file that it writes
_READINGS = 3
_DIFFERENCE, _PEAK = "difference", "peak"


@dataclass(frozen=True, slots=True)
class Asking:
    """Asks cells, unless the journal has the answer of the same program to the same question."""

    preparation: Preparation
    journal: Journal

    def written(self, cells: Sequence[Cell], data: Mapping[CorpusName, Data], why: str = "") -> list[Path | Loss]:
        """The file that each cell's codec writes for the first copy of `data`, once for each `why`."""
        copies = {name: digest_of(each.copies[0].objects) for name, each in data.items()}
        keys = [self.key("write", cell, copies[cell.corpus], why) for cell in cells]
        return replace(self, preparation=replace(self.preparation, data=data))._each(keys, cells, written_by)

    def read(self, tasks: Sequence[tuple[Cell, Path]]) -> list[str | Loss]:
        """How the values that each cell's codec reads from a file differ from its corpus's first copy, as `read_by`."""
        corpora = {name: digest_of(each.copies[0].objects) for name, each in self.preparation.data.items()}
        keys = [self.key("compare", cell, corpora[cell.corpus], digest_of(file)) for cell, file in tasks]
        return self._each(keys, tasks, read_by)

    def decoded(self, tasks: Sequence[tuple[Cell, Path]]) -> list[bytes | Loss]:
        """The file of objects that each cell's codec makes from a file."""
        return self._each([self.key("decode", cell, digest_of(file)) for cell, file in tasks], tasks, decoded_by)

    def relayed(self, tasks: Sequence[tuple[Cell, Path]]) -> list[Path | Loss]:
        """The file that each cell's codec writes for the values that it reads from a file."""
        return self._each([self.key("relay", cell, digest_of(file)) for cell, file in tasks], tasks, relayed_by)

    def _each(
        self, keys: Sequence[str], tasks: Sequence[T], ask: Callable[[Preparation, Sequence[T], Path, Fell], object]
    ) -> list[Any]:
        base = self.journal.folder
        return self.journal.each(keys, lambda rest, fell: ask(self.preparation, [tasks[at] for at in rest], base, fell))

    def key(self, what: str, cell: Cell, *about: str) -> str:
        """The key of a question to a cell."""
        program = self.preparation.program(cell)
        opened = self.preparation.open_request(cell).model_dump_json()
        return key_of(what, *program.command(), opened, *about)


class Bounded:
    """One cell's codec in processes with bounds on memory, time and files, which a witness may watch."""

    def __init__(self, asking: Asking, cell: Cell, base: Path, witness: Witness | None = None) -> None:
        self._asking, self._cell, self._base, self._witness = asking, cell, base, witness
        program = asking.preparation.program(cell)
        if witness is not None:
            environment = {**program.platform.environment, **witness.environment}
            program = replace(program, platform=program.platform.model_copy(update={"environment": environment}))
        self._program = BoundedProgram(program, MOST_BYTES, _MOST_WRITTEN)
        self._open = asking.preparation.open_request(cell)
        self._types = asking.preparation.types[cell.corpus.workload]

    def written(self) -> Path | Loss:
        """The file that it writes for the first copy of its corpus."""
        data, journal = self._asking.preparation.data[self._cell.corpus], self._asking.journal

        def ask(_: Sequence[int], fell: Fell) -> object:
            return self._talk(fell, Path(tempfile.mkdtemp(dir=journal.folder))).written(data, [self._open])

        (file,) = journal.each([self._key("write within bounds", digest_of(data.copies[0].objects))], ask)
        written: Path | Loss = file
        return written

    def objects_of(self, frames: Sequence[Frame]) -> list[bytes | Loss]:
        """The file of objects that it makes from each encoded object."""
        return self._each(frames, "objects", lambda talk, tasks: talk.decoded(tasks, Path.read_bytes), self._touches)

    def differences_of(self, frames: Sequence[Frame], objects: bytes) -> list[str | Loss]:
        """How its reading of each encoded object differs from a file of objects, as a clause; empty if it does not."""

        def seen(file: Path) -> str:
            return _difference(objects, file.read_bytes(), self._types)

        return self._each(frames, _DIFFERENCE, lambda talk, tasks: talk.decoded(tasks, seen), self._touches)

    def touched(self, frames: Sequence[Frame]) -> list[str]:
        """The touches that the witness saw when `differences_of` these were asked for, as a clause; empty if none."""
        return self._beside(frames, _DIFFERENCE)

    def seconds_of(self, frames: Sequence[Frame]) -> list[float | Loss]:
        """The seconds from the request to read each encoded object to the answer: the quickest of three readings."""
        return self._each(frames, "time", lambda talk, tasks: talk.seconds(tasks, _READINGS))

    def seconds_within(self, frames: Sequence[Frame]) -> list[float | Loss]:
        """How long it takes only to decode its own encoding of each object: the quickest of three calls.

        A loss where it does not give every value back.
        """
        return self._each(frames, "time within", lambda talk, tasks: talk.own_seconds(tasks, _READINGS, self._types))

    def peak_of(self, frame: Frame) -> tuple[Loss | None, int | None]:
        """The loss, if any, when it reads an encoded object in a process of its own, and that process's peak memory."""
        (found,) = self._each(
            [frame],
            _PEAK,
            lambda talk, tasks: talk.decoded(tasks, lambda _: ""),
            lambda: str(self._program.peak_bytes or ""),
        )
        (peak,) = self._beside([frame], _PEAK)
        return (found if isinstance(found, Loss) else None), (int(peak) if peak else None)

    def _talk(self, fell: Fell, folder: Path | None = None) -> Talk:
        return Talk(self._program.start, folder or self._base, MOST_S, fell)

    def _touches(self) -> str:
        return "" if self._witness is None else self._witness.seen()

    def _each(
        self,
        frames: Sequence[Frame],
        as_: str,
        ask: Callable[[Talk, Sequence[tuple[Open, Path]]], object],
        beside: Callable[[], str] = str,
    ) -> list[Any]:
        """The answer about each encoded object; the journal also keeps the text that `beside` has then."""
        keys, journal = self._keys(frames, as_), self._asking.journal

        def asked(rest: Sequence[int], fell: Fell) -> None:
            def heard(number: int, answer: object) -> None:
                if text := beside():
                    journal.keep(key_of(keys[rest[number]], "beside"), text)
                fell(number, answer)

            tasks = [(self._open, self._base / f"input-{at}") for at in rest]
            for at, (_, file) in zip(rest, tasks, strict=True):
                file.write_bytes(write_frames([frames[at]]))
            ask(self._talk(heard), tasks)

        return journal.each(keys, asked)

    def _beside(self, frames: Sequence[Frame], as_: str) -> list[str]:
        found = [self._asking.journal.find(key_of(key, "beside")) for key in self._keys(frames, as_)]
        return [each if isinstance(each, str) else "" for each in found]

    def _keys(self, frames: Sequence[Frame], as_: str) -> list[str]:
        """Keys leave out the witness's address, because it changes each time."""
        hide = bytes if self._witness is None else self._witness.hidden
        own = self._key(f"{as_} within bounds")
        return [key_of(own, str(kind), hashlib.sha256(hide(data)).hexdigest()) for kind, data in frames]

    def _key(self, what: str, *about: str) -> str:
        return self._asking.key(what, self._cell, *about)


def _difference(objects: bytes, read: bytes, types: CompiledSchema) -> str:
    try:
        found = first_difference(objects, read, types)
    except (DecodeError, DefinitionError):  # from valid bytes, too, it made no objects of its schema
        return "its objects have other bytes"
    return "" if found is None else str(found)
