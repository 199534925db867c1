"""Encoded data passed from one program to another: what is read, what differs, and what a crash costs."""

from dataclasses import replace
from pathlib import Path

from tests.execution.conftest import opened
from wirelab.building.build import BuiltRunner
from wirelab.building.program import open_process
from wirelab.execution.data import Data
from wirelab.execution.short_conversations import Talk, why_not
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
    read = Talk(lambda: connect(fake), tmp_path, 1.0).read(data, tasks)
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
