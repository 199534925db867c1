"""The processes that checks talk to: conversations are remembered, and answers are read strictly."""

import contextlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from wirelab.building.program import Program, environment
from wirelab.execution.batches import batches_of, implausible
from wirelab.execution.conversation import Conversation, LostError
from wirelab.execution.data import open_request
from wirelab.files.dictionary import trained
from wirelab.model.cell import ModeKind
from wirelab.model.errors import DefinitionError
from wirelab.model.measurement import LossKind, Phase
from wirelab.model.subject import Subject
from wirelab.process.transport import Transport
from wirelab.protocol import messages
from wirelab.protocol.codecs import Announcement
from wirelab.protocol.lines import encode_request
from wirelab.schema.compile import CompiledSchema
from wirelab.schema.objects import Frame, frames_of, write_frames

A = TypeVar("A")
ANSWER_S = 60.0  # an answer that takes longer is none


class BrokenError(Exception):
    """Something is not as the protocol says; `what` is a sentence."""

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__(what)


@dataclass(frozen=True, slots=True)
class Specimen:
    """The data that a runner is checked with."""

    files: tuple[Path, ...]
    """Files of objects, of different numbers of objects, so that the rotation of calls can be seen."""
    types: CompiledSchema | None = None  # the types of their workload; None: objects are compared byte by byte


def specimen_of(files: Sequence[Path], types: CompiledSchema | None, folder: Path) -> Specimen:
    """Files of at least ten objects each, in `folder`: each loses a few more at its beginning."""
    cut = tuple(folder / f"copy-{at}" for at in range(len(files)))
    for at, (file, copy) in enumerate(zip(files, cut, strict=True)):
        copy.write_bytes(write_frames(frames_of(file.read_bytes())[3 * at :]))
    return Specimen(cut, types)


class CheckedProcess:
    """One process of the runner that is checked. Methods raise `BrokenError` where it breaks the protocol."""

    def __init__(self, program: Program, answer_s: float, *, cold: bool = False) -> None:
        """Start it; `cold`: only for a first call."""
        self._answer_s = answer_s
        self._loaded: messages.Load | None = None
        self._clock_ns = 0
        command = program.command(ModeKind.COLD if cold else None)
        with _broken("hello"):
            self._conversation = Conversation(lambda: Transport(command, environment(program.platform)), strict=True)

    @property
    def seen(self) -> str:
        """The last lines of the conversation."""
        return self._conversation.seen

    def ask(self, request: messages.Request, expected: type[A]) -> A:
        """Ask for an answer of type `expected`."""
        if isinstance(request, messages.Load):
            self._loaded = None
        return self.ask_line(request.type, encode_request(request), expected)

    def ask_line(self, said: str, line: bytes, expected: type[A]) -> A:
        """The same with a request as it is written; `said` is its type."""
        with _broken(said):
            return self._conversation.ask_line(said, line, expected, self._answer_s)

    def hello(self) -> messages.Ready:
        """Greet the runner."""
        with _broken("hello"):
            return self._conversation.hello(self._answer_s)

    def load(self, files: Sequence[Path]) -> None:
        """Load files of objects, unless they are loaded already, and compare how many objects it counts."""
        request = messages.Load(copies=list(map(str, files)))
        if request == self._loaded:
            return
        loaded = self.ask(request, messages.Loaded)
        objects = len(frames_of(files[0].read_bytes()))
        if loaded.objects != objects:
            raise BrokenError(f"`loaded.objects` is {loaded.objects}, and the first copy has {objects}")
        self._loaded = request

    def open(self, request: messages.Open) -> None:
        """Open a codec."""
        self.ask(request, messages.Opened)

    def encode(self, copy_index: int, file: Path) -> list[Frame]:
        """The frames of the file of encoded objects that the runner makes of a copy."""
        file.unlink(missing_ok=True)
        encoded = self.ask(messages.Encode(copy_index=copy_index, file=str(file)), messages.Encoded)
        frames = frames_in(file)
        if encoded.objects != len(frames):
            raise BrokenError(f"`encoded.objects` is {encoded.objects}, and the file has {len(frames)} frames")
        return frames

    def time(self, request: messages.Time | messages.Cold) -> messages.Timed:
        """Time the request: each column must have a number for each batch, and the times must be possible."""
        asked, calls = (request.batches, request.calls) if isinstance(request, messages.Time) else (1, 1)
        began_ns = time.monotonic_ns()
        timed = self.ask(request, messages.Timed)
        wall_ns = time.monotonic_ns() - began_ns
        for name, column in timed:
            if isinstance(column, list) and len(column) != asked:
                raise BrokenError(f"`timed.{name}` has {len(column)} numbers for {asked} batches")
        batches = batches_of(timed, calls, Phase.MEASURED)
        if (why := implausible(batches, wall_ns, asked, self._clock_ns)) is not None:
            raise BrokenError(why)
        self._clock_ns = batches[-1].start_ns + batches[-1].ns
        return timed

    def end(self, *, bye: bool = True) -> None:
        """Let it end, with status 0: by `bye`, or by the end of its stdin."""
        with _broken("bye"):
            if bye:
                self._conversation.bye()
            else:
                self._conversation.close_input()

    def kill(self) -> str:
        """End it if it has not ended; returns the end of its stderr."""
        self._conversation.kill()
        return self._conversation.stderr_tail


