"""Hosts that play a script instead of measuring, so that a test knows what each did and what its driver heard of it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from threading import Event

import zstandard

from tests.app.invented_sessions import CORPUS, FIRST, HOST, PLATFORM
from tests.store.records import record_of
from wirelab import __version__
from wirelab.app.hosts.driver import UnreachableError
from wirelab.app.hosts.messages import Answer, Fault, Give, Leave, Look, Next, Question, State
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.run import CorpusFacts, RunInfo
from wirelab.model.subject import parse_subject
from wirelab.model.units import ByteCount
from wirelab.protocol.codecs import Announcement
from wirelab.store.lab import Lab
from wirelab.study.definition import Factors, Measure, Study

CODECS = ("orjson", "msgspec-json")
ROUNDS = 3
STUDY = Study(
    name="nightly",
    question="Does it hold?",
    factors=Factors(workload=("school",), size=("110",), platform=(PLATFORM,), codec=tuple(map(parse_subject, CODECS))),
    measure=Measure(rounds=ROUNDS),
)
CELLS = tuple(Cell(CORPUS, PLATFORM, parse_subject(codec), Operation.SERIALIZE) for codec in CODECS)
OFFERED = Announcement(runner="python", runtime="CPython", timer_resolution_ns=20.0, codecs=[], compressors=[])
LOST, AWAY = "its answer is lost", "it is not there"


@dataclass
class Scripted:
    """A host: its lab is real, its times are invented, and faults come at the asks that a test names."""

    folder: Path
    name: str
    digest: str
    faults: Mapping[int, str] = field(default_factory=dict)  # by the number of the ask; -1: all others
    version: str = __version__
    ahead: timedelta = timedelta()
    identity: str = ""
    corpus: CorpusName = CORPUS
    given: dict[str, bytes] = field(default_factory=dict)  # files by their digests, as far as they came
    gives: int = 0  # the number of the piece that is lost; 0: none
    asks: int = 0
    left: list[bool] = field(default_factory=list)
    measured: Counter[int] = field(default_factory=Counter)

    @property
    def lab(self) -> Path:
        return self.folder / f"{self.name}-own.duckdb"

    def ask(self, question: Question, piece: bytes = b"") -> tuple[Answer, bytes]:
        if isinstance(question, Leave):
            self.left.append(question.collected)
            return Answer(state=State.LEFT), b""
        if isinstance(question, Give):
            return self.take(question, piece), b""
        if isinstance(question, Look):
            return Answer(state=State.FREE, wirelab=self.version, host={"cpu": "Some CPU"}), b""
        fault = self.faults.get(self.asks, self.faults.get(-1, ""))
        self.asks += 1
        if fault == AWAY:
            raise UnreachableError("it vanished")
        answer = self.next(question) if fault in ("", LOST) else self.at_fault(fault)
        if fault == LOST:
            raise UnreachableError("it vanished")
        return answer

    def at_fault(self, fault: str) -> tuple[Answer, bytes]:
        state, _, what = fault.partition(": ")
        return Answer(state=State(state), fault=Fault(part="host", what=what)), b""

    def next(self, asked: Next) -> tuple[Answer, bytes]:
        if asked.wirelab != self.version:
            return self.at_fault(f"refused: it has {self.version}")
        has = {digest: len(content) for digest, content in self.given.items()}
        if lacks := [digest for digest, file in asked.files.items() if has.get(digest, 0) < file.size_bytes]:
            return Answer(state=State.LACKS, lacks=tuple(lacks)), b""
        if asked.had and not self.lab.exists():
            return self.at_fault("refused: its lab of this session is gone")
        with Lab.open(self.lab, create=True) as opened:
            runs = opened.runs()
            run = runs[0].id if runs else self.begin(opened, asked)
            rounds = opened.run(run).rounds
            state = State.READY if asked.done < 0 else State.MEASURED
            if asked.done >= ROUNDS:
                state = State.ENDED
                if opened.run(run).finished_at is None:
                    opened.finish_run(run, "all rounds were done")
            elif asked.done == rounds:
                self.measured[rounds] += 1
                times = self.times_ns(rounds)
                opened.record(run, *(record_of(cell, rounds, 0, ns=ns) for cell, ns in zip(CELLS, times, strict=True)))
                rounds += 1
        packed = zstandard.ZstdCompressor().compress(self.lab.read_bytes())
        shown = 0 if state is State.READY else min(rounds, asked.done + 1)
        return Answer(state=state, rounds=shown, now=datetime.now(UTC) + self.ahead), packed

    def take(self, given: Give, piece: bytes) -> Answer:
        kept = self.given.get(given.digest, b"")
        if given.at == len(kept):
            self.given[given.digest] = kept + piece
        self.gives -= 1
        if self.gives == 0:
            raise UnreachableError("it vanished")
        return Answer(state=State.TAKEN, has=len(self.given[given.digest]))

    def times_ns(self, number: int) -> tuple[int, int]:
        """Times of a round: the second codec takes 1.3 times as long, a little more or less in each round and host."""
        random = Random(f"{self.name} {number}")
        return 1000 + random.randrange(20), 1300 + random.randrange(20)

    def begin(self, opened: Lab, asked: Next) -> int:
        host = {**HOST, "machine": self.identity or f"{self.name:0>12}"}
        info = RunInfo(STUDY.name, asked.study, (), asked.seed, FIRST, self.version, asked.command, host)
        corpora = [CorpusFacts(self.corpus, self.digest, 1, ByteCount(1))]
        return opened.begin_run(info, CELLS, [(PLATFORM, OFFERED)], corpora)


class ScriptedHosts:
    """Some of them, by name."""

    def __init__(self, *hosts: Scripted) -> None:
        self.by_name = {host.name: host for host in hosts}

    def __iter__(self) -> Iterator[Scripted]:
        return iter(self.by_name.values())

    def ask(self, host: str, question: Question, over: Event, piece: bytes = b"") -> tuple[Answer, bytes]:
        if over.is_set():
            raise UnreachableError("this driver ends")
        return self.by_name[host].ask(question, piece)
