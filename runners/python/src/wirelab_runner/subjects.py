"""From a subject as the protocol names it, to codec and compressor."""

from collections.abc import Mapping
from dataclasses import dataclass

from wirelab_runner.codec import Codec
from wirelab_runner.codecs import CODECS
from wirelab_runner.compressors import COMPRESSORS, Compressor, Squeeze
from wirelab_runner.faults import FaultError, blamed_on
from wirelab_runner.rendered import Types
from wirelab_runner.requests import Subject
from wirelab_runner.work import Opened, Ready


@dataclass(frozen=True, slots=True)
class Resolved:
    """A subject whose codec, parameters, compressor and level all exist; nothing of it is imported yet."""

    codec: Codec
    parameters: Mapping[str, str]
    compressor: Compressor | None
    level: int

    def open(self, types: Types) -> Opened:
        """Import the libraries and make them ready, for each payload type."""
        with blamed_on("codec", f"making '{self.codec.name}' ready"):
            coders, squeeze = self.codec.open(types, self.parameters), self.open_squeeze()
            return tuple(Ready(coders(payload), squeeze) for payload in range(types.payloads))

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
            raise FaultError(
                "codec", f"'{self.codec.name}' has no operation {operation}; it has {', '.join(self.codec.operations)}"
            )


def resolve(subject: Subject) -> Resolved:
    """Find what a subject names.

    Raises:
        FaultError: of the codec: there is no such codec, parameter, value, compressor or level.
    """
    codec = CODECS.get(subject.codec)
    if codec is None:
        raise FaultError("codec", f"there is no codec '{subject.codec}'; there are {', '.join(CODECS)}")
    compressor = None
    if subject.compressor is not None:
        compressor = COMPRESSORS.get(subject.compressor)
        if compressor is None:
            raise FaultError(
                "codec", f"there is no compressor '{subject.compressor}'; there are {', '.join(COMPRESSORS)}"
            )
    return Resolved(codec, _parameters(codec, subject.parameters), compressor, _level(compressor, subject.level))


def _parameters(codec: Codec, given: Mapping[str, str]) -> Mapping[str, str]:
    known = {parameter.name: parameter for parameter in codec.parameters}
    for name, value in given.items():
        if name not in known:
            raise FaultError("codec", f"'{codec.name}' has no parameter '{name}'; it has {', '.join(known) or 'none'}")
        if value not in known[name].values:
            raise FaultError(
                "codec", f"'{codec.name}': '{name}' is one of {', '.join(known[name].values)}, not '{value}'"
            )
    return {name: parameter.default for name, parameter in known.items()} | dict(given)


def _level(compressor: Compressor | None, level: int | None) -> int:
    if compressor is None:
        if level is not None:
            raise FaultError("codec", "a level needs a compressor")
        return 0
    if level is None:
        return compressor.default_level
    low, high = compressor.levels
    if not low <= level <= high:
        raise FaultError("codec", f"'{compressor.name}' has levels {low} to {high}, not {level}")
    return level
