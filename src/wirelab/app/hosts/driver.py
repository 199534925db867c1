"""The driver: asks every host for round after round, keeps the labs they hand over, and reports how each host ended."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from threading import Event, RLock
from typing import Protocol

from wirelab import __version__
from wirelab.app.hosts.brought_files import BroughtFiles
from wirelab.app.hosts.messages import LATEST, Answer, Fault, File, Give, Leave, Look, Next, Question, State
from wirelab.app.hosts.session import Handed, Kept, NotTakenError
from wirelab.model.cell import CorpusName
from wirelab.model.errors import MeasurementError, WirelabError
from wirelab.report.quantities import several, size, time_left

Notice = Callable[[str], None]
_AGAIN_S, _LOOK_S, _GOODBYE_S = 2.0, 0.2, 20.0
_SKEW_S = 30.0
"""A larger difference is a difference of clocks: no answer takes so long."""
_MOST_GIVEN = 5
"""The most times that a host is given the files that it lacks; it may have lost them because it was killed."""
_WITH_LAB = (State.READY, State.MEASURED, State.ENDED)


class UnreachableError(Exception):
    """A host does not answer; asking again may help. Says why."""


class Hosts(Protocol):
    """Hosts that can be asked, by name."""

    def ask(self, host: str, question: Question, over: Event, piece: bytes = b"") -> tuple[Answer, bytes]:
        """The answer, and the lab after it; it takes as long as a round, unless all is `over`. A `piece` is sent along.

        Raises:
            UnreachableError: it does not answer.
            WirelabError: a fault that asking again cannot mend.
        """


class End(StrEnum):
    """How a host's part ended."""

    FINISHED = "finished"
    REFUSED = "refused"
    FAILED = "failed"
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a host ended."""

    host: str
    end: End
    why: str = ""  # as a clause
    skew_s: float = 0.0  # by how much its clock is ahead, if a message's delay does not explain it
    complete: bool = False  # whether the whole study was measured


@dataclass(slots=True)
class _Part:
    """One host's part of the session, while it lasts."""

    host: str
    done: int = LATEST
    away_since: float | None = None
    skew_s: float = 0.0
    seen: bool = False
    given: int = 0  # times that it was given the files that it lacks


