"""Bytes that nobody honest would send: made of valid ones, and by format (`inputs.toml`). Pure but for reading."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from random import Random
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from wirelab.files.inputs import read_text
from wirelab.files.toml import parse_document

FILE = "inputs.toml"
_ROOT, _TEXT = re.compile(rb"<([A-Za-z_][\w.:-]*)"), re.compile(rb">[^<>]+<(?=/)")
_CUTS, _FLIPS, _RUNS, _GROWN = 40, 80, 40, 20
_LONGEST_VALID = 1 << 16
"""Of valid bytes that others are made of, so many at most."""


@dataclass(frozen=True, slots=True)
class Input:
    """Bytes for a codec to read.

    Attributes:
        kind: what was done to make them, for people; inputs of one kind are counted together.
        depth: how often something lies within itself; 0: it is no such input.
    """

    kind: str
    content: bytes
    depth: int = 0


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Made(_Table):
    """For which formats; whether texts are hexadecimal."""

    says: Annotated[str, Field(min_length=1)]
    formats: Annotated[tuple[str, ...], Field(min_length=1)]
    hex: bool = False

    def encoded(self, text: str) -> bytes:
        return bytes.fromhex(text) if self.hex else text.encode()


class Nested(_Made):
    """Something within itself, so many times.

    Attributes:
        keep: it lies behind so many bytes of a valid value, the first of which grows by `first_plus`; None: alone.
    """

    keep: int | None = None
    first_plus: int = 0
    before: str = ""
    open: Annotated[str, Field(min_length=1)]
    middle: str = ""
    close: str = ""
    after: str = ""

    def of(self, depth: int, valid: bytes) -> bytes:
        """The bytes with so many levels."""
        before, opened, middle, close, after = map(
            self.encoded, (self.before, self.open, self.middle, self.close, self.after)
        )
        nested = before + depth * opened + middle + depth * close + after
        if self.keep is None:
            return nested
        kept = valid[: self.keep]
        first = bytes([(kept[0] + self.first_plus) % 256]) if kept else b""
        return first + kept[1:] + nested + valid[self.keep :]

    def input(self, depth: int, valid: bytes) -> Input:
        """An input with so many levels."""
        return Input(self.kind, self.of(depth, valid), depth)

    @property
    def kind(self) -> str:
        """What is counted together."""
        return f"nested: {self.says}"


class Literal(_Made):
    """Bytes as they are; with `digits`, also a number of so many in an unknown member."""

    each: Annotated[tuple[str, ...], Field(min_length=1)]
    digits: int = 0


class Doctype(_Made):
    """A document type before the root of a valid document.

    Attributes:
        declares: what it has behind the root's name; `{file}` and `{url}` are what a witness watches.
        text: what the first text of the document becomes; empty: it stays.
    """

    declares: Annotated[str, Field(min_length=1)]
    text: str = ""

    def of(self, valid: bytes, places: Mapping[str, str]) -> bytes | None:
        """The bytes with it; None: the document has no root, or no text."""
        if (root := _ROOT.search(valid)) is None:
            return None
        declares = self.declares
        for name, place in places.items():
            declares = declares.replace(f"{{{name}}}", place)
        before, document = valid[: root.start()], valid[root.start() :]
        if self.text:
            document, times = _TEXT.subn(f">{self.text}<".encode(), document, count=1)
            if not times:
                return None
        return before + b"<!DOCTYPE " + root[1] + b" " + declares.encode() + b">" + document


class Inputs(_Table):
    """What is known of formats."""

    recorded: date | None = None  # when the table of outcomes beside it was made
    depths: Annotated[tuple[int, ...], Field(min_length=1)]
    nested: tuple[Nested, ...] = ()
    literal: tuple[Literal, ...] = ()
    doctype: tuple[Doctype, ...] = ()

    def of(self, format_: str, valid: bytes, places: Mapping[str, str]) -> Iterator[Input]:
        """Those for a format; some of them are made of a `valid` value, and name `places` that a witness watches."""
        for made in self.nested:
            if format_ in made.formats:
                yield from (made.input(depth, valid) for depth in self.depths)
        for literal in self.literal:
            if format_ in literal.formats:
                yield from (Input(literal.says, literal.encoded(text)) for text in literal.each)
                if literal.digits:
                    yield Input(literal.says, b'{"zz":' + literal.digits * b"9" + b"}")
        for declared in self.doctype:
            if format_ in declared.formats and (document := declared.of(valid, places)) is not None:
                yield Input(declared.says, document)

    def within(self, format_: str, valid: bytes, kind: str, depth: int) -> Input:
        """The nested input of a kind with another depth."""
        made = next(each for each in self.nested if format_ in each.formats and each.kind == kind)
        return made.input(depth, valid)


def load_inputs(folder: Path) -> Inputs:
    """Read a folder's `inputs.toml`.

    Raises:
        HostError: it cannot be read.
        DefinitionError: it has mistakes.
    """
    part = f"hostile inputs {folder / FILE}"
    return parse_document(read_text(folder / FILE, part), Inputs, part)


def spoiled(valid: bytes, random: Random) -> Iterator[Input]:
    """Bytes that are nearly valid: cut off, with a bit changed, with lengths that may be huge, with more behind.

    Args:
        valid: what a codec wrote; nothing is made of none, and of more than 64 KiB the beginning is changed.
        random: draws the places.
    """
    size = min(len(valid), _LONGEST_VALID)
    if not size:
        return
    for at in sorted({size * step // _CUTS for step in range(_CUTS)}):
        yield Input("cut off", valid[:at])
    for _ in range(_FLIPS):
        at, bit = random.randrange(size), 1 << random.randrange(8)
        yield Input("a bit changed", valid[:at] + bytes([valid[at] ^ bit]) + valid[at + 1 :])
    for _ in range(_RUNS):
        at, run = (
            random.randrange(size),
            random.choice((b"\x7f\xff\xff\xff", b"\xff\xff\xff\x7f", 9 * b"\xff" + b"\x01")),
        )
        yield Input("four or ten bytes made huge", valid[:at] + run + valid[at + len(run) :])
    for _ in range(_GROWN):
        at = random.randrange(size + 1)
        yield Input("a part twice", valid[:at] + valid[max(0, at - 16) :])
