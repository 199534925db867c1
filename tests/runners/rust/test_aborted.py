"""A Rust program that aborts: a stack that overflows is no panic, and nothing in the program can catch it."""

from pathlib import Path

import pytest

from tests.runners.places import PLACES, WORKLOADS, Bench
from tests.runners.talk import LostProcessError
from wirelab.execution.data import open_request
from wirelab.model.subject import Subject
from wirelab.protocol.messages import Load
from wirelab.schema.objects import write_frames
from wirelab.schema.varint import varint

pytestmark = pytest.mark.builds
(RUST,) = [place for place in PLACES if place.runner == "rust-prost"]
DEPTH = 200_000  # more than the stack of a main thread has calls
# The bytes before the node of a root, and before a node within another.
NODE, LEFT = bytes([8 << 3 | 2]), bytes([2 << 3 | 2])


def nested(depth: int) -> bytes:
    """An object of torture: nodes, each the left one of that before it."""
    heads, size = [], 0
    for at in range(depth):
        heads.append((LEFT if at < depth - 1 else NODE) + varint(size))
        size += len(heads[-1])
    return b"".join(reversed(heads))


@pytest.mark.exhaustive
def test_a_stack_that_overflows_is_one_lost_process_whose_reason_is_kept(bench: Bench, tmp_path: Path) -> None:
    torture, file = WORKLOADS["torture"], tmp_path / "objects"
    talk = bench.talk(RUST, torture)
    file.write_bytes(write_frames([(0, nested(DEPTH))]))
    assert talk.ask(Load(copies=[str(bench.smallest(torture).objects)]))
    assert talk.open(open_request(Subject("prost"), bench.ready(RUST))) == "", (
        "files are read for the codec that is open"
    )
    with pytest.raises(LostProcessError, match=r"(?s)EndedError.*overflowed its stack"):
        talk.ask(Load(copies=[str(file)]))
    assert bench.talk(RUST, torture) is not talk
