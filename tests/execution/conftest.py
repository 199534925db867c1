import dataclasses
import hashlib
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from wirelab.building.build import BuiltRunner, build_runner
from wirelab.building.program import open_process
from wirelab.building.runners import load_runner
from wirelab.execution.measuring import Assignment, perform
from wirelab.model.cell import Cell, CorpusName, Operation, Sink
from wirelab.model.measurement import PlannedProcess, ProcessRecord
from wirelab.model.subject import parse_subject
from wirelab.model.units import ByteCount
from wirelab.process.transport import Transport
from wirelab.protocol.messages import Steady, WarmUp
from wirelab.workload.corpus import Corpus

ANY = CorpusName("any", "1", "random")
FAKE = Path(__file__).parents[2] / "runners" / "fake"
SHORT = Steady(batch_ns=20_000, batches=4, warm_up=WarmUp(min_ns=0, max_ns=2_000_000))


def planned_of(subject: str, platform: str = "fake", *, sink: Sink = Sink.MEMORY, padding: int = 100) -> PlannedProcess:
    cell = Cell(ANY, platform, parse_subject(subject), Operation.SERIALIZE, sink=sink)
    return PlannedProcess(round=0, order=0, attempt=0, cell=cell, environment_bytes=padding)


@pytest.fixture(scope="session")
def fake(tmp_path_factory: pytest.TempPathFactory) -> BuiltRunner:
    return build_runner(load_runner(FAKE), tmp_path_factory.mktemp("cache"), lambda _: None)


@pytest.fixture
def assignment(tmp_path: Path) -> Assignment:
    corpus = tmp_path / "corpus"
    data = b"\x05hello\x05world"
    corpus.write_bytes(data)
    digest = hashlib.sha256(data).hexdigest()
    data_of = Corpus(ANY, corpus, digest, 2, ByteCount(len(data)), False)
    return Assignment((data_of, data_of), None, SHORT, tmp_path, slack_s=20.0)


Perform = Callable[..., ProcessRecord]


@pytest.fixture
def run(fake: BuiltRunner, assignment: Assignment) -> Perform:
    """Perform a planned of the fake in a process of its own."""

    def perform_it(
        subject: str, platform: str = "fake", *, planned: PlannedProcess | None = None, **changes: object
    ) -> ProcessRecord:
        def connect(planned: PlannedProcess) -> Transport:
            return open_process(fake.program(platform), planned)

        changed = dataclasses.replace(assignment, **changes)  # type: ignore[arg-type]
        return perform(planned or planned_of(subject, platform), changed, connect)

    return perform_it


@pytest.fixture(scope="session")
def fake_module() -> object:
    sys.path.insert(0, str(FAKE))
    import fake_runner

    return fake_runner
