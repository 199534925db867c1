"""The protocol's requests as frozen values, checked field by field."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from wirelab_runner.faults import Fault

OPERATIONS = ("serialize", "deserialize", "build", "write", "parse", "unbuild", "compress", "decompress")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_MISSING = object()


@dataclass(frozen=True, slots=True)
class Hello:
    """First message of a process."""

    major: int
    minor: int


@dataclass(frozen=True, slots=True)
class Load:
    """Load a corpus, whose file has the SHA-256 `digest`, as `copies` object graphs."""

    workload: str
    corpus: str
    digest: str
    copies: int


@dataclass(frozen=True, slots=True)
class Subject:
    """A codec, its parameters, and the compressor behind it; level None is the compressor's default."""

    codec: str
    parameters: Mapping[str, str]
    compressor: str | None
    level: int | None


@dataclass(frozen=True, slots=True)
class Verify:
    """Check that decode(encode(x)) equals x."""

    subject: Subject


@dataclass(frozen=True, slots=True)
class Canary:
    """Time the canary."""

    repetitions: int


@dataclass(frozen=True, slots=True)
class Steady:
    """Warm up until the medians of two windows agree, then measure `batches` of at least `batch_ns`."""

    batch_ns: int
    batches: int
    window: int
    tolerance: float
    min_ns: int
    max_ns: int


