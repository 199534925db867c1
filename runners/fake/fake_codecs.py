"""What codecs do to bytes, which is next to nothing; the sink's sum over bytes; files of objects."""

import gzip
import zlib
from pathlib import Path

from fake_versions import OTHER_BYTES, at_least


class Codec:
    """The open codec.

    Attributes:
        name: of the codec.
        parameters: a value for each.
        compressor: its name, or None.
    """

    def __init__(self, request, place):
        self.name, self.parameters = request["codec"], request["parameters"]
        self.compressor, self._level = request.get("compressor"), request.get("level")
        dictionary = request.get("dictionary")
        self._dictionary = {} if dictionary is None else {"zdict": Path(dictionary).read_bytes()}
        mark = place.encode()
        self._prefix = bytes([len(mark)]) + mark if self.name == "unlike-itself" else b""
        self._sign = b"\xff2" if self.name == "released" and at_least(OTHER_BYTES) else b""

    def write(self, message):
        """The bytes of an object, before the compressor."""
        return self._prefix + self._sign + message

    def compress(self, data):
        """The same behind the compressor, if there is one."""
        if self.compressor == "zlib-dictionary":
            packer = zlib.compressobj(self._level, **self._dictionary)
            return packer.compress(data) + packer.flush()
        return gzip.compress(data, self._level, mtime=0) if self.compressor else data

    def _decompress(self, encoded):
        if self.compressor == "zlib-dictionary":
            return zlib.decompressobj(**self._dictionary).decompress(encoded)
        return gzip.decompress(encoded) if self.compressor else encoded

    def encode(self, message):
        """The encoded bytes of an object."""
        return self.compress(self.write(message))

    def decode(self, encoded):
        """The object of encoded bytes.

        Raises:
            ValueError: they are not what the compressor writes.
        """
        try:
            data = self._decompress(encoded)
        except (OSError, EOFError, zlib.error) as error:
            raise ValueError(f"cannot decode: {error}") from None
        if self._prefix and not data:
            raise ValueError("cannot decode: the mark of the process is missing")
        if self.name == "released" and data.startswith(b"\xff2") and not self._sign:
            raise ValueError("cannot decode: it begins with a sign that nobody knows")
        data = data.removeprefix(self._sign)
        return data[1 + data[0] :] if self._prefix else data


def sink_of_bytes(outputs):
    """What the sink adds up over outputs of bytes."""
    return sum(len(out) + out[0] + out[len(out) // 2] + out[-1] for out in outputs if out)


def read_frames(path):
    """The frames of a file of objects, or of encoded objects: the type and the bytes of each."""
    data, at, frames = Path(path).read_bytes(), 0, []
    while at < len(data):
        kind, at = _varint(data, at)
        length, at = _varint(data, at)
        if at + length > len(data):
            raise ValueError(f"{path} ends within a frame")
        frames.append((kind, data[at : at + length]))
        at += length
    return frames


def write_frames(path, frames):
    """The reverse of `read_frames`."""
    parts = (part for kind, data in frames for part in (_as_varint(kind), _as_varint(len(data)), data))
    Path(path).write_bytes(b"".join(parts))


def _varint(data, at):
    number = shift = 0
    while True:
        byte = data[at]
        at += 1
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return number, at


def _as_varint(number):
    encoded = bytearray()
    while number >= 0x80:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*encoded, number])
