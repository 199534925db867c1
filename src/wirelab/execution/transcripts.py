"""Plays one transcript against a runner's program."""

import json
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from wirelab.execution.conversation import LostError, hear, hear_the_end
from wirelab.execution.measuring import batch_of
from wirelab.execution.plausibility import implausible
from wirelab.process.transport import Transport
from wirelab.protocol.lines import OURS, ProtocolError, encode_request, parse_answer, shorten
from wirelab.protocol.loop import loop_fault
from wirelab.protocol.messages import (
    REQUEST,
    Answer,
    BatchTimed,
    Bye,
    Done,
    Hello,
    Measure,
    Ready,
)
from wirelab.protocol.transcripts import Step, Values, difference, fill_in, spread

_SHOWN_LINES = 8


class BrokenError(Exception):
    """The runner did not do what the transcript expects; the message says what."""


def _shown(error: LostError) -> str:
    return f"{error.loss.what}: {error.loss.seen}" if error.loss.seen else error.loss.what


class _Fresh(dict[str, object]):
    """Values, and a new empty folder whenever `fresh_folder` is asked for."""

    def __missing__(self, name: str) -> str:
        if name != "fresh_folder":
            raise KeyError(name)
        return tempfile.mkdtemp(dir=str(self["folder"]))


class TranscriptPlayer:
    """A conversation under way, in turns; starts a process with the first step where none is living."""

    def __init__(self, connect: Callable[[], Transport], answer_s: float, digest_of: Callable[[Path], str]) -> None:
        """A conversation.

        Args:
            connect: starts the process.
            answer_s: an answer that takes longer is none.
            digest_of: of the objects in a corpus file that the runner wrote.
        """
        self._connect, self._answer_s, self._digest_of = connect, answer_s, digest_of
        self._values: dict[str, object] = {}
        self._transport: Transport | None = None
        self._ready: Ready | None = None
        self._said: dict[str, Any] = {}
        self._said_type = "hello"
        self._said_at_ns = 0
        self._ended = False
        self._lines: list[str] = []

    @property
    def seen(self) -> str:
        """The last lines of the conversation, as people read them."""
        return "\n".join(self._lines[-_SHOWN_LINES:])

    def take(self, values: Values) -> None:
        """Begin a turn, in the process of the turn before if it lives; `values` is what placeholders stand for."""
        if self._ended:
            self.stop()
        self._values, self._lines = dict(values), []

    def play(self, steps: Sequence[Step]) -> None:
        """Play `steps` in order.

        Raises:
            BrokenError: something is not as expected.
        """
        for step in steps:
            if step.action == "each":
                self._repeat(step)
            else:
                getattr(self, f"_{step.action}")(fill_in(step.content, _Fresh(self._values)))

    def greet(self) -> Ready:
        """Say `hello` and take the announcement.

        Raises:
            BrokenError: there is none.
        """
        self._write(encode_request(Hello(protocol=OURS)))
        answer, _ = self._answer()
        if not isinstance(answer, Ready):
            raise BrokenError(f"it answered `hello` with `{answer.type}`")
        return answer

    def end(self) -> None:
        """Let the process end, unless it has.

        Raises:
            BrokenError: it says more, or ends otherwise than with status 0.
        """
        if self._transport is not None and not self._ended:
            self._write(encode_request(Bye()))
            self._expect_exit(0)

    def stop(self) -> str:
        """Kill the process if there is one that has not ended, and say what it last wrote to stderr."""
        if self._transport is None:
            return ""
        self._transport.kill()
        said = self._transport.stderr_tail()
        self._transport, self._ended = None, False
        return said

    def _repeat(self, step: Step) -> None:
        before = self._values
        choices: Mapping[str, Sequence[Values]] = before["choices"]  # type: ignore[assignment]
        for chosen in spread(step.content, choices, before):
            self._values = dict(chosen)
            self.play(step.steps)
        self._values = before

    # --- what a line of a transcript does -----------------------------------------------------------------------------

    def _say(self, request: dict[str, Any]) -> None:
        self._said, self._said_type = request, str(request.get("type"))
        self._write(json.dumps(request, ensure_ascii=False).encode() + b"\n")

    def _say_raw(self, text: str) -> None:
        self._write(text.encode() + b"\n")

    def _say_hex(self, digits: str) -> None:
        self._write(bytes.fromhex(digits) + b"\n")

    def _expect(self, expected: dict[str, Any]) -> None:
        answer, line = self._answer()
        if isinstance(answer, Ready):
            self._ready = answer
        if (found := difference(expected, json.loads(line))) is not None:
            raise BrokenError(found)

    def _expect_corpus(self, file: str) -> None:
        found = self._digest_of(Path(file))
        if found != self._values["digest"]:
            raise BrokenError(f"the objects in {file} differ from the corpus: their digest is {found}")

    def _expect_measurement(self, _: object) -> None:
        batches: list[BatchTimed] = []
        answer, _line = self._answer()
        while isinstance(answer, BatchTimed):
            batches.append(answer)
            answer, _line = self._answer()
        if not isinstance(answer, Done):
            raise BrokenError(f"expected `batch` or `done`, got `{answer.type}`")
        wall_ns = time.monotonic_ns() - self._said_at_ns
        request = REQUEST.validate_python(self._said)
        assert isinstance(request, Measure)
        assert self._ready is not None
        fault = implausible([batch_of(batch) for batch in batches], wall_ns, answer.batches) or loop_fault(
            request.mode, batches, answer, self._ready.timer_resolution_ns
        )
        if fault is not None:
            raise BrokenError(f"{request.operation}, {request.mode.kind}, {request.sink.kind}: {fault}")

    def _close(self, _: object) -> None:
        self._started().close_input()

    def _expect_exit(self, expected: int) -> None:
        try:
            status = hear_the_end(self._started(), self._answer_s)
        except LostError as error:
            raise BrokenError(_shown(error)) from None
        if status != expected:
            raise BrokenError(f"it ended with status {status}, expected {expected}")
        self._ended = True

    def _restart(self, _: object) -> None:
        self.end()
        self._transport, self._ended = None, False

    # --- lines --------------------------------------------------------------------------------------------------------

    def _started(self) -> Transport:
        if self._transport is None:
            try:
                self._transport = self._connect()
            except OSError as error:
                raise BrokenError(f"it cannot be started: {error}") from None
        return self._transport

    def _write(self, line: bytes) -> None:
        self._lines.append(f"> {shorten(line)}")
        transport = self._started()
        self._said_at_ns = time.monotonic_ns()
        transport.send(line)

    def _answer(self) -> tuple[Answer, bytes]:
        try:
            line = hear(self._started(), self._said_type, self._answer_s)
        except LostError as error:
            raise BrokenError(_shown(error)) from None
        self._lines.append(f"< {shorten(line)}")
        try:
            return parse_answer(line, strict=True), line
        except ProtocolError as error:
            raise BrokenError(f"its answer does not match the schema: {error.what}") from None