@contextlib.contextmanager
def _broken(said: str) -> Iterator[None]:
    """Name the fault of the answer to `said`."""
    try:
        yield
    except LostError as error:
        what, seen = error.loss.what, error.loss.seen
        match error.loss.kind:
            case LossKind.CODEC | LossKind.RUNNER | LossKind.HOST | LossKind.WORKLOAD as kind:
                what = f"it answered `{said}` with an error of the {kind}: {what}"
            case LossKind.GARBAGE if seen:
                what = f"{what}: {seen}"
        raise BrokenError(what) from None


class Bench:
    """The equipment of a check: the data, the runner's offer, its processes, and an empty folder for each check."""

    def __init__(
        self,
        offered: Announcement,
        specimen: Specimen,
        program: Program,
        folder: Path,
        answer_s: float,
    ) -> None:
        """Nothing is started yet; an answer that takes longer than `answer_s` is none."""
        self.offered, self.specimen = offered, specimen
        self.objects = [frames_of(file.read_bytes(), str(file)) for file in specimen.files]
        self._program, self._scratch, self._answer_s = program, folder, answer_s
        self._living: dict[str, CheckedProcess] = {}
        self._last: CheckedProcess | None = None
        self.folder = folder

    def begin(self, number: int) -> None:
        """The next check."""
        self.folder = self._scratch / str(number)
        self.folder.mkdir()

    def loaded(self) -> CheckedProcess:
        """The process that has loaded the data: the same in all checks, as long as it lives."""
        process = self._kept("loaded")
        process.load(self.specimen.files)
        return process

    def unloaded(self) -> CheckedProcess:
        """A process that never loads anything: the same in all checks, as long as it lives."""
        return self._kept("unloaded")

    def fresh(self, *, cold: bool = False) -> CheckedProcess:
        """A process only for this check, which was not greeted."""
        self.done()
        self._living["fresh"] = self._start(cold=cold)
        return self._use("fresh")

    def done(self) -> None:
        """End the process that is only for this check, if there is one."""
        if (own := self._living.pop("fresh", None)) is not None:
            own.kill()

    def broken(self) -> tuple[str, str]:
        """End every process, because the check has failed; returns the last one's conversation and its stderr."""
        last = self._last
        stderr = {id(process): process.kill() for process in self._living.values()}
        self._living.clear()
        return ("", "") if last is None else (last.seen, stderr.get(id(last), ""))

    def end(self) -> None:
        """Let the processes that are shared end by `bye`."""
        for name in list(self._living):
            self._use(name).end()
            self._living.pop(name).kill()

    def open(self, subject: Subject, words: str = "one") -> messages.Open:
        """The request that opens `subject`; a dictionary, where its compressor takes one, is trained on these words."""
        takes = self.offered.takes_dictionary(subject.compressor)
        return open_request(subject, self.offered, invented(self._scratch, words) if takes else None)

    def encodings(self, process: CheckedProcess, subject: Subject) -> list[list[bytes]]:
        """Each copy as the subject encodes it, object by object; afterwards it is open, and nothing was timed."""
        process.open(self.open(subject))
        first, second = (self._encoded(process) for _ in range(2))
        if first != second:
            raise BrokenError("the codec writes different bytes the second time: the sink's sum cannot be checked")
        return first

    def _encoded(self, process: CheckedProcess) -> list[list[bytes]]:
        files = [self.folder / f"encoded-{at}" for at in range(len(self.objects))]
        return [[data for _, data in process.encode(at, file)] for at, file in enumerate(files)]

    def _kept(self, name: str) -> CheckedProcess:
        if name not in self._living:
            self._living[name] = self._start(cold=False)
            self._use(name).hello()
        return self._use(name)

    def _start(self, *, cold: bool) -> CheckedProcess:
        self._last = None
        return CheckedProcess(self._program, self._answer_s, cold=cold)

    def _use(self, name: str) -> CheckedProcess:
        self._last = self._living[name]
        return self._last


def invented(folder: Path, words: str = "one") -> Path:
    """The file in `folder` with a dictionary that is trained on `words`, which no data has."""
    dictionary = trained([f"{words} {at * at}, then {words} {at}".encode() * 3 for at in range(1_000)])
    assert dictionary is not None
    file = folder / f"{words}.dictionary"
    file.write_bytes(dictionary.as_bytes())
    return file


def frames_in(file: Path) -> list[Frame]:
    """The frames of a file that a runner wrote."""
    try:
        return frames_of(written(file), file.name)
    except DefinitionError as error:
        raise BrokenError(f"in the file '{file.name}' that it wrote, {error.what}") from None


def written(file: Path) -> bytes:
    """The content of a file that a runner wrote."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise BrokenError(f"it wrote no file '{file.name}': {error.strerror}") from None
