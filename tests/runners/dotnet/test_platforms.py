"""The platforms of .NET: each carries and times a codec, and has the counts that its runtime reports."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.runners.places import WORKLOADS, Bench, Place
from tests.runners.talk import Talk
from wirelab.execution.outputs import expected_sink, sums_of
from wirelab.model.cell import Operation
from wirelab.protocol.messages import (
    Cold,
    Decode,
    Decoded,
    Encode,
    Encoded,
    Load,
    Loaded,
    Open,
    Opened,
    Ready,
    Time,
    Timed,
)
from wirelab.schema.objects import frames_of

SCHOOL = WORKLOADS["school"]
PARAMETERS = {"metadata": "generated", "nulls": "omitted", "escaping": "strict", "output": "array"}
OPEN = Open(codec="system-text-json", parameters=PARAMETERS, compressor="gzip", level=6)
NOT_IN_WEBASSEMBLY = {"cpu_ns", "process_cpu_ns", "gc_ns", "compiled"}
FINEST_IN_A_PAGE_NS = 4_000, 6_000  # the clock of a page that is cross-origin isolated

pytestmark = [pytest.mark.timeout(1800), pytest.mark.builds]


@pytest.fixture
def talk(bench: Bench, place: Place) -> Iterator[Talk]:
    """A process of its own."""
    talk = Talk(bench.program(place, SCHOOL), place.answer_s)
    yield talk
    talk.end()


@pytest.fixture
def objects(bench: Bench, tmp_path: Path) -> Path:
    """A file of objects."""
    path = tmp_path / "objects"
    path.write_bytes(bench.smallest(SCHOOL).objects.read_bytes())
    return path


def loaded(talk: Talk, objects: Path) -> None:
    answer = talk.ask(Load(copies=[str(objects)] * 2))
    assert answer == Loaded(objects=len(frames_of(objects.read_bytes())))


def timed(talk: Talk, operation: str, files: Path | None = None) -> Timed:
    request = Time(operation=operation, calls=3, batches=4, collect=True, files=str(files) if files else None)
    answer = talk.ask(request)
    assert isinstance(answer, Timed), answer
    return answer


def test_every_name_is_offered_or_unavailable_and_the_clock_is_fine(place: Place, talk: Talk) -> None:
    ready = talk.greeted
    assert isinstance(ready, Ready)
    manifest = place.found.manifest
    assert sorted([*ready.versions, *ready.unavailable]) == sorted([*manifest.codecs, *manifest.compressors])
    if place.platform == "dotnet-wasm-browser":
        assert FINEST_IN_A_PAGE_NS[0] <= ready.timer_resolution_ns <= FINEST_IN_A_PAGE_NS[1]
    else:
        assert 0 < ready.timer_resolution_ns <= FINEST_IN_A_PAGE_NS[1]  # a busy machine adds to the 1 us of Node


def test_it_leaves_no_pipes_for_debuggers(place: Place, talk: Talk) -> None:
    for child in psutil.Process().children(recursive=True):
        kinds = f"dotnet-diagnostic-{child.pid}-*", f"clr-debug-pipe-{child.pid}-*"
        pipes = [path for kind in kinds for path in Path(tempfile.gettempdir()).glob(kind)]
        # An earlier process of the same number may have left some.
        assert [path for path in pipes if path.lstat().st_mtime >= child.create_time() - 1] == []


def test_it_carries_and_times(place: Place, talk: Talk, objects: Path, tmp_path: Path) -> None:
    encoded, decoded = tmp_path / "encoded", tmp_path / "decoded"
    loaded(talk, objects)
    assert talk.ask(OPEN) == Opened()
    assert isinstance(talk.ask(Encode(copy_index=1, file=str(encoded))), Encoded)
    assert isinstance(talk.ask(Decode(encoded=str(encoded), file=str(decoded))), Decoded)
    assert decoded.read_bytes() == objects.read_bytes()  # these have no maps, which could come in any order

    sums = [sums_of([data for _, data in frames_of(encoded.read_bytes())])] * 2
    for operation in (Operation.SERIALIZE, Operation.DESERIALIZE, Operation.COMPRESS):
        answer = timed(talk, operation)
        assert answer.sink == expected_sink(operation, sums, 12, compressed=True)
        unknown = NOT_IN_WEBASSEMBLY if "wasm" in place.platform else set()
        assert {name for name, column in answer if column is None} == unknown
        assert all(len(column) == 4 for name, column in answer if isinstance(column, list))
    for operation in (Operation.SERIALIZE, Operation.DESERIALIZE):
        assert timed(talk, operation, tmp_path).sink == expected_sink(operation, sums, 12, compressed=True)
    assert timed(talk, "canary").sink == 0


@pytest.mark.parametrize("operation", ["serialize", "deserialize"])
def test_a_cold_call_opens_the_codec(
    bench: Bench, place: Place, talk: Talk, objects: Path, tmp_path: Path, operation: str
) -> None:
    encoded = tmp_path / "encoded"
    other = Talk(bench.program(place, SCHOOL), place.answer_s)
    loaded(other, objects)
    other.ask(OPEN)
    other.ask(Encode(copy_index=0, file=str(encoded)))
    warm = timed(other, operation)
    other.end()
    loaded(talk, objects)
    request = Cold.model_validate(
        {**OPEN.model_dump(exclude={"type"}), "operation": operation, "encoded": str(encoded)}
    )
    answer = talk.ask(request)
    assert isinstance(answer, Timed), answer
    assert answer.sink * 12 == warm.sink
