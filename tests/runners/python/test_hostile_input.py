"""Bytes that are broken: a codec refuses them or reads something, and the process lives on."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.runners.python.conftest import RUNNER, Talk, load_of
from wirelab.building.runners import load_runner
from wirelab.protocol.messages import Decoded, Encoded, Fault, Loaded, Verified
from wirelab.workload.corpus import Corpus

CODECS = tuple(load_runner(RUNNER).manifest.codecs)
MOST_INPUTS = 500


def frames(file: bytes) -> Iterator[bytes]:
    """The payloads of a file, each behind its length as a varint."""
    at = 0
    while at < len(file):
        length = shift = 0
        while True:
            byte = file[at]
            at += 1
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        yield file[at : at + length]
        at += length


def framed(payload: bytes) -> bytes:
    length, varint = len(payload), bytearray()
    while length >= 0x80:
        varint.append(length & 0x7F | 0x80)
        length >>= 7
    return bytes([*varint, length]) + payload


def broken(payload: bytes, most: int) -> Iterator[bytes]:
    """Cut off at places, and with one bit flipped there: at every place, or as many as there may be."""
    stride = -(-2 * len(payload) // most)
    for place in range(0, len(payload), stride):
        yield payload[:place]
        flipped = payload[place] ^ (1 << (place // stride * 5 % 8))
        yield payload[:place] + bytes([flipped]) + payload[place + 1 :]


@pytest.mark.parametrize("codec", CODECS)
def test_bytes_cut_off_or_flipped_anywhere_are_refused_or_read(
    talk: Callable[..., Talk], corpus: Callable[[str, str, str], Corpus], tmp_path: Path, codec: str
) -> None:
    process, plain = talk("torture"), corpus("torture", "1", "plain")
    subject, file = {"codec": codec}, tmp_path / "encoded"
    assert isinstance(process.ask(load_of(plain)), Loaded)
    assert isinstance(process.ask({"type": "encode", "subject": subject, "file": str(file)}), Encoded)
    payload = max(frames(file.read_bytes()), key=len)
    refused = 0
    for one in broken(payload, MOST_INPUTS):
        file.write_bytes(framed(one))
        request = {"type": "decode", "workload": "torture", "file": str(file), "corpus": str(tmp_path / "read")}
        answer = process.ask(request | {"subject": subject})
        if isinstance(answer, Fault):
            # Lengths that the input states may ask for more memory than there is.
            assert answer.fault == "codec" or "MemoryError" in answer.message, answer
            refused += 1
        else:
            assert isinstance(answer, Decoded), answer
    assert refused > 0
    assert isinstance(process.ask({"type": "verify", "subject": subject}), Verified)
