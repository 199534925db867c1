"""From a line's JSON value to a request, checked field by field."""

from collections.abc import Callable, Mapping

from wirelab_runner.faults import FaultError
from wirelab_runner.fields import Fields
from wirelab_runner.requests import (
    Bye,
    Canary,
    Cold,
    Decode,
    Encode,
    Fixed,
    Hello,
    Load,
    Measure,
    Mode,
    Request,
    Steady,
    Subject,
    Verify,
)

OPERATIONS = ("serialize", "deserialize", "build", "write", "parse", "unbuild", "compress", "decompress", "replay")


def request(value: object) -> Request:
    """The request that a line's JSON value says.

    Raises:
        FaultError: of the request: no such type, a field missing, wrong or unknown.
    """
    fields = Fields("the request", value)
    kind = fields.text("type")
    if kind not in _KINDS:
        raise FaultError("request", f"there is no request of type {kind!r:.100}; there are {', '.join(_KINDS)}")
    fields.where = f"'{kind}'"
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
        raise FaultError("request", "'measure': the sink has a 'folder' if, and only if, its kind is file")
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


_KINDS: Mapping[str, Callable[[Fields], Request]] = {
    "hello": _hello,
    "load": _load,
    "verify": lambda fields: Verify(_subject(fields)),
    "canary": lambda fields: Canary(fields.whole("repetitions", 1, default=5)),
    "measure": _measure,
    "encode": lambda fields: Encode(_subject(fields), fields.text("file")),
    "decode": _decode,
    "bye": lambda _: Bye(),
}
