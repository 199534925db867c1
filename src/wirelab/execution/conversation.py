"""Asking a runner and taking its answer; whatever goes wrong is a loss with what was seen."""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from wirelab.building.command import describe_status
from wirelab.model.measurement import Loss, LossKind
from wirelab.process.transport import EndedError, OverlongError, Transport
from wirelab.protocol.lines import OtherVersionError, ProtocolError, encode_request, parse_answer, refusal, shorten
from wirelab.protocol.messages import Bye, Fault, Hello, Load, Ready, Request

A = TypeVar("A")
EXIT_S = 10.0

_KIND_OF_FAULT = {
    "codec": LossKind.CODEC,
    "runner": LossKind.RUNNER,
    "host": LossKind.HOST,
}


class LostError(Exception):
    """The process is lost; stays within `execution`.

    Attributes:
        loss: why.
    """

    def __init__(self, loss: Loss) -> None:
        self.loss = loss
        super().__init__(loss.what)


@contextlib.contextmanager
def ended_when_lost(transport: Transport) -> Iterator[None]:
    """End the process when it is lost within, or the lab is interrupted; the loss then has what it wrote to stderr."""
    try:
        yield
    except LostError as error:
        transport.kill()
        raise LostError(replace(error.loss, stderr_tail=transport.stderr_tail())) from None
    except BaseException:
        transport.kill()
        raise


def hear(transport: Transport, said: str, timeout_s: float) -> bytes:
    """The next line of a process.

    Args:
        transport: to the process.
        said: what it was asked, for errors.
        timeout_s: how long the answer may take.

    Raises:
        LostError: there is none in time, it is too long, or the process has closed its stdout.
    """
    try:
        return transport.receive(timeout_s)
    except TimeoutError:
        raise LostError(Loss(LossKind.HANG, f"no answer to `{said}` within {timeout_s:.1f} s")) from None
    except OverlongError as error:
        loss = Loss(LossKind.GARBAGE, f"its answer to `{said}`: {error}", shorten(error.seen))
        raise LostError(loss) from None
    except EndedError as end:
        status, unfinished = transport.wait(EXIT_S), shorten(end.unfinished)
        if status is None:
            raise LostError(Loss(LossKind.CRASH, f"it closed its stdout at `{said}`", unfinished)) from None
        what = f"it ended at `{said}` with {describe_status(status)}"
        raise LostError(Loss(LossKind.CRASH, what, unfinished)) from None


def hear_the_end(transport: Transport, timeout_s: float) -> int:
    """The status with which a process ends that was told to, and has nothing more to say.

    Raises:
        LostError: it speaks, or has not ended within `timeout_s`.
    """
    what = "it sent a message after `bye`"
    try:
        line = transport.receive(timeout_s)
    except EndedError as end:
        if end.unfinished:
            raise LostError(Loss(LossKind.GARBAGE, what, shorten(end.unfinished))) from None
    except TimeoutError:
        pass
    except OverlongError as error:
        raise LostError(Loss(LossKind.GARBAGE, what, shorten(error.seen))) from None
    else:
        raise LostError(Loss(LossKind.GARBAGE, what, shorten(line)))
    status = transport.wait(timeout_s)
    if status is None:
        raise LostError(Loss(LossKind.HANG, f"it was still running {timeout_s:.0f} s after `bye`"))
    return status


class Conversation:
    """One process, from `hello` to its end."""

    def __init__(self, connect: Callable[[], Transport]) -> None:
        """Start the process.

        Raises:
            LostError: it cannot be started.
        """
        try:
            self._transport = connect()
        except OSError as error:
            reason = f"{error.strerror}: {error.filename}" if error.filename else str(error)
            raise LostError(Loss(LossKind.START, f"it cannot be started: {reason}")) from None
        self._said = "nothing"
        self.exit_status: int | None = None

    def hello(self, timeout_s: float) -> Ready:
        """Greet the runner.

        Raises:
            LostError: it does not answer, or speaks another version.
        """
        try:
            ready = self.ask(Hello(), Ready, timeout_s)
        except LostError as error:
            if error.loss.kind in {LossKind.START, LossKind.HANG, LossKind.GARBAGE}:
                raise
            raise self.lost(LossKind.START, f"no handshake: {error.loss.what}", error.loss.seen) from None
        if (refused := refusal(ready)) is not None:
            raise self.lost(LossKind.START, refused)
        return ready

    def ask(self, request: Request, expected: type[A], timeout_s: float) -> A:
        """Ask for an answer of type `expected`.

        Raises:
            LostError: the runner said `error`, something that is no answer, another answer, or nothing in time.
        """
        self._said = request.type
        self._transport.send(encode_request(request))
        line = self._hear(timeout_s)
        try:
            answer = parse_answer(line)
        except OtherVersionError as error:
            raise self.lost(LossKind.START, error.what, error.seen) from None
        except ProtocolError as error:
            raise self.lost(LossKind.GARBAGE, f"its answer to `{self._said}`: {error.what}", error.seen) from None
        if isinstance(answer, Fault):
            unreadable = isinstance(request, Load) and answer.whose != "host"
            kind = LossKind.WORKLOAD if unreadable else _KIND_OF_FAULT[answer.whose]
            raise self.lost(kind, answer.message, shorten(line))
        if isinstance(answer, expected):
            return answer
        raise self.lost(LossKind.GARBAGE, f"it answered `{self._said}` with `{answer.type}`", shorten(line))

    def bye(self) -> None:
        """Let the process end.

        Raises:
            LostError: it says more, does not end, or not with status 0.
        """
        self._said = "bye"
        self._transport.send(encode_request(Bye()))
        self._transport.close_input()
        self.exit_status = hear_the_end(self._transport, EXIT_S)
        if self.exit_status != 0:
            raise self.lost(LossKind.CRASH, f"it ended with {describe_status(self.exit_status)} after `bye`")

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

    def with_stderr(self, loss: Loss) -> Loss:
        """`loss` with the last that the process wrote to stderr; whole once the process has ended."""
        return replace(loss, stderr_tail=self._transport.stderr_tail())

    def lost(self, kind: LossKind, what: str, seen: str = "") -> LostError:
        """The process is lost: for a reason seen here, or by the caller."""
        return LostError(Loss(kind, what, seen))

    def _hear(self, timeout_s: float) -> bytes:
        try:
            return hear(self._transport, self._said, timeout_s)
        except LostError:
            self.exit_status = self._transport.wait(0.0)
            raise
