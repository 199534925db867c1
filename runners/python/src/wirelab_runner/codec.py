"""How a codec's library is called. What a codec promises is data, in `codecs.toml`."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from wirelab_runner.rendered import CLASSES, Kind, Types

PYTHON = ".".join(map(str, sys.version_info[:3]))


@dataclass(frozen=True, slots=True)
class Calls:
    """The operations of a codec that is ready for one payload type; the last four are those of codecs that convert."""

    serialize: Callable[[Any], bytes]
    deserialize: Callable[[bytes], Any]
    build: Callable[[Any], Any] | None = None
    write: Callable[[Any], bytes] | None = None
    parse: Callable[[bytes], Any] | None = None
    unbuild: Callable[[Any], Any] | None = None


# A codec that is ready makes, once for each payload type by its place, what is timed.
Coders = Callable[[int], Calls]


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """The library of a codec or compressor.

    Attributes:
        name: of the codec or compressor, in `codecs.toml`.
        package: with its version (`name==1.2.3`) if `requirements.in` does not name it; None for Python's own.
        module: what is imported of the package, if its name is another.
        version: of a library that is Python's own.
    """

    name: str
    package: str | None = None
    module: str | None = None
    version: str = PYTHON


@dataclass(frozen=True, slots=True, kw_only=True)
class Codec(Library):
    """A codec as it is registered.

    Attributes:
        open: imports the library and sets it up for the rendered types, with a value for each parameter.
        kind_of: which of the rendered domain types it takes with these parameters.
    """

    open: Callable[[Types, Mapping[str, str]], Coders]
    kind_of: Callable[[Mapping[str, str]], Kind] = lambda _: CLASSES
