"""Asking a runner and taking its answer; any fault is a loss with the lines that were seen."""

import contextlib
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from wirelab.building.command import describe_status
from wirelab.model.measurement import Loss, LossKind
from wirelab.process.transport import EndedError, OverlongError, Transport
from wirelab.protocol.lines import ProtocolError, encode_request, parse_answer, refusal, shorten
from wirelab.protocol.messages import Bye, Fault, Hello, Ready, Request, Time, Timed

A = TypeVar("A")
EXIT_S = 10.0
_REMEMBERED = 10  # lines that are shown of a conversation that went wrong
_LONGEST_MESSAGE = 2000  # characters


class LostError(Exception):
    """The process is lost, for the reason `loss`; stays within `execution`."""

    def __init__(self, kind: LossKind, what: str, seen: str = "") -> None:
        self.loss = Loss(kind, what, seen)
        super().__init__(what)


@contextlib.contextmanager
def ended_when_lost(transport: Transport) -> Iterator[None]:
    """End the process when it is lost within, or the lab is interrupted; the loss then has its stderr."""
    try:
        yield
    except LostError as error:
        transport.kill()
        error.loss = replace(error.loss, stderr_tail=transport.stderr_tail())
        raise
    except BaseException:
        transport.kill()
        raise


def hear(transport: Transport, said: str, timeout_s: float) -> bytes:
    """The next line of a process.

    Raises:
        LostError: there is none in time, it is too long, or the process has closed its stdout.
    """
    try:
        return transport.receive(timeout_s)
    except TimeoutError:
        raise LostError(LossKind.HANG, f"no answer to `{said}` within {timeout_s:.1f} s") from None
    except OverlongError as error:
        raise LostError(LossKind.GARBAGE, f"its answer to `{said}`: {error}", shorten(error.seen)) from None
    except EndedError as end:
        status, unfinished = transport.wait(EXIT_S), shorten(end.unfinished)
        if status is None:
            raise LostError(LossKind.CRASH, f"it closed its stdout at `{said}`", unfinished) from None
        what = f"it ended at `{said}` with {describe_status(status)}"
        raise LostError(LossKind.CRASH, what, unfinished) from None


def _hear_the_end(transport: Transport, after: str) -> int:
    """The status of a process that must end now, without another message."""
    what = f"it sent a message after {after}"
    try:
        line = transport.receive(EXIT_S)
    except EndedError as end:
        if end.unfinished:
            raise LostError(LossKind.GARBAGE, what, shorten(end.unfinished)) from None
    except TimeoutError:
        pass
    except OverlongError as error:
        raise LostError(LossKind.GARBAGE, what, shorten(error.seen)) from None
    else:
        raise LostError(LossKind.GARBAGE, what, shorten(line))
    status = transport.wait(EXIT_S)
    if status is None:
        raise LostError(LossKind.HANG, f"it was still running {EXIT_S:.0f} s after {after}")
    return status


def _bounded(message: str) -> str:
    """A runner's message, shortened for people: libraries quote the input, which may be megabytes."""
    if len(message) <= _LONGEST_MESSAGE:
        return message
    return f"{message[:_LONGEST_MESSAGE]}… ({len(message):,} characters)"


class Conversation:
    """One process, from `hello` to its end. Methods raise `LostError` if it breaks the protocol."""

    def __init__(self, connect: Callable[[], Transport], *, strict: bool = False) -> None:
        """Start the process; if `strict`, keys of an answer that no schema names are a fault, too."""
        try:
            self._transport = connect()
        except OSError as error:
            reason = f"{error.strerror}: {error.filename}" if error.filename else str(error)
            raise LostError(LossKind.START, f"it cannot be started: {reason}") from None
        self._strict = strict
        self._lines: deque[tuple[str, bytes]] = deque(maxlen=_REMEMBERED)
        self.exit_status: int | None = None

    @property
    def seen(self) -> str:
        """The last lines of the conversation."""
        return "\n".join(f"{arrow} {shorten(line)}" for arrow, line in self._lines)

    def hello(self, timeout_s: float) -> Ready:
        """Greet the runner, which must speak this version of the protocol."""
        try:
            ready = self.ask(Hello(), Ready, timeout_s)
        except LostError as error:
            if error.loss.kind in {LossKind.START, LossKind.HANG, LossKind.GARBAGE}:
                raise
            raise LostError(LossKind.START, f"no handshake: {error.loss.what}", error.loss.seen) from None
        if (refused := refusal(ready)) is not None:
            raise LostError(LossKind.START, refused)
        return ready

    def ask(self, request: Request, expected: type[A], timeout_s: float) -> A:
        """Ask for an answer of type `expected`.

        Raises:
            LostError: the runner sent `error`, something that is not an answer, another answer, or nothing in time.
        """
        return self.ask_line(request.type, encode_request(request), expected, timeout_s)

    def ask_line(self, said: str, line: bytes, expected: type[A], timeout_s: float) -> A:
        """The same with a request as it is written; `said` is its type."""
        self._send(line)
        try:
            heard = hear(self._transport, said, timeout_s)
        except LostError:
            self.exit_status = self._transport.wait(0.0)
            raise
        self._lines.append(("←", heard))
        try:
            answer = parse_answer(heard, strict=self._strict)
        except ProtocolError as error:
            raise LostError(LossKind.GARBAGE, f"its answer to `{said}`: {error.what}", error.seen) from None
        if isinstance(answer, expected):
            return answer
        if isinstance(answer, Fault):
            unreadable = said == "load" and answer.whose != "host"
            kind = LossKind.WORKLOAD if unreadable else LossKind(answer.whose)
            raise LostError(kind, _bounded(answer.message), shorten(heard))
        raise LostError(LossKind.GARBAGE, f"it answered `{said}` with `{answer.type}`", shorten(heard))

    def times_ns(self, request: Time, timeout_s: float) -> list[int]:
        """The time of each batch that `request` asks for; errors as `ask`, also where there are more or fewer."""
        timed = self.ask(request, Timed, timeout_s)
        if len(timed.ns) != request.batches:
            what = f"it timed {len(timed.ns)} batches instead of {request.batches}"
            raise LostError(LossKind.GARBAGE, what)
        return timed.ns

    def bye(self) -> None:
        """Let the process end, with status 0 and without another word."""
        self._send(encode_request(Bye()))
        self.close_input("`bye`")

    def close_input(self, after: str = "the end of its stdin") -> None:
        """Let the process end by the end of its stdin; errors as `bye`, where `after` is named."""
        self._transport.close_input()
        self.exit_status = _hear_the_end(self._transport, after)
        if self.exit_status != 0:
            raise LostError(LossKind.CRASH, f"it ended with {describe_status(self.exit_status)} after {after}")

    def ended_when_lost(self) -> contextlib.AbstractContextManager[None]:
        """See the function."""
        return ended_when_lost(self._transport)

    @property
    def pid(self) -> int | None:
        """The process's id; None where it is no process of this machine."""
        return self._transport.pid

    def kill(self) -> None:
        """End the process if it has not ended."""
        self._transport.kill()
        if self.exit_status is None:
            self.exit_status = self._transport.wait(0.0)

    @property
    def stderr_tail(self) -> str:
        """The end of the process's stderr; complete once the process has ended."""
        return self._transport.stderr_tail()

    def _send(self, line: bytes) -> None:
        self._lines.append(("→", line))
        self._transport.send(line)
