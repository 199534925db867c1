"""The protocol's requests as frozen values, read from JSON field by field by the types written here."""

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import UnionType
from typing import Annotated, Any, ClassVar, Literal, get_args, get_origin, get_type_hints

from wirelab_runner.faults import FaultError

Count = Annotated[int, 0]  # the second is the least that it may be
Positive = Annotated[int, 1]
AboveZero = Annotated[float, 1e-300]
Operation = Literal[
    "serialize", "deserialize", "build", "write", "parse", "unbuild", "compress", "decompress", "replay"
]


@dataclass(frozen=True, slots=True)
class Version:
    """The protocol's version."""

    major: Count
    minor: Count


@dataclass(frozen=True, slots=True)
class Subject:
    """A codec, its parameters, and the compressor behind it; level None is the compressor's default."""

    codec: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    compressor: str | None = None
    level: int | None = None


@dataclass(frozen=True, slots=True)
class Sink:
    """Where outputs go."""

    kind: Literal["memory", "file"]
    folder: str | None = None


@dataclass(frozen=True, slots=True)
class WarmUp:
    """Until the medians of two windows agree, between `min_ns` and `max_ns`."""

    min_ns: Count
    max_ns: Count
    window: Positive = 5
    tolerance: AboveZero = 0.02


@dataclass(frozen=True, slots=True)
class Fast:
    """A batch counts whose canaries on both sides took at most `canary_ns`; stop after `max_ns`."""

    canary_ns: Positive
    max_ns: Count


@dataclass(frozen=True, slots=True)
class Window:
    """Go on until there were `collections` since the first measured batch; stop after `max_ns`."""

    collections: Positive
    max_ns: Count


@dataclass(frozen=True, slots=True)
class Steady:
    """Warm up, then measure `batches` of at least `batch_ns`; with `fast`, so many that count; then the window."""

    NAME: ClassVar = "steady"
    batch_ns: Positive
    batches: Positive
    warm_up: WarmUp
    fast: Fast | None = None
    window: Window | None = None


@dataclass(frozen=True, slots=True)
class Cold:
    """One single call, the first of the process."""

    NAME: ClassVar = "cold"


@dataclass(frozen=True, slots=True)
class Fixed:
    """A fixed number of runs of `calls` calls."""

    NAME: ClassVar = "fixed"
    warm_up_runs: Count
    runs: Positive
    calls: Positive = 1


@dataclass(frozen=True, slots=True)
class Hello:
    """First message of a process."""

    NAME: ClassVar = "hello"
    protocol: Version


@dataclass(frozen=True, slots=True)
class Load:
    """Load corpora, each into an object graph of its own."""

    NAME: ClassVar = "load"
    workload: str
    corpora: list[str]


@dataclass(frozen=True, slots=True)
class Verify:
    """Check that decode(encode(x)) equals x, and write what was decoded."""

    NAME: ClassVar = "verify"
    subject: Subject
    decoded: str
    copy_index: Count = 0
    replayed: str | None = None  # nothing here is replayed


@dataclass(frozen=True, slots=True)
class Measure:
    """Measure one operation."""

    NAME: ClassVar = "measure"
    subject: Subject
    operation: Operation
    mode: Steady | Cold | Fixed
    sink: Sink
    encoded: str | None = None


@dataclass(frozen=True, slots=True)
class Encode:
    """Write a loaded corpus with a subject to a file."""

    NAME: ClassVar = "encode"
    subject: Subject
    file: str
    copy_index: Count = 0


@dataclass(frozen=True, slots=True)
class Decode:
    """Read a file that `encode` wrote, and write a corpus."""

    NAME: ClassVar = "decode"
    workload: str
    subject: Subject
    file: str
    corpus: str


@dataclass(frozen=True, slots=True)
class Bye:
    """Exit with status 0."""

    NAME: ClassVar = "bye"


Mode = Steady | Cold | Fixed
Request = Hello | Load | Verify | Measure | Encode | Decode | Bye


def request(value: object) -> Request:
    """The request that a line's JSON value says; keys that are not known are left aside.

    Raises:
        FaultError: of the request: no such type, a field missing or wrong.
    """
    made: Request = _one_of_classes(get_args(Request), value, "the request", key="type")
    return made


def _one_of_classes(classes: tuple[Any, ...], value: object, where: str, key: str) -> Any:
    named = {each.NAME: each for each in classes}
    name = value.get(key) if isinstance(value, dict) else None
    if not isinstance(name, str) or name not in named:
        raise _wrong(f"{where}.{key}", f"one of {', '.join(named)}", name)
    return _object(named[name], value, name if key == "type" else where)


def _object(kind: Any, value: object, where: str) -> Any:
    if not isinstance(value, dict):
        raise _wrong(where, "a JSON object", value)
    taken = {}
    for name, (hint, needed) in _fields(kind).items():
        if name in value:
            taken[name] = _value(hint, value[name], f"{where}.{name}")
        elif needed:
            raise FaultError("request", f"{where}.{name} is missing")
    return kind(**taken)


@cache
def _fields(kind: Any) -> dict[str, tuple[Any, bool]]:
    """Type by name of a class's fields, and whether it must be there."""
    hints, nothing = get_type_hints(kind, include_extras=True), dataclasses.MISSING
    return {
        each.name: (hints[each.name], each.default is nothing and each.default_factory is nothing)
        for each in dataclasses.fields(kind)
    }


def _value(hint: Any, value: Any, where: str) -> Any:
    origin, arguments = get_origin(hint), get_args(hint)
    if dataclasses.is_dataclass(hint):
        return _object(hint, value, where)
    if origin is UnionType and type(None) not in arguments:
        return _one_of_classes(arguments, value, where, key="kind")
    if origin is UnionType:
        return None if value is None else _value(arguments[0], value, where)
    wanted, fits = _check(origin or hint, arguments, value)
    if not fits:
        raise _wrong(where, wanted, value)
    return value


def _check(kind: Any, arguments: tuple[Any, ...], value: Any) -> tuple[str, bool]:
    """What a plain value must be, and whether it is that."""
    if kind is Annotated:
        number = int | float if arguments[0] is float else int
        return f"a number of at least {arguments[1]}", _is(number, value) and value >= arguments[1]
    if kind is Literal:
        return f"one of {', '.join(arguments)}", value in arguments
    if kind is list:
        return "a list of strings", isinstance(value, list) and value != [] and _are_texts(value)
    if kind is Mapping:
        return "an object of strings", isinstance(value, dict) and _are_texts(value.values())
    return "a string" if kind is str else "a whole number", _is(kind, value)


def _is(kind: Any, value: object) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)


def _are_texts(values: Iterable[object]) -> bool:
    return all(isinstance(each, str) for each in values)


def _wrong(where: str, wanted: str, value: object) -> FaultError:
    return FaultError("request", f"{where} is not {wanted}: {value!r:.100}")
