import json
import time

import pytest

from wirelab.protocol.lines import ProtocolError, encode_request, parse_answer, refusal, shorten
from wirelab.protocol.messages import BatchTimed, Bye, Loaded, Ready, Version


def test_a_request_is_one_line() -> None:
    assert encode_request(Bye()) == b'{"type":"bye"}\n'


GARBAGE = [
    (b"Exception in thread main", "Invalid JSON", "Exception in thread main"),
    (b"\xff\xfe", "Invalid JSON", "\\xff\\xfe"),
    (b"", "Invalid JSON", ""),
    (b'{"type": "dance"}', "'dance'", "dance"),
    (b'{"type": "loaded", "objects": -1}', "loaded.objects", "-1"),
    (b"x" * 10_000, "Invalid JSON", "… (10000 bytes)"),
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


@pytest.mark.parametrize(("major", "refused"), [(1, False), (0, True), (2, True)])
def test_another_major_version_is_refused(major: int, refused: bool) -> None:
    ready = Ready(
        protocol=Version(major=major, minor=9),
        runner="x",
        runtime="x",
        timer_resolution_ns=1,
        codecs=[],
        compressors=[],
    )

    why = refusal(ready)

    assert (why is not None) is refused
    assert why is None or f"version {major}.9 of the runner protocol, this lab speaks 1.3" in why


def test_batches_are_cheap_to_read() -> None:
    batch = {"type": "batch", "phase": "measured", "start_ns": 1 << 50, "calls": 1000, "ns": 10_000_000, "canary_ns": 1}
    line = json.dumps(batch).encode()
    assert isinstance(parse_answer(line), BatchTimed)

    def read() -> float:
        began = time.perf_counter()
        for _ in range(200):
            parse_answer(line)
        return time.perf_counter() - began

    assert min(read() for _ in range(5)) < 0.01
