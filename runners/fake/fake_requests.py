"""Requests of the runner protocol, checked: a fault in one is told by name, never guessed around."""

import json

MAJOR, MINOR = 1, 2
OPERATIONS = ("serialize", "deserialize", "build", "write", "parse", "unbuild", "compress", "decompress", "replay")
FAULTS = ("codec", "runner", "workload", "host", "request")


class RefusalError(Exception):
    """A request that is answered with `error`.

    Attributes:
        fault: whose.
    """

    def __init__(self, fault, message):
        self.fault = fault
        super().__init__(message)


def read_request(line):
    """One line as a checked request, absent optional fields filled with their defaults."""
    try:
        request = json.loads(line)
    except ValueError as error:
        raise RefusalError("request", f"not JSON: {error}") from None
    if not isinstance(request, dict):
        raise RefusalError("request", "not a JSON object")
    kind = request.get("type")
    if not isinstance(kind, str) or kind not in REQUESTS:
        raise RefusalError("request", f"there is no request of type {kind!r}")
    return REQUESTS[kind](request, kind)


def _shape(**fields):
    def check(value, path):
        if not isinstance(value, dict):
            raise RefusalError("request", f"{path} must be an object")
        return {name: _field(value, name, rule, f"{path}.{name}") for name, rule in fields.items()}

    return check


def _field(value, name, rule, path):
    check, *default = rule if isinstance(rule, tuple) else (rule,)
    if name in value:
        return check(value[name], path)
    if not default:
        raise RefusalError("request", f"{path} is missing")
    return default[0]


def _is(kind, least=None):
    def check(value, path):
        fits = isinstance(value, kind) and not isinstance(value, bool)
        if not fits or (least is not None and value < least):
            raise RefusalError("request", f"{path} cannot be {value!r}")
        return value

    return check


def _one_of(*values):
    def check(value, path):
        if value not in values:
            raise RefusalError("request", f"{path} must be one of {', '.join(values)}, not {value!r}")
        return value

    return check


def _nullable(check):
    return lambda value, path: None if value is None else check(value, path)


def _paths(value, path):
    if not isinstance(value, list) or not value or not all(isinstance(text, str) for text in value):
        raise RefusalError("request", f"{path} must be a list of paths")
    return value


def _texts(value, path):
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise RefusalError("request", f"{path} must map names to texts")
    return value


def _mode(value, path):
    kind = value.get("kind") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in _MODES:
        raise RefusalError("request", f"{path}.kind must be one of {', '.join(_MODES)}, not {kind!r}")
    return _MODES[kind](value, path)


_text = _is(str)
_count = _is(int, least=0)
_positive = _is(int, least=1)
_kind = _is(str)
_subject = _shape(
    codec=_text, parameters=(_texts, {}), compressor=(_nullable(_text), None), level=(_nullable(_is(int)), None)
)
_warm_up = _shape(window=(_positive, 5), tolerance=(_is((int, float), least=1e-12), 0.02), min_ns=_count, max_ns=_count)
_fast = _shape(canary_ns=_positive, max_ns=_count)
_window = _shape(collections=_positive, max_ns=_count)
_MODES = {
    "steady": _shape(
        kind=_kind,
        batch_ns=_positive,
        batches=_positive,
        warm_up=_warm_up,
        fast=(_nullable(_fast), None),
        window=(_nullable(_window), None),
    ),
    "cold": _shape(kind=_kind),
    "fixed": _shape(kind=_kind, warm_up_runs=_count, runs=_positive, calls=(_positive, 1)),
}
_sink = _shape(kind=_one_of("memory", "file"), folder=(_nullable(_text), None))

REQUESTS = {
    "hello": _shape(type=_kind, protocol=_shape(major=_count, minor=_count)),
    "load": _shape(type=_kind, workload=_text, corpora=_paths),
    "verify": _shape(
        type=_kind, subject=_subject, copy_index=(_count, 0), decoded=_text, replayed=(_nullable(_text), None)
    ),
    "measure": _shape(
        type=_kind,
        subject=_subject,
        operation=_one_of(*OPERATIONS),
        mode=_mode,
        sink=_sink,
        encoded=(_nullable(_text), None),
    ),
    "encode": _shape(type=_kind, subject=_subject, copy_index=(_count, 0), file=_text),
    "decode": _shape(type=_kind, workload=_text, subject=_subject, file=_text, corpus=_text),
    "bye": _shape(type=_kind),
}
