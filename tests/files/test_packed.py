"""Packed bytes: several frames, frames that lack their end, and streams that can be read once."""

import gzip
import os
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from wirelab.files.packed import Source
from wirelab.model.errors import DefinitionError, HostError

ROWS = b"".join(b"%d,%d\n" % (n, n * n) for n in range(100_000))
ENOUGH = 1 << 30


def test_frames_one_after_the_other() -> None:
    packed = b"".join(map(zstandard.compress, (ROWS, b"", b"end\n")))
    assert Source(packed, "data x", ENOUGH).read() == ROWS + b"end\n"
    assert list(Source(packed, "data x", ENOUGH).lines())[-2:] == [b"99999,9999800001\n", b"end\n"]


@pytest.mark.parametrize("lacks", [1, 100, 10_000])
@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_what_lacks_its_end(pack: Callable[[bytes], bytes], lacks: int) -> None:
    source = Source(pack(ROWS)[:-lacks], "data x", ENOUGH)
    with pytest.raises(DefinitionError, match="data x: it is packed, but cannot be unpacked"):
        source.read()


def test_a_pipe_cannot_be_read_from_its_start() -> None:
    ours, theirs = os.pipe()
    os.write(theirs, b"some bytes")
    os.close(theirs)
    with pytest.raises(HostError, match="data x: it cannot be read"):
        Source(Path(f"/dev/fd/{ours}"), "data x", ENOUGH).read()
    os.close(ours)
