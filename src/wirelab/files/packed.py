"""What gzip and Zstandard have packed, unpacked: recognized by its first bytes, not by its name."""

import gzip
import zlib

from zstandard import ZstdDecompressor, ZstdError

from wirelab.model.errors import DefinitionError

_GZIP, _ZSTANDARD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"


def unpacked(data: bytes, part: str) -> bytes:
    """The data that was packed, or `data` itself; a DefinitionError with `part` if it is damaged."""
    try:
        if data.startswith(_GZIP):
            return gzip.decompress(data)
        if data.startswith(_ZSTANDARD):
            with ZstdDecompressor().stream_reader(data, read_across_frames=True) as stream:
                return stream.read()
    except (EOFError, zlib.error, gzip.BadGzipFile, ZstdError) as error:
        what = "it is packed, but cannot be unpacked"
        raise DefinitionError(part, what, why=str(error), remedy="pack it again; its end may be missing") from None
    return data
