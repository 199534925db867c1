"""Encoded data passed from one program to another: values that are read, differences, and the cost of a crash."""

import json
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from tests.execution.conftest import opened
from tests.statistics.in_process import InProcessTransport
from wirelab.building.build import BuiltRunner
from wirelab.building.program import open_process
from wirelab.execution.conversation import Conversation, LostError
from wirelab.execution.data import Data
from wirelab.execution.instructions import Counting
from wirelab.execution.short_conversations import Talk, why_not
from wirelab.execution.verification import Verification
from wirelab.model.cell import Operation
from wirelab.model.measurement import Loss, LossKind
from wirelab.process.transport import Transport
from wirelab.schema.compile import compile_schema
from wirelab.schema.objects import write_frames

PROTO = 'syntax = "proto3";\npackage p;\nmessage Thing { int32 id = 1; optional string note = 2; }\n'
WORDS = write_frames([(0, b"hello"), (0, b"world")])


def connect(fake: BuiltRunner, platform: str = "fake") -> Transport:
    return open_process(fake.program(platform))


def test_each_writes_or_says_why_not(fake: BuiltRunner, data: Data, tmp_path: Path) -> None:
    codecs = [opened(each) for each in ("steady", "crashes:when=encode", "steady+gzip", "refuses:when=encode")]
    plain, crashed, packed, refused = Talk(lambda: connect(fake), tmp_path, 20.0).written(data, codecs)
    assert isinstance(plain, Path)
    assert plain.read_bytes() == WORDS
    assert isinstance(crashed, Loss)
    assert crashed.kind is LossKind.CRASH
    assert isinstance(packed, Path), "a process after the crash did the rest"
    assert packed.read_bytes() != plain.read_bytes()
    assert isinstance(refused, Loss)
    assert refused.what == "I would prefer not to"
    nowhere = Talk(lambda: connect(fake, "fake-crashes-at-load"), tmp_path, 20.0).written(data, codecs[:2])
    assert all(isinstance(each, Loss) for each in nowhere)


def test_each_reads_the_same_or_says_what_differs(fake: BuiltRunner, data: Data, tmp_path: Path) -> None:
    steady, hanging, refusing = (opened(each) for each in ("steady", "hangs:when=decode", "refuses:when=decode"))
    same, other = tmp_path / "same", tmp_path / "other"
    same.write_bytes(WORDS)
    other.write_bytes(write_frames([(0, b"hello")]))
    tasks = [(steady, same), (hanging, same), (steady, other), (refusing, same), (steady, same)]
    read = Talk(lambda: connect(fake), tmp_path, 5.0).read(data, tasks)  # a busy machine starts a process in seconds
    said = [why_not(each) for each in read]
    assert [each.kind for each in read if isinstance(each, Loss)] == [LossKind.HANG, LossKind.CODEC]
    assert said[0] == said[4] == ""
    assert said[1].startswith("no answer to `decode`")
    assert said[2:4] == ["2 objects and came back as 1", "I would prefer not to"]


def test_what_differs_is_named_by_its_path(fake: BuiltRunner, data: Data, tmp_path: Path) -> None:
    (tmp_path / "p.proto").write_text(PROTO)
    types = compile_schema("p", tmp_path / "p.proto", "p.Thing")
    wrong = tmp_path / "wrong"
    data.copies[0].objects.write_bytes(write_frames([(0, b"\x08\x05"), (0, b"\x08\x06\x12\x01x")]))
    wrong.write_bytes(write_frames([(0, b"\x08\x05"), (0, b"\x08\x06\x12\x00")]))
    tasks = [(opened("steady"), wrong)]
    (said,) = Talk(lambda: connect(fake), tmp_path, 20.0).read(replace(data, types=types), tasks)
    assert said == '[1].note was "x" and came back as ""'


ANSWERS: dict[str, dict[str, object]] = {
    "hello": {"type": "ready", "protocol": 2, "runner": "r", "runtime": "r", "timer_resolution_ns": 1, "versions": {}},
    "load": {"type": "loaded", "objects": 2},
    "open": {"type": "opened"},
    "encode": {"type": "encoded", "objects": 2},
    "decode": {"type": "decoded", "objects": 2},
    "relay": {"type": "relayed", "objects": 2},
    "time": {"type": "timed", "start_ns": [], "ns": [], "sink": 0},
}


def idle(*, writes: bool) -> Transport:
    """A runner that answers as it should and times nothing; unless it `writes`, it leaves no file, either."""

    def answer(line: bytes) -> list[bytes]:
        request = json.loads(line)
        if request["type"] == "bye":
            raise SystemExit(0)
        if writes and "file" in request:
            Path(request["file"]).write_bytes(WORDS)
        return [json.dumps(ANSWERS[request["type"]]).encode() + b"\n"]

    return cast("Transport", InProcessTransport(answer))


def test_a_file_that_is_not_written_is_a_loss_although_one_was_there_before(data: Data, tmp_path: Path) -> None:
    given = tmp_path / "given"
    for file in (given, *(tmp_path / name for name in ("written-0", "read", "relayed-0", "encoded"))):
        file.write_bytes(WORDS)
    talk, steady = Talk(lambda: idle(writes=False), tmp_path, 20.0), opened("steady")
    tasks = [(steady, given)]
    asked = (
        talk.written(data, [steady]),
        talk.read(data, tasks),
        talk.relayed(tasks),
        talk.own_seconds(tasks, 3, None),  # type: ignore[arg-type]
    )
    said = [each.what for (each,) in asked if isinstance(each, Loss)]
    assert said == [f"it answered `{each}` and wrote no file" for each in ("encode", "decode", "relay", "encode")]


def test_batches_that_are_not_timed_are_a_loss(data: Data, tmp_path: Path) -> None:
    given = tmp_path / "given"
    given.write_bytes(WORDS)
    talk = Talk(lambda: idle(writes=True), tmp_path, 20.0)
    (decoding,) = talk.own_seconds([(opened("steady"), given)], 3, None)  # type: ignore[arg-type]
    counting = Counting(lambda _: idle(writes=True), data, opened("steady"), Operation.SERIALIZE, 20.0)
    counted = counting.of_a_call(tmp_path)
    assert isinstance(decoding, Loss)
    assert isinstance(counted, Loss)
    assert [decoding.what, counted.what] == [f"it timed 0 batches instead of {asked}" for asked in (3, 1)]


def test_what_an_earlier_verification_left_proves_nothing(data: Data, tmp_path: Path) -> None:
    verification = Verification(data, tmp_path, 20.0, keeps_encoded=False)
    verification.check(Conversation(lambda: idle(writes=True)), copy=0)
    with pytest.raises(LostError, match=r"decode\(encode\(x\)\) is not x: it wrote no file"):
        verification.check(Conversation(lambda: idle(writes=False)), copy=0)
