"""A host: it measures for one session at a time, and answers a driver's questions."""

import os
import shutil
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import zstandard
from pydantic import ValidationError

from wirelab import __version__
from wirelab.app.hosts.messages import LATEST, Answer, Fault, Give, Leave, Look, Next, Question, State, answered
from wirelab.app.platforms import by_platform, placed_runners, runners
from wirelab.app.resources import cache_path
from wirelab.cluster.child import ASKED, HANDED, LAB, Line
from wirelab.cluster.given import lacking, lay_out, require_room, take
from wirelab.execution.machine.host import host_facts
from wirelab.files.outputs import write_whole
from wirelab.model.errors import HostError, LabError, MeasurementError, UsageError, WirelabError
from wirelab.process.transport import EndedError, OverlongError, Transport

PROGRAM = (sys.executable, "-P", "-m", "wirelab.cluster.child")
"""Nothing is imported from the folder where it is started."""
HELD_S = 60.0
"""How long a host belongs to a session whose driver does not ask."""
_END_S, _AN_HOUR_S = 15.0, 3600.0
_MOST_NOTICES = 100


class Measuring:
    """The process that measures a session, and its state."""

    def __init__(self, asked: Next, folder: Path, changed: threading.Condition, program: Sequence[str]) -> None:
        """Start it; an OSError if it cannot start."""
        self.session, self.folder, self.over = asked.session, folder, False
        self.used_at = time.monotonic()
        self._state, self._rounds = State.READY, LATEST
        self._fault: Fault | None = None
        self._allowed, self._changed = LATEST, changed
        self._notices: list[str] = []
        self._talk = Transport([*program, str(folder)], {**os.environ, "NO_COLOR": "1", "WIRELAB_EVENTS": ""})
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def works(self) -> bool:
        """Whether it has something to do."""
        return not self.over and self._rounds < self._allowed

    def is_beyond(self, done: int) -> bool:
        """Whether there is an answer for a driver that has so many rounds."""
        return self.over or self._rounds > done

    def allow(self, rounds: int) -> None:
        """Let it complete so many rounds."""
        if rounds > self._allowed:
            self._allowed = rounds
            with suppress(OSError):  # the thread that listens notices one that is gone
                self._talk.send(f"{rounds}\n".encode())

    def answer(self) -> Answer:
        """Its state, and its notices since the previous answer."""
        notices, self._notices = tuple(self._notices), []
        if self._fault is not None:
            return Answer(state=State.FAILED, fault=self._fault, notices=notices)
        return Answer(state=self._state, rounds=max(0, self._rounds), notices=notices)

    def end(self) -> None:
        """End it as Ctrl-C does; it is killed if it does not."""
        self._talk.close_input()
        with self._changed:
            ended = self._changed.wait_for(lambda: self.over, _END_S)
        if not ended:
            self._talk.kill()

    def _listen(self) -> None:
        while True:
            try:
                line = self._talk.receive(_AN_HOUR_S)
            except TimeoutError:
                continue
            except (EndedError, OverlongError):
                break
            with self._changed, suppress(ValidationError):
                self._hear(Line.model_validate_json(line))
                self._changed.notify_all()
        status = self._talk.wait(_END_S)
        if status is None:  # its output is not a line, or it does not end
            self._talk.kill()
        with self._changed:
            self.over = True
            if self._state is not State.ENDED and self._fault is None:
                what = f"its measuring process ended with status {status}"
                remedy = "`wirelab run --resume --hosts FILE` continues there"
                error = MeasurementError("host", what, why=self._talk.stderr_tail().strip()[-500:], remedy=remedy)
                self._fault = Fault.of(error)
            self._changed.notify_all()

    def _hear(self, line: Line) -> None:
        if line.notice and len(self._notices) < _MOST_NOTICES:
            self._notices.append(line.notice)
        if line.fault is not None:
            self._fault = line.fault
        if line.state is not None:
            self._state, self._rounds = line.state, line.rounds


