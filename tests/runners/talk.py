"""A living process of a runner: its objects and its open codec are remembered, and not asked for twice."""

from collections.abc import Sequence
from contextlib import suppress

import psutil

from wirelab.building.program import Program, open_process
from wirelab.process.transport import EndedError, OverlongError
from wirelab.protocol.lines import ProtocolError, encode_request, parse_answer
from wirelab.protocol.messages import Answer, Cold, Fault, Hello, Load, Loaded, Open, Opened, Request
from wirelab.workload.objects import Copy

_START_S = 60.0


class LostProcessError(Exception):
    """The process ended, sent something that is no answer, or sent nothing in time."""


class Talk:
    """A process that is asked, strictly: an answer has nothing that the schemas do not name.

    Attributes:
        greeted: the answer of this very process to `hello`.
    """

    def __init__(self, program: Program, answer_s: float) -> None:
        self._transport, self._answer_s = open_process(program), _START_S
        self._loaded: Load | None = None
        self._opened: Open | None = None
        self._refused = dict[str, str]()  # files of objects that it could not load, each with the reason
        self._alone = set[str]()  # codecs that are opened for one copy at a time
        self.greeted = self.ask(Hello())
        self._answer_s = answer_s

    def ask(self, request: Request) -> Answer:
        """The answer to a request.

        Raises:
            LostProcessError: there is none; the process has ended then.
        """
        if isinstance(request, Load):
            self._loaded = None
        if isinstance(request, Open | Cold):
            self._opened = None
        self._transport.send(encode_request(request))
        try:
            answer = parse_answer(self._transport.receive(self._answer_s), strict=True)
        except (TimeoutError, EndedError, OverlongError, ProtocolError) as error:
            self.end()
            raise LostProcessError(f"{type(error).__name__} {error}: {self._transport.stderr_tail()}") from None
        if isinstance(answer, Fault):
            self._opened = None  # a codec that has failed is set up again
        return answer

    def take(self, request: Open, copy: Copy, beside: Sequence[Copy] = ()) -> str:
        """Open a codec for a copy, which is loaded with those `beside`; returns the fault, or nothing.

        Raises:
            LostProcessError: as `ask`.
        """
        if wrong := self._hold(copy, () if request.codec in self._alone else beside):
            return wrong
        wrong = self.open(request)
        if wrong and len(self._held) > 1:  # the fault may be of another copy
            self._alone.add(request.codec)
            wrong = self._hold(copy, ()) or self.open(request)
        return wrong

    def _hold(self, copy: Copy, beside: Sequence[Copy]) -> str:
        """Load a copy, and all of those `beside` that can be loaded."""
        wanted = [each for each in beside if str(each.objects) not in self._refused] if copy in beside else [copy]
        if copy not in wanted:
            return self._refused[str(copy.objects)]
        wrong = self.load(wanted)
        if not wrong or len(wanted) == 1:
            return wrong
        refused = {str(each.objects): said for each in wanted if (said := self.load([each]))}
        assert refused, f"each of the copies can be loaded by itself: {wrong}"
        self._refused |= refused
        return self._hold(copy, beside)

    def load(self, copies: Sequence[Copy]) -> str:
        """Load copies, and nothing else, unless they are; returns the fault of one, or nothing.

        Raises:
            LostProcessError: as `ask`.
        """
        files = [str(copy.objects) for copy in copies]
        request = Load(copies=files)
        if self._loaded == request:
            return ""
        loaded = self.ask(request)
        if isinstance(loaded, Fault) and loaded.whose != "host":
            return loaded.message
        assert isinstance(loaded, Loaded), loaded
        assert loaded.objects == copies[0].corpus.objects
        self._loaded = request
        return ""

    @property
    def _held(self) -> list[str]:
        return [] if self._loaded is None else self._loaded.copies

    def place_of(self, copy: Copy) -> int:
        """The place of a copy among those that are loaded."""
        return self._held.index(str(copy.objects))

    def open(self, request: Open) -> str:
        """Open a codec, unless it is open; returns its objection, or nothing.

        Raises:
            LostProcessError: as `ask`.
        """
        if self._opened == request:
            return ""
        answer = self.ask(request)
        if isinstance(answer, Fault) and answer.whose == "codec":
            return answer.message
        assert isinstance(answer, Opened), answer
        self._opened = request
        return ""

    @property
    def living(self) -> bool:
        """Whether it has not ended: an interrupt of the lab, in another test, ends all processes of a worker."""
        return self._transport.wait(0) is None

    def end(self) -> None:
        """Kill the process."""
        self._transport.kill()


def seen_by_others() -> list[str]:
    """Texts that any user of the machine can read of processes that tests started: command lines and environments."""
    found = list[str]()
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess), child.oneshot():  # a browser's helpers come and go
            found += [*child.cmdline(), *child.environ().values()]
    return found
