"""Inputs that repeat a part a given number of times: nested ones, and long ones. Pure."""

import re
from typing import Annotated, ClassVar, Literal

from pydantic import Field, field_validator

from wirelab.files.toml import Table
from wirelab.schema.varint import varint
from wirelab.workload.compatibility.spoiled import Input

_DOUBLED = 4


class Made(Table):
    """For which formats; whether texts are hexadecimal."""

    says: Annotated[str, Field(min_length=1)]
    formats: Annotated[tuple[str, ...], Field(min_length=1)]
    hex: bool = False

    def encoded(self, text: str) -> bytes:
        """The bytes of a text in the file."""
        return bytes.fromhex(text) if self.hex else text.encode()


class Repeated(Made):
    """A part that is there so many times.

    Attributes:
        of: the limit of a library that refuses more of it: `depth`.
        keep: it is behind so many bytes of a valid value, the first of which grows by `first_plus`; None: without any.
        instead: a pattern; the first match of its first group in a valid value is replaced by it. Nothing is made where
            there is no match.
        length: how the length of the repeated part is written before it.
    """

    way: ClassVar[str]  # in which the part is repeated

    of: str = "depth"
    keep: int | None = None
    first_plus: int = 0
    instead: str = ""
    length: Literal["", "u32", "varint"] = ""
    before: str = ""
    open: Annotated[str, Field(min_length=1)]
    middle: str = ""
    close: str = ""
    after: str = ""

    @field_validator("instead")
    @classmethod
    def _check(cls, text: str) -> str:
        try:
            groups = re.compile(text.encode()).groups
        except re.error as error:
            raise ValueError(f"it is no pattern: {error}") from None
        if text and groups != 1:
            raise ValueError("it needs one group, which is replaced")
        return text

    def made(self, repeats: int, valid: bytes) -> bytes | None:
        """The bytes with so many; None: the valid ones have no place for it."""
        opened, middle, close = map(self.encoded, (self.open, self.middle, self.close))
        repeated = repeats * opened + middle + repeats * close
        new = self.encoded(self.before) + self._length(len(repeated)) + repeated + self.encoded(self.after)
        if self.instead:
            found = re.search(self.instead.encode(), valid)
            return None if found is None else valid[: found.start(1)] + new + valid[found.end(1) :]
        if self.keep is None:
            return new
        kept = valid[: self.keep]
        first = bytes([(kept[0] + self.first_plus) % 256]) if kept else b""
        return first + kept[1:] + new + valid[self.keep :]

    def input(self, repeats: int, valid: bytes) -> Input | None:
        """An input with so many, if there is one."""
        made = self.made(repeats, valid)
        return None if made is None else Input(self.kind, made, repeats)

    def _length(self, size: int) -> bytes:
        match self.length:
            case "u32":
                return size.to_bytes(4, "big")
            case "varint":
                return varint(size)
            case _:
                return b""

    @property
    def kind(self) -> str:
        """The name under which inputs are counted together."""
        return f"{self.way}: {self.says}"


class Nested(Repeated):
    """Something within itself, so many levels."""

    way = "nested"


class Long(Repeated):
    """Something long.

    Attributes:
        repeats: how long it is, each an input.
        grows: its time is read at so much, and at twice, four and eight times as much; 0: it is not.
        unit: the thing that it has more and more of.
    """

    way = "long"

    of: str
    repeats: Annotated[tuple[int, ...], Field(min_length=1)]
    grows: Annotated[int, Field(ge=0)] = 0
    unit: Annotated[str, Field(min_length=1)]

    def growing(self, valid: bytes) -> tuple[Input, ...]:
        """Those whose time is read, the smallest first."""
        counts = (self.grows << doubled for doubled in range(_DOUBLED)) if self.grows else ()
        return tuple(each for count in counts if (each := self.input(count, valid)) is not None)
