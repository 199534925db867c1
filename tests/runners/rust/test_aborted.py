"""A Rust program that aborts: a stack that overflows is no panic, and nothing in the program can catch it."""

from pathlib import Path

import pytest

from tests.runners.places import PLACES, WORKLOADS, Bench, LostProcessError
from wirelab.execution.data import open_request
from wirelab.model.subject import Subject
from wirelab.protocol.messages import Decode
from wirelab.schema.objects import write_frames

pytestmark = pytest.mark.builds
(RUST,) = [place for place in PLACES if place.runner == "rust-serde"]
DEPTH = 1_000_000  # more than the stack of a main thread has calls
# An empty title, six fields that are absent, then a node: its value, and the next node in it. postcard has no limit.
NESTED = bytes([0] * 7 + [1] + [0, 1] * DEPTH)


def test_a_stack_that_overflows_is_one_lost_process_whose_reason_is_kept(bench: Bench, tmp_path: Path) -> None:
    talk = bench.talk(RUST, WORKLOADS["torture"])
    assert talk.open(open_request(Subject("postcard"), bench.ready(RUST))) == ""
    file = tmp_path / "encoded"
    file.write_bytes(write_frames([(0, NESTED)]))
    with pytest.raises(LostProcessError, match=r"(?s)EndedError.*overflowed its stack"):
        talk.ask(Decode(encoded=str(file), file=str(tmp_path / "read")))
    assert bench.talk(RUST, WORKLOADS["torture"]) is not talk
