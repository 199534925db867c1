"""An open codec, with the compressor behind it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wirelab_runner.codec import Calls
from wirelab_runner.codecs import CODECS
from wirelab_runner.compressors import COMPRESSORS, Squeeze
from wirelab_runner.faults import blamed_on
from wirelab_runner.rendered import Kind, Types

Operate = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Subject:
    """A codec and a compressor that are ready.

    Attributes:
        name: the codec's.
        kind: which of the rendered domain types it takes.
        operations: for each payload type, what is done with one object, by the operation's name; `plain` is
            `serialize` before the compressor, `relay` writes again what it reads, and `offer` serves what `exchange`
            fetches.
    """

    name: str
    kind: Kind
    operations: Sequence[Mapping[str, Operate]]

    def each(self, operation: str, types: Iterable[int]) -> Iterable[Operate]:
        """The functions of an operation for objects of these types."""
        return map([of_type[operation] for of_type in self.operations].__getitem__, types)


def kind_of(named: Mapping[str, Any]) -> Kind:
    """Which of the rendered domain types the codec takes that a request names."""
    return CODECS[named["codec"]].kind_of(named["parameters"])


def open_subject(named: Mapping[str, Any], types: Types) -> Subject:
    """Import the libraries that a request names, and set them up for each payload type."""
    codec, compressor = CODECS[named["codec"]], named.get("compressor")
    with blamed_on("codec", f"opening '{codec.name}'"):
        coders = codec.open(types, named["parameters"])
        dictionary = Path(named["dictionary"]).read_bytes() if named.get("dictionary") else b""
        squeeze = COMPRESSORS[compressor].open(named["level"], dictionary) if compressor else None
        return Subject(codec.name, kind_of(named), [_operations(coders(at), squeeze) for at in range(types.payloads)])


def _operations(calls: Calls, squeeze: Squeeze | None) -> Mapping[str, Operate]:
    own: dict[str, Any] = {name: getattr(calls, name) for name in Calls.__slots__} | {"plain": calls.serialize}
    read, write = calls.parse or calls.deserialize, calls.write or calls.serialize
    own["relay"] = lambda data: write(read(data))
    own["offer"], own["exchange"] = _offered, _exchanging(calls.deserialize)
    if squeeze is None:
        return own
    serialize, deserialize, (compress, decompress) = calls.serialize, calls.deserialize, squeeze

    def decompressed(data: bytes) -> object:
        return deserialize(decompress(data))

    return own | {
        "relay": lambda data: compress(write(read(decompress(data)))),
        "serialize": lambda root: compress(serialize(root)),
        "deserialize": decompressed,
        "exchange": _exchanging(decompressed),
        "compress": compress,
        "decompress": decompress,
    }


def _offered(data: bytes) -> Any:
    # Python's HTTP is imported for whoever needs it: a first call is not to find loaded what it would load itself.
    from wirelab_runner.loopback import loopback

    return loopback().offer(data)


def _exchanging(deserialize: Callable[[bytes], object]) -> Operate:
    return lambda offered: deserialize(offered.fetched())