class Host:
    """Answers questions; several threads ask."""

    def __init__(self, folder: Path, program: Sequence[str] = PROGRAM, held_s: float = HELD_S) -> None:
        """Labs of sessions are kept in `folder`, until their driver has all of them."""
        self._folder, self._program, self._held_s = folder, program, held_s
        self._changed = threading.Condition()
        self._measuring: Measuring | None = None

    def answer(self, question: Question, piece: bytes = b"") -> bytes:
        """Answer a question, with the piece of a file behind it, as bytes."""
        try:
            match question:
                case Look():
                    return answered(self._looked_at())
                case Leave():
                    return answered(self._left(question))
                case Give():
                    return answered(self._given(question, piece))
                case Next():
                    return self._next(question)
        except WirelabError as error:
            return answered(Answer(state=State.REFUSED, fault=Fault.of(error)))
        except OSError as error:
            why, remedy = error.strerror or str(error), "make room, or make the folder writable"
            fault = HostError(f"folder {self._folder}", "the session cannot be kept there", why=why, remedy=remedy)
            return answered(Answer(state=State.FAILED, fault=Fault.of(fault)))

    def close(self) -> None:
        """End the measurement, if there is one."""
        if self._measuring is not None:
            self._measuring.end()

    def _looked_at(self) -> Answer:
        facts = {"wirelab": __version__, "host": host_facts(), "now": datetime.now(UTC)}
        with self._changed:
            holder = self._holder()
        if holder is not None:
            return Answer.model_validate({**facts, "state": State.BUSY, "fault": _busy(holder)})
        placed = by_platform(placed_runners(runners(), cache_path()))
        here = [name for name, states in placed.items() if any(not each.missing for each in states)]
        return Answer.model_validate({**facts, "state": State.FREE, "platforms": here})

    def _next(self, asked: Next) -> bytes:
        if asked.wirelab != __version__:
            what, why = "it has another version of Wirelab", f"it has {__version__}, the driver {asked.wirelab}"
            raise UsageError("host", what, why=why, remedy="install the same version on all hosts")
        with self._changed:
            measuring = self._of_session(asked)
            if isinstance(measuring, Answer):
                return answered(measuring)
            measuring.allow(asked.done + 1)
            self._changed.wait_for(lambda: measuring.is_beyond(asked.done))
            measuring.used_at = time.monotonic()
            answer = measuring.answer().model_copy(update={"now": datetime.now(UTC)})
        if answer.state is State.FAILED:
            return answered(answer)
        return answered(answer, zstandard.ZstdCompressor().compress((measuring.folder / HANDED).read_bytes()))

    def _given(self, given: Give, piece: bytes) -> Answer:
        """Keep a piece of a file that was announced; nothing else is taken, and nothing while another measures."""
        with self._changed:
            holder, folder = self._holder(), self._folder / given.session
            if holder is not None and holder.session != given.session:
                return Answer(state=State.BUSY, fault=_busy(holder))
            asked = folder / ASKED
            announced = Next.model_validate_json(asked.read_bytes()).files if asked.is_file() else {}
            if given.digest not in announced:
                return Answer(state=State.LACKS)  # whoever brings something asks first
            return Answer(state=State.TAKEN, has=take(folder, given, announced[given.digest], piece))

    def _of_session(self, asked: Next) -> "Measuring | Answer":
        """The process that measures the session, started if there is none; an answer if it cannot measure."""
        while (now := self._measuring) is not None and not now.over:
            if now.session == asked.session:
                return now
            if self._holder() is not None:
                return Answer(state=State.BUSY, fault=_busy(now))
            now.end()
        folder = self._folder / asked.session
        if asked.had and not (folder / LAB).exists():
            what = "its lab of this session is gone, and it does not measure twice"
            remedy = "measure there in a session of its own, and merge the labs"
            raise LabError("host", what, remedy=remedy)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(folder / ASKED, asked.model_dump_json().encode())
        if lacks := lacking(folder, asked):
            require_room(folder, asked)
            return Answer(state=State.LACKS, lacks=lacks)
        lay_out(folder, asked)
        self._measuring = Measuring(asked, folder, self._changed, self._program)
        return self._measuring

    def _holder(self) -> Measuring | None:
        """The measurement of the session that the host belongs to; None: it is free."""
        now = self._measuring
        if now is None or now.over or not (now.works or time.monotonic() - now.used_at < self._held_s):
            return None
        return now

    def _left(self, asked: Leave) -> Answer:
        now = self._measuring
        if now is not None and now.session == asked.session:
            now.end()
        if asked.collected:
            shutil.rmtree(self._folder / asked.session, ignore_errors=True)
        return Answer(state=State.LEFT)


def _busy(holder: Measuring) -> Fault:
    what = f"it measures for another driver: session {holder.session[:8]}"
    return Fault.of(HostError("host", what, remedy="wait until that one has ended"))
