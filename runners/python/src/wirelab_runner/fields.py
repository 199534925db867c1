"""The fields of a JSON object, taken one by one and checked."""

import re
from collections.abc import Callable
from typing import TypeVar

from wirelab_runner.faults import FaultError

_DIGEST = re.compile(r"[0-9a-f]{64}")
_MISSING = object()
V = TypeVar("V")


class Fields:
    """The fields of a JSON object, taken one by one; what is left at the end is a fault."""

    def __init__(self, where: str, value: object) -> None:
        if not isinstance(value, dict):
            raise FaultError("request", f"{where} is not a JSON object")
        self.where, self._left = where, dict(value)

    def _take(self, name: str, default: object) -> object:
        value = self._left.pop(name, default)
        if value is _MISSING:
            raise FaultError("request", f"{self.where}: '{name}' is missing")
        return value

    def _wrong(self, name: str, wanted: str) -> FaultError:
        return FaultError("request", f"{self.where}: '{name}' is not {wanted}")

    def text(self, name: str) -> str:
        """A string that must be there."""
        value = self._take(name, _MISSING)
        if not isinstance(value, str):
            raise self._wrong(name, "a string")
        return value

    def optional_text(self, name: str) -> str | None:
        """A string, or None when null or missing."""
        return self._optional(name, self.text)

    def optional_whole(self, name: str) -> int | None:
        """A whole number of either sign, or None when null or missing."""
        return self._optional(name, self.whole)

    def _optional(self, name: str, take: Callable[[str], V]) -> V | None:
        if self._left.get(name) is None:
            self._left.pop(name, None)
            return None
        return take(name)

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
        return Fields(f"{self.where}: '{name}'", self._take(name, _MISSING))

    def end(self) -> None:
        """No field may be left."""
        if self._left:
            raise FaultError("request", f"{self.where}: unknown field '{min(self._left)}'")
