"""Bytes that nobody honest would send, by format (`inputs.toml`). Pure but for reading."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Annotated

from pydantic import Field

from wirelab.files.inputs import read_text
from wirelab.files.toml import Table, parse_document
from wirelab.workload.compatibility.bombs import Packing
from wirelab.workload.compatibility.repeated import Long, Made, Nested, Repeated
from wirelab.workload.compatibility.spoiled import Input

FILE = "inputs.toml"
_ROOT, _TEXT = re.compile(rb"<([A-Za-z_][\w.:-]*)"), re.compile(rb">[^<>]+<(?=/)")


class Literal(Made):
    """Bytes as they are; with `digits`, also a number of so many in an unknown member."""

    each: Annotated[tuple[str, ...], Field(min_length=1)]
    digits: int = 0


class Doctype(Made):
    """A document type before the root of a valid document.

    Attributes:
        declares: its text behind the root's name; a witness watches `{file}` and `{url}`.
        text: the new first text of the document; empty: the old one.
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


class Growing(Table):
    """A workload beside the file, whose objects have more and more of something.

    Attributes:
        workload: its name.
        variant: which of its variants, whose objects are those of all its tables, in order.
        made: how its generator makes them.
        says: one line for people.
        unit: the thing that there is more of.
        counts: how many each object has.
    """

    workload: str
    variant: str
    made: str
    says: Annotated[str, Field(min_length=1)]
    unit: Annotated[str, Field(min_length=1)]
    counts: Annotated[tuple[int, ...], Field(min_length=1)]


class Bomb(Table):
    """Compressors with one packing.

    Attributes:
        packing: the format of bytes that unpack to many more.
        compressors: names of those that read it.
        unpacked: to how many bytes.
    """

    packing: Packing
    compressors: Annotated[tuple[str, ...], Field(min_length=1)]
    unpacked: Annotated[tuple[int, ...], Field(min_length=1)]


class Setting(Table):
    """The limits of libraries on their input, by their documentation or source.

    Attributes:
        codec: names of their codecs.
        of: the limited thing, as in `Repeated`.
        where: the name of the setting, or that there is none.
    """

    codec: Annotated[tuple[str, ...], Field(min_length=1)]
    of: str
    where: Annotated[str, Field(min_length=1)]


class Inputs(Table):
    """The facts about formats."""

    recorded: date | None = None  # when the table of outcomes beside it was made
    depths: Annotated[tuple[int, ...], Field(min_length=1)]
    nested: tuple[Nested, ...] = ()
    long: tuple[Long, ...] = ()
    literal: tuple[Literal, ...] = ()
    doctype: tuple[Doctype, ...] = ()
    growing: tuple[Growing, ...] = ()
    bomb: tuple[Bomb, ...] = ()
    setting: tuple[Setting, ...] = ()

    @property
    def repeated(self) -> tuple[Repeated, ...]:
        """Kinds that repeat a part."""
        return (*self.nested, *self.long)

    def of(self, format_: str, valid: bytes, places: Mapping[str, str]) -> Iterator[Input]:
        """Those for a format; some of them are made of a `valid` value, and name `places` that a witness watches."""
        for nested in self.nested:
            if format_ in nested.formats:
                yield from _made(nested, self.depths, valid)
        for literal in self.literal:
            if format_ in literal.formats:
                yield from (Input(literal.says, literal.encoded(text)) for text in literal.each)
                if literal.digits:
                    yield Input(literal.says, b'{"zz":' + literal.digits * b"9" + b"}")
        for declared in self.doctype:
            if format_ in declared.formats and (document := declared.of(valid, places)) is not None:
                yield Input(declared.says, document)
        for long in self.long:
            if format_ in long.formats:
                yield from _made(long, long.repeats, valid)

    def within(self, format_: str, valid: bytes, kind: str, repeats: int) -> Input | None:
        """The input of a kind with its part repeated another number of times."""
        made = next(each for each in self.repeated if format_ in each.formats and each.kind == kind)
        return made.input(repeats, valid)

    def growing_in(self, format_: str, valid: bytes) -> Iterator[tuple[Long, tuple[Input, ...]]]:
        """Kinds whose time is read at several sizes, with these inputs."""
        for made in self.long:
            if format_ in made.formats and (inputs := made.growing(valid)):
                yield made, inputs

    def bombs_for(self, compressor: str) -> Iterator[Bomb]:
        """The zeros as a compressor packs them."""
        return (each for each in self.bomb if compressor in each.compressors)


def _made(repeated: Repeated, counts: tuple[int, ...], valid: bytes) -> Iterator[Input]:
    for count in counts:
        if (made := repeated.input(count, valid)) is not None:
            yield made


def load_inputs(folder: Path) -> Inputs:
    """Read a folder's `inputs.toml`.

    Raises:
        HostError: it cannot be read.
        DefinitionError: it has mistakes.
    """
    part = f"hostile inputs {folder / FILE}"
    return parse_document(read_text(folder / FILE, part), Inputs, part)
