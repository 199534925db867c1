"""The parts of a Rust codec whose library has messages of its own."""

import pytest

from tests.runners.places import PLACES, WORKLOADS, Bench
from wirelab.execution.data import open_request
from wirelab.model.subject import Subject
from wirelab.protocol.messages import Time, Timed

(RUST,) = [place for place in PLACES if place.runner == "rust-prost"]


@pytest.mark.builds
@pytest.mark.parametrize("name", ["school", "microblog"])
def test_parts_allocate_what_the_whole_does(bench: Bench, name: str) -> None:
    """A part that allocates the same, to the byte, does what it does in the whole: nothing else compares so exactly."""
    talk, copy = bench.talk(RUST, WORKLOADS[name]), bench.smallest(WORKLOADS[name])
    assert talk.take(open_request(Subject("prost"), bench.ready(RUST)), copy) == ""

    def allocated(operation: str) -> int:
        timed = talk.ask(Time(operation=operation, calls=3, batches=2))
        assert isinstance(timed, Timed)
        assert timed.allocated_bytes is not None
        return timed.allocated_bytes[-1]

    whole, *parts = map(allocated, ("serialize", "build", "write", "deserialize", "parse", "unbuild"))
    assert whole == parts[0] + parts[1]
    assert parts[2] == parts[3] + parts[4]
