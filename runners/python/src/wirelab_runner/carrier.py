"""The carrier: protobuf's library once more, by which corpora are read and written, and which no codec meets.

In a codec's first call its library is imported, as it would be in any program. So what the carrier imports is taken out
of `sys.modules` again, together with `pickle`, which it brings along. What else it brings along of Python's own stays.
"""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

_COPY = str(Path(sys.prefix).parent / "carrier")
"""Holds the library's files: one shared object is loaded once in a process, so the carrier has a file of its own."""
_APART = frozenset({"google", "pickle", "_pickle", "_compat_pickle"})
_held: dict[str, ModuleType] = {}


def carried(name: str) -> Any:
    """A module that protoc made, over the carrier's library."""
    if name in _held:
        return _held[name]
    others = _taken_out()
    sys.modules.update(_held)
    sys.path.insert(0, _COPY)
    try:
        return import_module(name)
    finally:
        sys.path.remove(_COPY)
        _held.update(_taken_out())
        sys.modules.update(others)


def _taken_out() -> dict[str, ModuleType]:
    apart = _APART | {_package(name) for name in sys.modules if name.endswith("_pb2")}
    return {name: sys.modules.pop(name) for name in [*sys.modules] if _package(name) in apart}


def _package(name: str) -> str:
    return name.partition(".")[0]