@dataclass(frozen=True, slots=True)
class Cold:
    """One single call, the first of the process."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """A fixed number of runs of `calls` calls."""

    warm_up_runs: int
    runs: int
    calls: int


Mode = Steady | Cold | Fixed


@dataclass(frozen=True, slots=True)
class Measure:
    """Measure one operation; `folder` is None for the sink in memory, else where files go."""

    subject: Subject
    operation: str
    mode: Mode
    folder: str | None
    encoded: str | None


@dataclass(frozen=True, slots=True)
class Encode:
    """Write the loaded corpus with a subject to a file."""

    subject: Subject
    file: str


@dataclass(frozen=True, slots=True)
class Decode:
    """Read a file that `encode` wrote, and write a corpus."""

    workload: str
    subject: Subject
    file: str
    corpus: str


@dataclass(frozen=True, slots=True)
class Bye:
    """Exit with status 0."""


Request = Hello | Load | Verify | Canary | Measure | Encode | Decode | Bye


class Fields:
    """The fields of a JSON object, taken one by one; what is left at the end is a fault.

    A field that is null counts as missing.
    """

    def __init__(self, where: str, value: object) -> None:
        if not isinstance(value, dict):
            raise Fault("request", f"{where} is not a JSON object")
        self._where, self._left = where, {name: value for name, value in value.items() if value is not None}
        self._known = set(value)

    def _take(self, name: str, default: object) -> object:
        value = self._left.pop(name, default)
        self._known.discard(name)
        if value is _MISSING:
            raise Fault("request", f"{self._where}: '{name}' is missing")
        return value

    def _wrong(self, name: str, wanted: str) -> Fault:
        return Fault("request", f"{self._where}: '{name}' is not {wanted}")

    def text(self, name: str) -> str:
        """A string that must be there."""
        value = self._take(name, _MISSING)
        if not isinstance(value, str):
            raise self._wrong(name, "a string")
        return value

    def optional_text(self, name: str) -> str | None:
        """A string, or None when missing."""
        return self.text(name) if name in self._left else self._nothing(name)

    def optional_whole(self, name: str) -> int | None:
        """A whole number of either sign, or None when missing."""
        return self.whole(name) if name in self._left else self._nothing(name)

    def _nothing(self, name: str) -> None:
        self._known.discard(name)

    def one_of(self, name: str, values: tuple[str, ...]) -> str:
        """One of `values`."""
        value = self.text(name)
        if value not in values:
            raise self._wrong(name, f"one of {', '.join(values)}: {value!r:.100}")
        return value

    def digest(self, name: str) -> str:
        """A SHA-256 in lower-case hexadecimal."""
        value = self.text(name)
        if not _DIGEST.fullmatch(value):
            raise self._wrong(name, "a SHA-256 in lower-case hexadecimal")
        return value

    def whole(self, name: str, least: int | None = None, default: object = _MISSING) -> int:
        """A whole number, not below `least`."""
        value = self._take(name, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self._wrong(name, "a whole number")
        if least is not None and value < least:
            raise self._wrong(name, f"at least {least}")
        return value

    def positive(self, name: str, default: object = _MISSING) -> float:
        """A number above zero."""
        value = self._take(name, default)
        if not isinstance(value, int | float) or isinstance(value, bool) or not value > 0:
            raise self._wrong(name, "a number above 0")
        return float(value)

    def texts(self, name: str) -> dict[str, str]:
        """An object of strings, empty when missing."""
        value = self._take(name, {})
        if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
            raise self._wrong(name, "an object of strings")
        return value

    def inner(self, name: str) -> "Fields":
        """The fields of an object."""
        return Fields(f"{self._where}: '{name}'", self._take(name, _MISSING))

    def end(self) -> None:
        """No field may be left."""
        if self._known:
            raise Fault("request", f"{self._where}: unknown field '{min(self._known)}'")


def request(value: object) -> Request:
    """The request that a line's JSON value says.

    Raises:
        Fault: of the request: no such type, a field missing, wrong or unknown.
    """
    fields = Fields("the request", value)
    kind = fields.text("type")
    if kind not in _KINDS:
        raise Fault("request", f"there is no request of type {kind!r:.100}; there are {', '.join(_KINDS)}")
    fields._where = f"'{kind}'"
    made = _KINDS[kind](fields)
    fields.end()
    return made


def _hello(fields: Fields) -> Hello:
    version = fields.inner("protocol")
    made = Hello(version.whole("major", 0), version.whole("minor", 0))
    version.end()
    return made


def _load(fields: Fields) -> Load:
    return Load(
        fields.text("workload"), fields.text("corpus"), fields.digest("digest"), fields.whole("copies", 1, default=3)
    )


def _subject(fields: Fields) -> Subject:
    inner = fields.inner("subject")
    made = Subject(
        inner.text("codec"),
        inner.texts("parameters"),
        inner.optional_text("compressor"),
        inner.optional_whole("level"),
    )
    inner.end()
    return made


def _mode(fields: Fields) -> Mode:
    inner = fields.inner("mode")
    kind = inner.one_of("kind", ("steady", "cold", "fixed"))
    made: Mode
    if kind == "steady":
        warm_up = inner.inner("warm_up")
        made = Steady(
            inner.whole("batch_ns", 1),
            inner.whole("batches", 1),
            warm_up.whole("window", 1, default=5),
            warm_up.positive("tolerance", default=0.02),
            warm_up.whole("min_ns", 0),
            warm_up.whole("max_ns", 0),
        )
        warm_up.end()
    elif kind == "fixed":
        made = Fixed(inner.whole("warm_up_runs", 0), inner.whole("runs", 1), inner.whole("calls", 1, default=1))
    else:
        made = Cold()
    inner.end()
    return made


def _folder(fields: Fields) -> str | None:
    inner = fields.inner("sink")
    kind, folder = inner.one_of("kind", ("memory", "file")), inner.optional_text("folder")
    inner.end()
    if (kind == "file") != (folder is not None):
        raise Fault("request", "'measure': the sink has a 'folder' if, and only if, its kind is file")
    return folder


def _measure(fields: Fields) -> Measure:
    return Measure(
        _subject(fields),
        fields.one_of("operation", OPERATIONS),
        _mode(fields),
        _folder(fields),
        fields.optional_text("encoded"),
    )


def _decode(fields: Fields) -> Decode:
    return Decode(fields.text("workload"), _subject(fields), fields.text("file"), fields.text("corpus"))


_KINDS = {
    "hello": _hello,
    "load": _load,
    "verify": lambda fields: Verify(_subject(fields)),
    "canary": lambda fields: Canary(fields.whole("repetitions", 1, default=5)),
    "measure": _measure,
    "encode": lambda fields: Encode(_subject(fields), fields.text("file")),
    "decode": _decode,
    "bye": lambda _: Bye(),
}
