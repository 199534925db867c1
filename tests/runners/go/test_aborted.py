"""A Go program that aborts: its runtime ends it, and nothing in it can recover from that."""

from pathlib import Path

import pytest

from tests.runners.places import PLACES, WORKLOADS, Bench
from tests.runners.talk import LostProcessError
from wirelab.execution.data import open_request
from wirelab.model.subject import Subject
from wirelab.protocol.messages import Decode
from wirelab.schema.objects import write_frames
from wirelab.schema.varint import varint

pytestmark = [pytest.mark.builds, pytest.mark.timeout(1800)]
(GO,) = [place for place in PLACES if place.runner == "go"]
DEPTH = 3_000_000  # more than a stack of Go's greatest size has calls
NODE, LEFT = b"\x42", b"\x12"  # tags of Torture.node and Node.left


@pytest.mark.exhaustive
def test_a_stack_that_overflows_is_one_lost_process_whose_reason_is_kept(bench: Bench, tmp_path: Path) -> None:
    talk = bench.talk(GO, WORKLOADS["torture"])
    assert talk.open(open_request(Subject("vtprotobuf"), bench.ready(GO))) == ""
    file = tmp_path / "encoded"
    file.write_bytes(write_frames([(0, nested())]))
    with pytest.raises(LostProcessError, match=r"(?s)EndedError.*fatal error: stack overflow"):
        talk.ask(Decode(encoded=str(file), file=str(tmp_path / "read")))
    assert bench.talk(GO, WORKLOADS["torture"]) is not talk


def nested() -> bytes:
    """An object whose first node holds a node, which holds one, and so on."""
    heads, size = [], 0
    for tag in (*[LEFT] * DEPTH, NODE):
        heads.append(tag + varint(size))
        size += len(heads[-1])
    return b"".join(reversed(heads))
