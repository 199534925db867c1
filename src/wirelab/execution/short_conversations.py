"""Short conversations before anything is timed: a runner's announcement, and whether codecs read each other's files."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from wirelab.building.manifest import Platform, RunnerManifest
from wirelab.execution import deadlines
from wirelab.execution.conversation import Conversation, LostError
from wirelab.execution.data import Data
from wirelab.model.cell import Operation, Sink
from wirelab.model.errors import DefinitionError, MeasurementError
from wirelab.model.measurement import Loss, LossKind
from wirelab.process.transport import Transport
from wirelab.protocol.codecs import Announcement, Unavailable
from wirelab.protocol.messages import (
    Decode,
    Decoded,
    Encode,
    Encoded,
    Load,
    Loaded,
    Open,
    Opened,
    Ready,
    Relay,
    Relayed,
    Time,
)
from wirelab.schema.compile import CompiledSchema
from wirelab.schema.difference import first_difference
from wirelab.schema.objects import frames_of

A = TypeVar("A")
Connect = Callable[[], Transport]
Fell = Callable[[int, Any], None]
"""Hears the place of each question with its answer, as soon as there is one."""
_SHORT_S, _FURTHER = 0.2, 4  # a quicker answer is timed again, so many times as often
EXTENDED = {"replay": Operation.REPLAY, "exchange": Operation.EXCHANGE}


def handshake(manifest: RunnerManifest, platform: Platform, connect: Connect, timeout_s: float = 60.0) -> Announcement:
    """Start a process on one of the runner's platforms, take its announcement, and let it end.

    Raises:
        MeasurementError: it does not answer as it should, or announces something other than its manifest states.
    """
    part = f"runner {manifest.name}"
    try:
        conversation = Conversation(connect)
        with conversation.ended_when_lost():
            ready = conversation.hello(timeout_s)
            conversation.bye()
    except LostError as error:
        why = "\n".join(text for text in (error.loss.seen, error.loss.stderr_tail) if text)
        raise MeasurementError(part, error.loss.what, why=why, remedy=f"wirelab check-runner {manifest.name}") from None
    if differences := list(undeclared(manifest, ready)):
        what = "its announcement does not match its manifest"
        raise MeasurementError(part, what, why="\n".join(differences), remedy="make the two match")
    return announced(manifest, platform, ready)


def undeclared(manifest: RunnerManifest, ready: Ready) -> Iterator[str]:
    """Where an announcement differs from the manifest; empty if it does not."""
    if manifest.name != ready.runner:
        yield f"it calls itself '{ready.runner}', not '{manifest.name}'"
    declared = dict.fromkeys(manifest.codecs, "codec") | dict.fromkeys(manifest.compressors, "compressor")
    for name in sorted({*declared, *ready.versions, *ready.unavailable}):
        what = f"{declared.get(name, 'name')} '{name}'"
        if name not in declared:
            yield f"{what} is announced but is not in the manifest"
        elif name in ready.versions and name in ready.unavailable:
            yield f"{what} is announced with a version and as unavailable"
        elif name not in ready.versions and name not in ready.unavailable:
            yield f"{what} is in the manifest but is not announced"


def announced(manifest: RunnerManifest, platform: Platform, ready: Ready) -> Announcement:
    """The offer of a runner on a platform, from an announcement that matches its manifest."""
    more = tuple(operation for extension, operation in EXTENDED.items() if extension in platform.extensions)
    return Announcement(
        runner=ready.runner,
        runtime=ready.runtime,
        details=ready.details,
        timer_resolution_ns=ready.timer_resolution_ns,
        codecs=[
            codec.info(name, ready.versions[name], more)
            for name, codec in manifest.codecs.items()
            if name in ready.versions
        ],
        unavailable=[Unavailable(name=name, reason=reason) for name, reason in ready.unavailable.items()],
        compressors=[
            compressor.info(name, ready.versions[name])
            for name, compressor in manifest.compressors.items()
            if name in ready.versions
        ],
        sinks=[Sink.MEMORY, Sink.FILE, *([Sink.TABLE] if "table" in platform.extensions else [])],
        parts_in_files="file-parts" in platform.extensions,
    )


def unheard(_: int, __: Any) -> None:
    """For whoever waits for all answers."""


class _Process:
    """A process that is asked, and the codec that it has open for reading."""

    def __init__(self, conversation: Conversation) -> None:
        self.conversation = conversation
        self._reading: Open | None = None

    def open(self, codec: Open, timeout_s: float) -> None:
        """Open a codec; a LostError if it cannot be opened."""
        self._reading = None
        self.conversation.ask(codec, Opened, timeout_s)

    def open_to_read(self, codec: Open, timeout_s: float) -> None:
        """Open a codec, unless it is open for reading; errors as `open`."""
        if self._reading != codec:
            self.open(codec, timeout_s)
            self._reading = codec


@dataclass(frozen=True, slots=True)
class Talk:
    """Asks a program one thing after the other, in one process while it lives.

    After a loss that is not the codec's, another process is asked the rest: errors of a codec leave its process usable
    (protocol/v2, Lines). Each answer is the requested one, or the loss.
    """

    connect: Connect
    folder: Path  # of the files that it writes; the caller removes it
    slack_s: float
    fell: Fell = unheard

    def written(self, data: Data, codecs: Sequence[Open]) -> list[Path | Loss]:
        """The file that each codec writes of the first copy of `data`."""
        return self._answers(lambda process, at: self._encoded(process, data, codecs[at], at), len(codecs), data)

    def survived(
        self, data: Data, codecs: Sequence[Open], wrote: Callable[[Sequence[Path | Loss]], None]
    ) -> list[Path | Loss]:
        """The file that each codec writes of the first copy of `data`, and reads back unchanged after it is reopened.

        A difference is the loss. `wrote` hears the files of all before any is read.
        """
        files, count = list[Path | Loss](), len(codecs)

        def fell(at: int, answer: Path | Loss) -> None:
            if at < count:
                files.append(answer)
            if at == count - 1:
                wrote(files)

        def ask(process: _Process, at: int) -> Path | Loss:
            if at < count:
                return self._encoded(process, data, codecs[at], at)
            if isinstance(file := files[at - count], Loss):
                return file
            if why := different(self._decoded(process, codecs[at - count], file), data):
                raise LostError(LossKind.CODEC, why)
            return file

        return replace(self, fell=fell)._answers(ask, 2 * count, data)[count:]

    def read(self, data: Data, tasks: Sequence[tuple[Open, Path]]) -> list[str | Loss]:
        """How the values that each codec reads from its file differ from the first copy of `data`; empty if equal."""
        return self.decoded(tasks, lambda decoded: different(decoded, data))

    def decoded(self, tasks: Sequence[tuple[Open, Path]], seen: Callable[[Path], A]) -> list[A | Loss]:
        """The result of `seen` on the file of objects that each codec makes of its file; the next file replaces it."""
        return self._answers(lambda process, at: seen(self._decoded(process, *tasks[at])), len(tasks))

    def seconds(self, tasks: Sequence[tuple[Open, Path]], readings: int) -> list[float | Loss]:
        """The seconds of the quickest answer of each codec that decodes its file so many times."""
        decoded = self.folder / "read"

        def read(process: _Process, at: int) -> float:
            codec, encoded = tasks[at]
            timeout_s = deadlines.once_s(encoded.stat().st_size, self.slack_s)
            process.open_to_read(codec, timeout_s)
            request, taken = Decode(encoded=str(encoded), file=str(decoded)), []
            for _ in range(readings):
                decoded.unlink(missing_ok=True)
                began = time.perf_counter()
                process.conversation.ask(request, Decoded, timeout_s)
                taken.append(time.perf_counter() - began)
            return min(taken)

        return self._answers(read, len(tasks))

    def own_seconds(
        self, tasks: Sequence[tuple[Open, Path]], readings: int, types: CompiledSchema
    ) -> list[float | Loss]:
        """The seconds of the quickest call of each codec that decodes a file of objects that it encoded itself.

        So many calls are timed, and four times as many more if the quickest takes less than 0.2 s. Only the codec is in
        the time. If it refuses to encode the objects, or does not give every value back, that is the loss, and nothing
        is timed.
        """
        encoded, decoded = self.folder / "encoded", self.folder / "read"

        def read(process: _Process, at: int) -> float:
            codec, objects = tasks[at]
            size, conversation = objects.stat().st_size, process.conversation
            timeout_s = deadlines.once_s(size, self.slack_s)
            conversation.ask(Load(copies=[str(objects)]), Loaded, deadlines.load_s(size, self.slack_s))
            process.open(codec, timeout_s)
            _written(conversation, Encode(copy_index=0, file=str(encoded)), Encoded, timeout_s)
            _written(conversation, Decode(encoded=str(encoded), file=str(decoded)), Decoded, timeout_s)
            if (found := first_difference(objects.read_bytes(), decoded.read_bytes(), types)) is not None:
                raise LostError(LossKind.CODEC, str(found))

            def quickest_s(calls: int) -> float:
                request = Time(operation=Operation.DESERIALIZE, calls=1, batches=calls)
                longest_s = deadlines.once_s(calls * size, calls * self.slack_s)
                return min(conversation.times_ns(request, longest_s)) / 1e9

            fewest = quickest_s(readings)
            # The first calls of a runtime that compiles are slow, and the machine's other work disturbs a short one.
            return fewest if fewest > _SHORT_S else min(fewest, quickest_s(_FURTHER * readings))

        return self._answers(read, len(tasks))

    def relayed(self, tasks: Sequence[tuple[Open, Path]]) -> list[Path | Loss]:
        """The file that each codec writes of the values that it reads from its file; needs the extension `relay`."""

        def relay(process: _Process, at: int) -> Path:
            codec, encoded = tasks[at]
            timeout_s = deadlines.once_s(encoded.stat().st_size, self.slack_s)
            process.open(codec, timeout_s)
            request = Relay(encoded=str(encoded), file=str(self.folder / f"relayed-{at}"))
            return _framed(_written(process.conversation, request, Relayed, timeout_s))

        return self._answers(relay, len(tasks))

    def _encoded(self, process: _Process, data: Data, codec: Open, at: int) -> Path:
        """The file that a codec writes of the first copy of `data`."""
        timeout_s = deadlines.once_s(data.corpus.bytes, self.slack_s)
        process.open(codec, timeout_s)
        request = Encode(copy_index=0, file=str(self.folder / f"written-{at}"))
        return _framed(_written(process.conversation, request, Encoded, timeout_s))

    def _decoded(self, process: _Process, codec: Open, encoded: Path) -> Path:
        """The file of objects that a codec makes of a file."""
        timeout_s = deadlines.once_s(encoded.stat().st_size, self.slack_s)
        process.open_to_read(codec, timeout_s)
        request = Decode(encoded=str(encoded), file=str(self.folder / "read"))
        return _written(process.conversation, request, Decoded, timeout_s)

    def _answers(self, ask: Callable[[_Process, int], A], count: int, data: Data | None = None) -> list[A | Loss]:
        """The answers of processes that have loaded `data`, if any."""
        answers: list[A | Loss] = []

        def take(answer: A | Loss) -> None:
            self.fell(len(answers), answer)
            answers.append(answer)

        while len(answers) < count:
            try:
                conversation = Conversation(self.connect)
                with conversation.ended_when_lost():
                    conversation.hello(self.slack_s)
                    if data is not None:
                        load(conversation, data, self.slack_s)
                    process = _Process(conversation)
                    while len(answers) < count:
                        take(_answer(process, ask, len(answers)))
                    conversation.bye()
            except LostError as error:
                if len(answers) < count:
                    take(error.loss)
        return answers


def _answer(process: _Process, ask: Callable[[_Process, int], A], at: int) -> A | Loss:
    try:
        return ask(process, at)
    except LostError as error:
        if error.loss.kind is not LossKind.CODEC:
            raise
        return error.loss


def _written(
    conversation: Conversation, request: Encode | Decode | Relay, answer: type[object], timeout_s: float
) -> Path:
    """The file that a runner is asked to write; one that was there before is gone.

    Raises:
        LostError: as `Conversation.ask`, and where it answers without writing it.
    """
    file = Path(request.file)
    file.unlink(missing_ok=True)
    conversation.ask(request, answer, timeout_s)
    if not file.is_file():
        raise LostError(LossKind.GARBAGE, f"it answered `{request.type}` and wrote no file")
    return file


def _framed(file: Path) -> Path:
    """A file that a runner wrote, which must be one of encoded objects; else a LostError."""
    try:
        frames_of(file.read_bytes())
    except DefinitionError as error:
        raise LostError(LossKind.GARBAGE, f"it wrote no file of encoded objects: {error.what}") from None
    return file


def why_not(read: str | Loss) -> str:
    """The fault of a reading, as a clause; empty: none."""
    return read.what if isinstance(read, Loss) else read


def different(written: Path, data: Data) -> str:
    """The first difference of a runner's file from the first copy, as a clause; empty: there is none."""
    found = first_difference(data.copies[0].objects.read_bytes(), written.read_bytes(), data.types)
    return "" if found is None else str(found)


def load(conversation: Conversation, data: Data, slack_s: float) -> None:
    """Let a runner load the objects that its codecs encode."""
    conversation.ask(data.load(()), Loaded, deadlines.load_s(data.bytes, slack_s))