class Driver:
    """One session of several hosts."""

    def __init__(
        self,
        kept: Kept,
        hosts: Hosts,
        digests: Mapping[CorpusName, str],
        own: BroughtFiles,
        patience_s: float,
        notice: Notice,
    ) -> None:
        """`digests` are those of the data that hosts must measure, `own` the files that only the driver has.

        A host that is away has `patience_s`.
        """
        self._kept, self._hosts, self._digests, self._own = kept, hosts, digests, own
        self._patience_s = patience_s
        self._notice, self._lock, self._over = notice, RLock(), Event()

    def measure(self) -> tuple[Outcome, ...]:
        """Measure on all hosts side by side, each at its own pace.

        Raises:
            WirelabError: nothing more can be kept here; labs that were handed over are kept.
        """
        session = self._kept.session
        with ThreadPoolExecutor(len(session.hosts)) as pool:
            parts = {host: pool.submit(self._measured_on, host) for host in session.hosts}
            waiting = set(parts.values())
            try:
                while waiting:
                    done, waiting = wait(waiting, _LOOK_S)
                    for each in done:
                        each.result()
            except BaseException:
                self._over.set()
                self._say_goodbye(pool)
                raise
            return tuple(part.result() for part in parts.values())

    def _measured_on(self, host: str) -> Outcome:
        if host in self._kept.session.finished:
            with self._lock:
                return Outcome(host, End.FINISHED, complete=self._kept.is_complete(host))
        part = _Part(host)
        while True:
            try:
                answer, lab = self._hosts.ask(host, self._question(part), self._over)
            except UnreachableError as error:
                if (ended := self._away(part, str(error))) is not None:
                    return ended
                continue
            except WirelabError as error:
                return Outcome(host, End.FAILED, Fault.of(error).words)
            for text in answer.notices:
                self._say(host, text)
            if answer.state is State.BUSY:
                if (ended := self._away(part, answer.fault.what if answer.fault else "it is busy")) is not None:
                    return ended
                continue
            self._back(part)
            given = answer.state is State.LACKS
            if (outcome := self._give(part, answer.lacks) if given else self._came(part, answer, lab)) is not None:
                return outcome

    def _question(self, part: _Part) -> Next:
        session, before = self._kept.session, self._kept.handed(part.host)
        return Next(
            session=session.id,
            wirelab=__version__,
            study=session.study,
            seed=session.seed_of(part.host),
            command=session.command,
            done=part.done,
            had=0 if before is None else before.has.processes,
            brought=self._own.workloads,
        )

    def _give(self, part: _Part, lacks: Sequence[str]) -> Outcome | None:
        """Give a host the files that it lacks; then it is asked again. Its outcome, if that fails."""
        announced = self._own.announced
        part.given += 1
        if part.given > _MOST_GIVEN or not set(lacks) <= set(announced):
            return self._ended(part, End.FAILED, "it does not keep the data that it is given, or asks for other files")
        self._say(part.host, f"takes {size(sum(announced[digest].size_bytes for digest in lacks))} of data")
        try:
            for digest in lacks:
                if (answer := self._given(part.host, announced[digest])) is not None:
                    return self._came(part, answer, b"")
        except UnreachableError as error:
            return self._away(part, str(error))
        except WirelabError as error:
            return Outcome(part.host, End.FAILED, Fault.of(error).words)
        return None

    def _given(self, host: str, file: File) -> Answer | None:
        """Give a host a file; its answer, if it refuses or fails. A busy host may take only a part."""
        has = 0
        while True:
            question = Give(session=self._kept.session.id, digest=file.digest, at=has)
            answer, _lab = self._hosts.ask(host, question, self._over, self._own.piece(file.digest, has))
            if answer.state is not State.TAKEN:
                return None if answer.state in (State.BUSY, State.LACKS) else answer
            if not has < answer.has < file.size_bytes:  # it is whole, or something went wrong
                return None
            has = answer.has

    def _came(self, part: _Part, answer: Answer, lab: bytes) -> Outcome | None:
        """Take a host's answer; its outcome, if that was the last answer."""
        host = part.host
        if answer.state not in _WITH_LAB:
            end = End.REFUSED if answer.state is State.REFUSED else End.FAILED
            return self._ended(part, end, answer.fault.words if answer.fault else f"it answered '{answer.state}'")
        self._compare_clocks(part, answer)
        try:
            handed = self._kept.take(host, lab)
            self._require_same_data(handed)
        except NotTakenError as error:
            self._leave(host, collected=False)
            return self._ended(part, End.REFUSED, str(error))
        part.done = answer.rounds
        has = handed.has.processes
        if answer.state is State.READY:
            self._say(host, f"ready; it has {several(has, 'process')} already" if has else "ready")
            return None
        if answer.state is State.MEASURED:
            self._say(host, f"round {answer.rounds} done, {several(has, 'process')}")
            return None
        with self._lock:  # one lab, one writer
            self._kept.add(host)
            complete = self._kept.is_complete(host)
        self._leave(host, collected=True)
        self._say(host, f"ended: {handed.run.ending}")
        return Outcome(host, End.FINISHED, skew_s=part.skew_s, complete=complete)

    def _require_same_data(self, handed: Handed) -> None:
        theirs = {facts.name: facts.digest for facts in handed.corpora}
        for name, digest in self._digests.items():
            if name not in theirs:
                raise NotTakenError(f"it measured nothing of {name}")
            if theirs[name] != digest:
                what = f"digest {theirs[name][:12]}… there, {digest[:12]}… here"
                raise NotTakenError(f"its data of {name} differ: {what}")

    def _compare_clocks(self, part: _Part, answer: Answer) -> None:
        if answer.now is not None and not part.seen:
            ahead_s = (answer.now - datetime.now(UTC)).total_seconds()
            if abs(ahead_s) > _SKEW_S:
                part.skew_s = ahead_s
                self._say(part.host, clock_words(ahead_s))
        part.seen = True

    def _away(self, part: _Part, why: str) -> Outcome | None:
        """Wait a little for a host that does not answer; its outcome, if it was away for too long."""
        now = time.monotonic()
        if self._over.is_set() or (part.away_since is not None and now - part.away_since >= self._patience_s):
            return self._ended(part, End.AWAY, why)
        if part.away_since is None:
            part.away_since = now
            self._say(part.host, f"{why}; waiting up to {time_left(self._patience_s)}")
        self._over.wait(min(_AGAIN_S, self._patience_s / 4))
        return None

    def _back(self, part: _Part) -> None:
        if part.away_since is not None:
            self._say(part.host, "answers again" if part.seen else "is there")
            part.away_since = None

    def _ended(self, part: _Part, end: End, why: str) -> Outcome:
        if not self._over.is_set():
            self._say(part.host, f"{end}: {why}")
        return Outcome(part.host, end, why, part.skew_s)

    def _leave(self, host: str, late: Event | None = None, *, collected: bool) -> None:
        with suppress(UnreachableError, WirelabError):
            self._hosts.ask(host, Leave(session=self._kept.session.id, collected=collected), late or Event())

    def _say_goodbye(self, pool: ThreadPoolExecutor) -> None:
        """Let hosts that measure end at once; one that is away completes its round, and waits."""
        session, late = self._kept.session, Event()
        hosts = [host for host in session.hosts if host not in session.finished]
        wait([pool.submit(self._leave, host, late, collected=False) for host in hosts], _GOODBYE_S)
        late.set()

    def _say(self, host: str, text: str) -> None:
        with self._lock:
            self._notice(f"host {host}: {text}")


def clock_words(ahead_s: float) -> str:
    """How far a clock is off, in words."""
    side = "ahead of" if ahead_s > 0 else "behind"
    return f"its clock is {time_left(abs(ahead_s))} {side} this one; measured times do not depend on it"


def looked_at(hosts: Hosts, names: Sequence[str]) -> Iterator[tuple[str, Answer | None, str]]:
    """Each host's answer to a look, or why there is none; one that answers something else has failed."""
    for name in names:
        try:
            yield name, hosts.ask(name, Look(), Event())[0], ""
        except UnreachableError as error:
            yield name, None, str(error)
        except MeasurementError as error:
            yield name, Answer(state=State.FAILED, fault=Fault.of(error)), ""
