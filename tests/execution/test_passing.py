"""Encoded data passed from one program to another: what is read, what differs, and what a crash costs."""

from dataclasses import replace
from pathlib import Path

from wirelab.building.build import BuiltRunner
from wirelab.building.program import open_process
from wirelab.execution.measuring import Assignment
from wirelab.execution.passing import read_each, write_each
from wirelab.model.measurement import Loss, LossKind
from wirelab.model.subject import parse_subject
from wirelab.process.transport import Transport
from wirelab.schema.compile import compile_schema

SUBJECTS = [parse_subject(text) for text in ("steady", "crashes:when=encode", "steady+gzip", "refuses:when=encode")]
PROTO = 'syntax = "proto3";\npackage p;\nmessage Thing { int32 id = 1; optional string note = 2; }\n'


def connect(fake: BuiltRunner, platform: str = "fake") -> Transport:
    return open_process(fake.program(platform))


def test_each_writes_or_says_why_not(fake: BuiltRunner, assignment: Assignment, tmp_path: Path) -> None:
    written = write_each(lambda: connect(fake), assignment, SUBJECTS, tmp_path)
    plain, crashed, packed, refused = (written[subject] for subject in SUBJECTS)
    assert isinstance(plain, Path)
    assert plain.read_bytes() == b"\x05hello\x05world"
    assert isinstance(crashed, Loss)
    assert crashed.kind is LossKind.CRASH
    assert isinstance(packed, Path), "the process after the crash went on"
    assert packed.read_bytes() != plain.read_bytes()
    assert isinstance(refused, Loss)
    assert refused.what == "I would prefer not to"
    nowhere = write_each(lambda: connect(fake, "fake-crashes-at-load"), assignment, SUBJECTS[:2], tmp_path)
    assert all(isinstance(each, Loss) for each in nowhere.values())


def test_each_reads_the_same_or_says_what_differs(fake: BuiltRunner, assignment: Assignment, tmp_path: Path) -> None:
    steady, crashing, refusing = (
        parse_subject(each) for each in ("steady", "hangs:when=decode", "refuses:when=decode")
    )
    same, other = tmp_path / "same", tmp_path / "other"
    same.write_bytes(b"\x05hello\x05world")
    other.write_bytes(b"\x05hello")
    hurried = replace(assignment, slack_s=1.0)
    tasks = [(steady, same), (crashing, same), (steady, other), (refusing, same), (steady, same)]
    said = read_each(lambda: connect(fake), hurried, tasks, tmp_path)
    assert said[0] == said[4] == ""
    assert said[1].startswith("no answer to `decode`")
    assert said[2:4] == ["2 objects come back as 1", "I would prefer not to"]


def test_what_differs_is_named_by_its_path(fake: BuiltRunner, assignment: Assignment, tmp_path: Path) -> None:
    (tmp_path / "p.proto").write_text(PROTO)
    types = compile_schema("p", tmp_path / "p.proto", "p.Thing")
    wrong = tmp_path / "wrong"
    assignment.corpus.path.write_bytes(b"\x02\x08\x05\x05\x08\x06\x12\x01x")
    wrong.write_bytes(b"\x02\x08\x05\x04\x08\x07\x12\x00")
    tasks = [(parse_subject("steady"), wrong)]
    (said,) = read_each(lambda: connect(fake), replace(assignment, types=types), tasks, tmp_path)
    assert said == "id: 6 comes back as 7 (in row 2); note: 'x' comes back as '' (in row 2)"
