import dataclasses
import hashlib
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from wirelab.execution.build import BuiltRunner, build_runner
from wirelab.execution.program import open_process
from wirelab.execution.runners import load_runner
from wirelab.execution.transport import Transport
from wirelab.execution.visit import Setting, perform
from wirelab.model.cell import Cell, CorpusName, Operation, Sink
from wirelab.model.measurement import ProcessRecord, Visit
from wirelab.model.subject import parse_subject
from wirelab.model.units import ByteCount
from wirelab.protocol.messages import Steady, WarmUp
from wirelab.workload.corpus import Corpus

ANY = CorpusName("any", "1", "random")
FAKE = Path(__file__).parents[2] / "runners" / "fake"
SHORT = Steady(batch_ns=20_000, batches=4, warm_up=WarmUp(min_ns=0, max_ns=2_000_000))


def visit_of(subject: str, platform: str = "fake", *, sink: Sink = Sink.MEMORY, padding: int = 100) -> Visit:
    cell = Cell(ANY, platform, parse_subject(subject), Operation.SERIALIZE, sink=sink)
    return Visit(round=0, order=0, attempt=0, cell=cell, environment_bytes=padding)


@pytest.fixture(scope="session")
def fake(tmp_path_factory: pytest.TempPathFactory) -> BuiltRunner:
    return build_runner(load_runner(FAKE), tmp_path_factory.mktemp("cache"), lambda _: None)


@pytest.fixture
def setting(tmp_path: Path) -> Setting:
    corpus = tmp_path / "corpus"
    data = b"\x05hello\x05world"
    corpus.write_bytes(data)
    digest = hashlib.sha256(data).hexdigest()
    data_of = Corpus(ANY, corpus, digest, 2, ByteCount(len(data)), False)
    return Setting((data_of, data_of), None, SHORT, tmp_path, slack_s=20.0)


Perform = Callable[..., ProcessRecord]


@pytest.fixture
def run(fake: BuiltRunner, setting: Setting) -> Perform:
    """Perform a visit of the fake in a process of its own."""

    def perform_it(
        subject: str, platform: str = "fake", *, visit: Visit | None = None, **changes: object
    ) -> ProcessRecord:
        def connect(visit: Visit) -> Transport:
            return open_process(fake.program(platform), visit)

        changed = dataclasses.replace(setting, **changes)  # type: ignore[arg-type]
        return perform(visit or visit_of(subject, platform), changed, connect)

    return perform_it


@pytest.fixture(scope="session")
def fake_module() -> object:
    sys.path.insert(0, str(FAKE))
    import fake_runner

    return fake_runner
