import dataclasses
import hashlib
import sys
from collections.abc import Callable
from math import inf
from pathlib import Path
from random import Random

import pytest

from wirelab.building.build import BuiltRunner, build_runner
from wirelab.building.program import open_process
from wirelab.building.runners import load_runner
from wirelab.execution import turns
from wirelab.execution.data import Data
from wirelab.execution.measuring_process import Assignment, MeasuringProcess
from wirelab.execution.memory import Memory
from wirelab.execution.turns import Group, in_groups
from wirelab.model.cell import Cell, CorpusName, Operation, Sink
from wirelab.model.measurement import PlannedProcess, ProcessRecord
from wirelab.model.subject import parse_subject
from wirelab.model.units import ByteCount
from wirelab.process.transport import Transport
from wirelab.protocol.messages import Open
from wirelab.schema.objects import write_frames
from wirelab.study.definition import Measure
from wirelab.workload.corpus import Corpus
from wirelab.workload.objects import Copy

ANY = CorpusName("any", "1", "random")
FAKE = Path(__file__).parents[2] / "runners" / "fake"
SHORT = Measure(turns=4, batch_ms=0.02, warm_up_tolerance=0.02, warm_up_min_ms=0, warm_up_max_ms=50)


def planned_of(
    subject: str, platform: str = "fake", *, operation: Operation = Operation.SERIALIZE, sink: Sink = Sink.MEMORY
) -> PlannedProcess:
    cell = Cell(ANY, platform, parse_subject(subject), operation, sink=sink)
    return PlannedProcess(round=0, order=0, cell=cell, environment_bytes=100, group=0)


def opened(subject: str) -> Open:
    """The request that opens a subject of the fake: parameters that are left out have the values of its manifest."""
    parsed = parse_subject(subject)
    codec = load_runner(FAKE).manifest.codecs.get(parsed.codec)
    defaults = {} if codec is None else {name: each.default for name, each in codec.parameters.items()}
    level = parsed.level if parsed.level is not None or parsed.compressor is None else 6
    parameters = {**defaults, **dict(parsed.parameters)}
    return Open(codec=parsed.codec, parameters=parameters, compressor=parsed.compressor, level=level)


@pytest.fixture(scope="session")
def fake(tmp_path_factory: pytest.TempPathFactory) -> BuiltRunner:
    return build_runner(load_runner(FAKE), tmp_path_factory.mktemp("cache"), lambda _: None)


@pytest.fixture
def data(tmp_path: Path) -> Data:
    """Two copies of two objects."""
    copies = []
    for at, words in enumerate(([b"hello", b"world"], [b"other", b"words"])):
        corpus, objects = tmp_path / f"{at}.corpus", tmp_path / f"{at}.objects"
        content = b"".join(bytes([len(word)]) + word for word in words)
        corpus.write_bytes(content)
        objects.write_bytes(write_frames((0, word) for word in words))
        digest = hashlib.sha256(content).hexdigest()
        copies.append(Copy(Corpus(ANY, corpus, digest, 2, ByteCount(len(content))), objects))
    return Data(tuple(copies), None)


def assignment_of(data: Data, *cells: PlannedProcess, **changes: object) -> Assignment:
    subject = str(cells[0].cell.subject)
    made = Assignment(data, opened(subject), (), cells, slack_s=20.0, probes=True)
    return dataclasses.replace(made, **changes)  # type: ignore[arg-type]


Start = Callable[..., MeasuringProcess]
Perform = Callable[..., ProcessRecord]


@pytest.fixture
def start(fake: BuiltRunner, data: Data, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Start:
    """A process of the fake that is yet to begin; a round takes no more turns than are asked for."""
    monkeypatch.setattr(turns, "ERROR", inf)
    folders = iter(range(1000))

    def start_it(subject: str, platform: str = "fake", **changes: object) -> MeasuringProcess:
        def connect(planned: PlannedProcess) -> Transport:
            return open_process(fake.program(platform), planned)

        cells = changes.pop("cells", (planned_of(subject, platform),))
        folder = tmp_path / f"process-{next(folders)}"
        folder.mkdir()
        own = changes.pop("data", data)
        return MeasuringProcess(assignment_of(own, *cells, **changes), connect, folder)  # type: ignore[arg-type, misc]

    return start_it


@pytest.fixture
def run(start: Start) -> Perform:
    """Let a process of the fake have all turns of a group to itself."""

    def perform_it(subject: str, platform: str = "fake", **changes: object) -> ProcessRecord:
        process = start(subject, platform, **changes)
        take_turns(process)
        return process.records()[0]

    return perform_it


def take_turns(*processes: MeasuringProcess, measure: Measure = SHORT) -> Group:
    """A group of these processes, which has ended."""
    pairs = [(at, at) for at in range(len(processes))]
    (group,) = in_groups(pairs, lambda member, _: processes[member], lambda _: 1, measure, Memory(), Random(1))
    return group


@pytest.fixture(scope="session")
def fake_module() -> object:
    sys.path.insert(0, str(FAKE))
    import fake_runner

    return fake_runner
