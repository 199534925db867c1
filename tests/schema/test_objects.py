"""Files of objects: frames, and the files that a corpus is taken apart into."""

import io
from functools import cache

import pytest

from tests.conftest import ROOT
from wirelab.model.errors import DefinitionError
from wirelab.schema.compile import CompiledSchema, compile_schema
from wirelab.schema.fill import fill
from wirelab.schema.messages import message_class, serialize, write_corpus
from wirelab.schema.objects import frames_of, take_apart, write_frames

PROTO = """syntax = "proto3";
message Root { int32 at = 1; Event event = 4; string note = 9; }
message Event { oneof what { Added added = 7; Gone gone = 3; } }
message Added { map<string, int32> counts = 1; }
message Gone {}
"""


@cache
def torture() -> CompiledSchema:
    return compile_schema("torture", ROOT / "protocol" / "v2" / "workloads" / "torture" / "torture.proto")


def filled(types, values):
    message = message_class(types.descriptor_set, types.root)()
    fill(message, values, "")
    return message


def corpus_of(types, *values):
    stream = io.BytesIO()
    write_corpus(stream, [filled(types, each) for each in values])
    return stream.getvalue()


@pytest.fixture
def events(tmp_path):
    (tmp_path / "events.proto").write_text(PROTO)
    return compile_schema("events", tmp_path / "events.proto", "Root", payload="event")


@pytest.mark.parametrize("length", [0, 1, 127, 128, 16_383, 16_384, 100_000])
@pytest.mark.parametrize("kind", [0, 1, 127, 128])
def test_frames(kind, length):
    frames = [(kind, b"x" * length), (0, b""), (200, b"y")]
    assert frames_of(write_frames(frames)) == frames


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"\x00\x05abc", "object 0 is not framed: it ends 2 bytes before"),
        (b"\x00\x01a\x00", "object 1 is not framed: there is no varint"),
        (b"\x80", "object 0 is not framed: there is no varint"),
        (b"\x00" + b"\xff" * 11, "object 0 is not framed: there is no varint"),
    ],
)
def test_broken_frames(data, says):
    with pytest.raises(DefinitionError, match=says):
        frames_of(data)


def test_without_a_payload_the_objects_are_the_roots():
    one, two = {"title": "a", "maps": {"int32_int32": {2: 1, -1: 3}}}, {}
    objects, columns = take_apart(corpus_of(torture(), one, two), torture())
    assert frames_of(objects) == [(0, serialize(filled(torture(), one))), (0, b"")]
    assert columns is None


def test_payloads_and_columns(events):
    gone, added = {"at": 3, "event": {"gone": {}}, "note": "n"}, {"event": {"added": {"counts": {"b": 1, "a": 2}}}}
    objects, columns = take_apart(corpus_of(events, gone, added), events)
    kept = {"at": 3, "event": {"gone": {}}, "note": "n"}, {"event": {"added": {}}}
    assert columns is not None
    assert frames_of(columns) == [(0, serialize(filled(events, each))) for each in kept]
    assert [kind for kind, _ in frames_of(objects)] == [0, 1]  # by the members' numbers
    assert frames_of(objects)[1][1] == serialize(filled(events, added))[4:]


@pytest.mark.parametrize("values", [{"at": 1}, {"event": {}}])
def test_an_object_without_a_payload(events, values):
    with pytest.raises(DefinitionError, match="object 0 has no payload in its field 'event'"):
        take_apart(corpus_of(events, values), events)
