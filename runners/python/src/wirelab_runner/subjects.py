"""From a subject as the protocol names it, to codec and compressor, and to what they do."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from wirelab_runner.codec import CONVERTING, Calls, Codec
from wirelab_runner.codecs import CODECS
from wirelab_runner.compressors import COMPRESSORS, Compressor, Squeeze
from wirelab_runner.faults import FaultError, blamed_on
from wirelab_runner.rendered import Kind, Types
from wirelab_runner.requests import Subject

# What a subject does with one object, by the operation's name; `plain` is `serialize` before the compressor.
Operations = Mapping[str, Callable[[Any], Any]]
# A subject that is ready, for each payload type in ascending order of number.
Opened = tuple[Operations, ...]


@dataclass(frozen=True, slots=True)
class Resolved:
    """A subject whose codec, parameters, compressor and level all exist; nothing of it is imported yet."""

    codec: Codec
    parameters: Mapping[str, str]
    compressor: Compressor | None
    level: int

    @property
    def kind(self) -> Kind:
        """Which of the rendered domain types the codec takes."""
        return self.codec.kind_of(self.parameters)

    def open(self, types: Types) -> Opened:
        """Import the libraries and make them ready, for each payload type."""
        with blamed_on("codec", f"making '{self.codec.name}' ready"):
            coders, squeeze = self.codec.open(types, self.parameters), self.open_squeeze()
            return tuple(_operations(coders(payload), squeeze) for payload in range(types.payloads))

    def open_squeeze(self) -> Squeeze | None:
        """The compressor alone, if there is one."""
        return self.compressor.open(self.level) if self.compressor else None

    def check_operation(self, operation: str) -> None:
        """Whether this subject has an operation.

        Raises:
            FaultError: it has not.
        """
        if operation in ("compress", "decompress"):
            if self.compressor is None:
                raise FaultError("codec", f"{operation} needs a subject with a compressor")
        elif operation not in self.codec.operations:
            has = ", ".join(self.codec.operations)
            raise FaultError("codec", f"'{self.codec.name}' has no operation {operation}; it has {has}")


def _operations(calls: Calls, squeeze: Squeeze | None) -> Operations:
    own: dict[str, Any] = {name: getattr(calls, name) for name in CONVERTING} | {"plain": calls.serialize}
    if squeeze is None:
        return own
    serialize, deserialize = calls.serialize, calls.deserialize
    compress, decompress = squeeze.compress, squeeze.decompress
    return own | {
        "serialize": lambda root: compress(serialize(root)),
        "deserialize": lambda data: deserialize(decompress(data)),
        "compress": compress,
        "decompress": decompress,
    }


def resolve(subject: Subject) -> Resolved:
    """Find what a subject names.

    Raises:
        FaultError: of the codec: there is no such codec, parameter, value, compressor or level.
    """
    codec = _named("codec", subject.codec, CODECS)
    known = {parameter.name: parameter for parameter in codec.parameters}
    for name, value in subject.parameters.items():
        values = _named(f"parameter of '{codec.name}'", name, known).values
        _named(f"value of '{codec.name}:{name}'", value, dict.fromkeys(values))
    parameters = {name: parameter.default for name, parameter in known.items()} | dict(subject.parameters)
    if subject.compressor is not None:
        compressor = _named("compressor", subject.compressor, COMPRESSORS)
        low, high = compressor.levels
        level = compressor.default_level if subject.level is None else subject.level
        if not low <= level <= high:
            raise FaultError("codec", f"'{compressor.name}' has levels {low} to {high}, not {level}")
        return Resolved(codec, parameters, compressor, level)
    if subject.level is not None:
        raise FaultError("codec", "a level needs a compressor")
    return Resolved(codec, parameters, None, 0)


def _named(what: str, name: str, known: Mapping[str, Any]) -> Any:
    if name not in known:
        raise FaultError("codec", f"there is no {what} '{name}'; there are {', '.join(known) or 'none'}")
    return known[name]
