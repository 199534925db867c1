import json

import pytest

from wirelab.protocol.lines import ProtocolError, encode_request, parse_answer, refusal, shorten
from wirelab.protocol.messages import Bye, Loaded, Ready


def test_a_request_is_one_line() -> None:
    assert encode_request(Bye()) == b'{"type":"bye"}\n'


READY = b'{"type":"ready","protocol":2,"runner":"x","runtime":"x","timer_resolution_ns":1.0,"versions":{}}'


def timed(column: str, value: int) -> bytes:
    """An answer with one batch, and this value in a column."""
    return json.dumps({"type": "timed", "start_ns": [1], "ns": [1], "sink": 0, column: [value]}).encode()


GARBAGE = [
    (b"Exception in thread main", "something else was written to stdout", "Exception in thread main"),
    (b"\xff\xfe", "something else was written to stdout", "\\xff\\xfe"),
    (b"", "something else was written to stdout", ""),
    (b"42", "something else was written to stdout", "42"),
    (b'loading... {"type": "loaded", "objects": 1}', "something else was written to stdout", "loading..."),
    (b'{"type": "dance"}', "'dance'", "dance"),
    (b'{"type": "loaded", "objects": -1}', "loaded.objects", "-1"),
    # Values that no lab can keep: a column of 64 bits, and JSON without infinities.
    (timed("allocated_bytes", 10**30), "timed.allocated_bytes.0", str(10**30)),
    (timed("start_ns", 1 << 63), "timed.start_ns.0", str(1 << 63)),
    (READY.replace(b"1.0", b"1e999"), "ready.timer_resolution_ns", "1e999"),
    (b"x" * 10_000, "something else was written to stdout", "… (10000 bytes)"),
    (b"[" * 10_000, "something else was written to stdout", "… (10000 bytes)"),
]


@pytest.mark.parametrize(("line", "what", "seen"), GARBAGE)
def test_what_is_no_answer(line: bytes, what: str, seen: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        parse_answer(line)

    assert what in caught.value.what
    assert seen in caught.value.seen
    assert len(caught.value.seen) < 400


def test_what_a_later_version_adds_is_left_aside_unless_one_is_strict() -> None:
    line = b'{"type": "loaded", "objects": 1, "mood": "good"}'

    assert parse_answer(line) == Loaded(objects=1)
    with pytest.raises(ProtocolError, match="mood"):
        parse_answer(line, strict=True)


def test_what_is_shown_is_printable() -> None:
    assert shorten(b"\x1b[31mred\x00 \xc3\xa4\r\n") == "\\x1b[31mred\\x00 ä"


@pytest.mark.parametrize(("version", "refused"), [(2, False), (1, True), (3, True)])
def test_another_version_is_refused(version: int, refused: bool) -> None:
    ready = Ready(protocol=version, runner="x", runtime="x", timer_resolution_ns=1, versions={})
    why = refusal(ready)
    assert (why is not None) is refused
    assert why is None or why == f"it speaks version {version} of the runner protocol, this lab speaks 2"


@pytest.mark.parametrize("objects", [b'"1"', b"true"])
def test_a_number_in_quotes_is_no_number_where_one_is_strict(objects: bytes) -> None:
    line = b'{"type": "loaded", "objects": %s}' % objects

    assert parse_answer(line) == Loaded(objects=1)
    with pytest.raises(ProtocolError, match=r"loaded\.objects"):
        parse_answer(line, strict=True)
