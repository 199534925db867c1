"""The page: what it measures with."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.runners.places import WORKLOADS, Bench, Place, Talk
from wirelab.execution.outputs import expected_sink, sums_of
from wirelab.model.cell import Operation
from wirelab.protocol.messages import (
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

EVENTS = WORKLOADS["site-events"]
ZIPPED = Open(codec="json-v8", parameters={}, compressor="gzipstream", level=6)
FINEST_NS = 4_000, 6_000  # what a page that is cross-origin isolated gets
CALLS, BATCHES = 3, 2

pytestmark = [pytest.mark.timeout(1800), pytest.mark.builds]


@pytest.fixture
def talk(bench: Bench, in_page: Place) -> Iterator[Talk]:
    """A process of its own."""
    talk = Talk(bench.program(in_page, EVENTS), in_page.answer_s)
    yield talk
    talk.end()


def test_it_is_isolated_and_times_what_a_compressor_makes_that_is_waited_for(
    bench: Bench, talk: Talk, tmp_path: Path
) -> None:
    ready, objects = talk.greeted, bench.smallest(EVENTS).objects
    assert isinstance(ready, Ready)
    assert ready.details["page"].startswith("cross-origin isolated")
    assert FINEST_NS[0] <= ready.timer_resolution_ns <= FINEST_NS[1]
    encoded, decoded = tmp_path / "encoded", tmp_path / "decoded"
    frames = frames_of(objects.read_bytes())
    assert talk.ask(Load(copies=[str(objects)])) == Loaded(objects=len(frames))
    assert talk.ask(ZIPPED) == Opened()
    assert isinstance(talk.ask(Encode(copy_index=0, file=str(encoded))), Encoded)
    assert isinstance(talk.ask(Decode(encoded=str(encoded), file=str(decoded))), Decoded)
    assert decoded.read_bytes() == objects.read_bytes()
    sums = [sums_of([data for _, data in frames_of(encoded.read_bytes())])]
    for files in (None, str(tmp_path)):
        for operation in (Operation.SERIALIZE, Operation.DESERIALIZE):
            answer = talk.ask(Time(operation=operation, calls=CALLS, batches=BATCHES, collect=True, files=files))
            assert isinstance(answer, Timed), answer
            assert answer.sink == expected_sink(operation, sums, CALLS * BATCHES, compressed=True)
            assert {name for name, column in answer if column is None} == {
                "allocated_bytes", "cpu_ns", "process_cpu_ns", "gc_count", "gc_ns", "compiled",
            }  # fmt: skip
