"""Few bytes that unpack to many zeros: libraries that unpack them find so many."""

import gzip
import io
import shutil
import subprocess
import zlib

import pytest
import zstandard

from tests.conftest import require
from wirelab.workload.compatibility.bombs import Packing, crc_of_zeros, packed

MIB = 1 << 20
SIZES = (MIB, 5 * MIB, 16 * MIB, 33 * MIB)


def unpacked(packing: Packing, content: bytes) -> bytes:
    match packing:
        case "gzip":
            return gzip.decompress(content)
        case "zlib":
            return zlib.decompress(content)
        case "zstd":
            return zstandard.ZstdDecompressor().decompress(content)
        case "lz4":
            return _lz4(content)
        case "brotli":
            require("node", bool(shutil.which("node")), "no node on PATH")
            program = "process.stdout.write(require('zlib').brotliDecompressSync(require('fs').readFileSync(0)))"
            return subprocess.run(["node", "-e", program], input=content, capture_output=True, check=True).stdout


def _lz4(content: bytes) -> bytes:
    """The frame format's blocks, by its specification: no library of the lab reads it."""
    assert content[:7] == bytes.fromhex("04224d18607073")
    out, at = io.BytesIO(), 7
    while size := int.from_bytes(content[at : at + 4], "little"):
        out.write(_lz4_block(content[at + 4 : at + 4 + size]))
        at += 4 + size
    assert at + 4 == len(content)
    return out.getvalue()


def _lz4_block(block: bytes) -> bytes:
    out, at = bytearray(), 0
    while True:
        literals, copied = block[at] >> 4, block[at] & 15
        at += 1
        assert literals < 15, "none of ours has more"
        out += block[at : at + literals]
        at += literals
        if at == len(block):
            assert literals >= 5, "the last five bytes are literals"
            return bytes(out)
        distance = int.from_bytes(block[at : at + 2], "little")
        at += 2
        more = 255
        while copied >= 15 and more == 255:
            more = block[at]
            copied, at = copied + more, at + 1
        assert distance == 1
        out += out[-1:] * (copied + 4)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("packing", ["gzip", "zlib", "zstd", "brotli", "lz4"])
def test_it_unpacks_to_so_many_zeros(packing: Packing, size: int) -> None:
    content = packed(packing, size)
    assert len(content) < size / 200
    assert unpacked(packing, content) == bytes(size)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 255, 256, 65_537, 1_000_001])
def test_the_check_sum_of_zeros(count: int) -> None:
    assert crc_of_zeros(count) == zlib.crc32(bytes(count))


@pytest.mark.parametrize("size", [0, -MIB, MIB + 1, 7])
def test_other_sizes_are_none(size: int) -> None:
    with pytest.raises(ValueError, match="no multiple"):
        packed("gzip", size)


def test_eight_gibibytes_are_made_at_once() -> None:
    """The largest of `inputs.toml`: nothing of it is ever in memory."""
    assert {packing: len(packed(packing, 8 << 30)) < 40_000_000 for packing in ("gzip", "zstd", "brotli", "lz4")} == {
        "gzip": True,
        "zstd": True,
        "brotli": True,
        "lz4": True,
    }
