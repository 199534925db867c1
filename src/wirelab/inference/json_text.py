"""JSON and JSON Lines as documents, with the losses that Python's own parser would hide. Pure."""

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from io import BytesIO
from math import isfinite
from typing import Any, NoReturn

from wirelab.inference.differences import NotCarried
from wirelab.model.errors import DefinitionError

_MARK = "\ufeff"
# Numbers that Python may read differently from their text: minus zero, many digits, exponents. Its own parser is
# 10 times as fast for all others.
_HARD = re.compile(r"-0(?![.0-9])|[0-9.]{17}|[0-9][eE]")
# Around the elements of an array of objects.
_FIRST = re.compile(r"[ \t\r\n]*\[[ \t\r\n]*(?=\{)")
_NEXT = re.compile(r"[ \t\r\n]*,[ \t\r\n]*(?=\{)")
_LAST = re.compile(r"[ \t\r\n]*\][ \t\r\n]*\Z")
_ZERO = re.compile(r"-?[0.]+(?:[eE]|$)")
_SOMETHING = re.compile(r"\S")
# Brackets, which show how deep a text goes, and words that are no numbers in JSON; texts within it are passed over.
_STRUCTURE = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[{]|[\]}]|NaN|-?Infinity', re.DOTALL)
_MOST_LEVELS = 100
_CUT = "; the text ends there and may have been cut off"


@dataclass(frozen=True, slots=True)
class Documents:
    """The documents of a text."""

    values: Collection[Any]  # as JSON gives them: each an object or an array; they may be read again each time
    are_one: bool  # they are the elements of one array, rather than texts of their own
    not_carried: NotCarried = field(default_factory=NotCarried)
    """The parts of documents that are not kept, whatever the schema; for lines, `read` finds them."""

    def read(self, lost: NotCarried) -> Iterator[Any]:
        """The values; parts that are not kept go to `lost`. Errors as `Lines.read`."""
        lost.merge(self.not_carried)
        yield from self.values.read(lost) if isinstance(self.values, Lines) else self.values


class Lines(Collection[Any]):
    """JSON Lines: the document of each line that is not empty, read again each time, so that they need no memory."""

    def __init__(
        self, opened: Callable[[], Iterable[bytes]], part: str, first_line: int = 1, first_row: int = 1
    ) -> None:
        """Take lines; `opened` gives them all, each time. `first_line` and `first_row` number them, and documents."""
        self._opened, self._part, self._first_line, self.first_row = opened, part, first_line, first_row
        self._count: int | None = None

    def __len__(self) -> int:
        if self._count is None:
            self._count = sum(1 for line in self._opened() if not line.isspace())
        return self._count

    def __iter__(self) -> Iterator[Any]:
        return self.read(NotCarried())

    def __contains__(self, value: object) -> bool:
        return any(value == one for one in self)

    def read(self, lost: NotCarried) -> Iterator[Any]:
        """The documents; parts that are not kept go to `lost`.

        Raises:
            DefinitionError: a line is not UTF-8, not JSON (with line and column), or holds no object or array.
        """
        reader, row = _Reader(self._part, lost), self.first_row
        for at, line in enumerate(self._opened(), start=self._first_line):
            if not line.isspace():
                value = reader.read(_text(line, self._part, at).rstrip("\n"), at, row)
                _require_document(value, row, self._part)
                yield value
                row += 1

    def parts(self, size_bytes: int) -> Iterator["Lines"]:
        """The same lines in pieces of about so many bytes, which do not need the data any more."""
        held: list[bytes] = []
        size, line, row = 0, self._first_line, self.first_row
        for one in self._opened():
            held.append(one)
            size += len(one)
            if size >= size_bytes:
                yield (piece := self._piece(held, line, row))
                held, size, line, row = [], 0, line + len(held), row + len(piece)
        if held:
            yield self._piece(held, line, row)

    def _piece(self, lines: list[bytes], first_line: int, first_row: int) -> "Lines":
        return Lines(partial(BytesIO, b"".join(lines)), self._part, first_line, first_row)


def are_lines(lines: Iterable[bytes]) -> bool:
    """Whether the first line that has anything is a whole value, and others follow."""
    filled = (line for line in lines if not line.isspace())
    first, second = next(filled, None), next(filled, None)
    if first is None or second is None:
        return False
    try:
        json.loads(first.removeprefix(_MARK.encode()))
    except (ValueError, RecursionError):
        return False
    return True


def documents_of(data: bytes, part: str) -> Documents:
    """The documents of bytes: one per line, or as `documents_in`.

    Raises:
        DefinitionError: they are not UTF-8, or as `documents_in`. Lines raise it when they are read.
    """
    if are_lines(BytesIO(data)):
        return Documents(Lines(partial(BytesIO, data), part), are_one=False)
    return documents_in(decoded(data, part), part)


def documents_in(text: str, part: str) -> Documents:
    """The documents of a text: those of an array of objects, or one.

    Raises:
        DefinitionError: it is not JSON (with line and column), or holds no object or array.
    """
    of_rows, of_one = NotCarried(), NotCarried()
    if rows := _Reader(part, of_rows).rows(text):
        return Documents(rows, True, of_rows)
    whole = _Reader(part, of_one).read(text, 1, 1)
    _require_document(whole, 1, part)
    return Documents((whole,), False, of_one)


class _Reader:
    """A decoder that notes its losses."""

    def __init__(self, part: str, lost: NotCarried) -> None:
        self._lost = lost
        self._part, self._row = part, 1
        self._plain = json.JSONDecoder(object_pairs_hook=self._object, parse_constant=_no_number)
        self._careful = json.JSONDecoder(
            object_pairs_hook=self._object,
            parse_float=self._number,
            parse_int=self._integer,
            parse_constant=_no_number,
        )

    def read(self, text: str, line: int, row: int) -> Any:
        """The value of a text that begins at a line of the file; a DefinitionError if it is not JSON."""
        self._row = row
        try:
            return self._decoder(text).decode(text)
        except json.JSONDecodeError as error:
            where = f"line {line + error.lineno - 1:,}, column {error.colno:,}: this is not JSON"
            cut = _CUT if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated") else ""
            remedy = "fix the text, or write it again"
            raise DefinitionError(self._part, where, why=f"{error.msg}{cut}", remedy=remedy) from None
        except _NoNumberError as error:
            where = _place(next(found for found in _STRUCTURE.finditer(text) if found[0] == str(error)), line)
            what, remedy = f"{where}: this is not JSON", "write null, or leave it out"
            raise DefinitionError(self._part, what, why=f"JSON has no {error}", remedy=remedy) from None
        except RecursionError:
            what = f"{_place(_too_deep(text), line)}: this is nested too deeply"
            why = f"more than {_MOST_LEVELS} objects and arrays are nested here"
            remedy = "make it flatter, or leave this document out"
            raise DefinitionError(self._part, what, why=why, remedy=remedy) from None

    def rows(self, text: str) -> tuple[Any, ...]:
        """The elements of an array of objects, each a row; none if the text is something else, or is not JSON."""
        decoder, found, end = self._decoder(text), list[Any](), 0
        begin = _FIRST.match(text)
        try:
            while begin is not None:
                self._row = len(found) + 1
                value, end = decoder.raw_decode(text, begin.end())
                found.append(value)
                begin = _NEXT.match(text, end)
        except (json.JSONDecodeError, _NoNumberError, RecursionError):
            return ()
        return tuple(found) if _LAST.match(text, end) else ()

    def _decoder(self, text: str) -> json.JSONDecoder:
        return self._careful if _HARD.search(text) else self._plain

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            for key, count in Counter(key for key, _ in pairs).items():
                if count > 1:
                    often = "twice" if count == 2 else f"{count:,} times"
                    self._lost.note(f"the key '{key}' appears {often} in an object; the last one counts", self._row)
        return made

    def _number(self, text: str) -> float:
        number = float(text)
        if not isfinite(number):
            what = f"row {self._row:,} has the number {_short(text)}, which is beyond every double"
            raise DefinitionError(self._part, what, remedy="write it as text")
        if repr(number) != text and _differs(number, text):
            what, example = "a number has more digits than a double", f": {_short(text)} becomes {number!r}"
            self._lost.note(what, self._row, example)
        return number

    def _integer(self, text: str) -> int | float:
        try:
            return -0.0 if text == "-0" else int(text)
        except ValueError:
            what, why = f"row {self._row:,} has an integer of {len(text):,} digits", "Python reads no more than 4,300"
            raise DefinitionError(self._part, what, why=why, remedy="write it as text") from None


def _differs(number: float, text: str) -> bool:
    """Whether a double is not the number of its text; one that is zero may have any exponent there."""
    if number == 0:
        return not _ZERO.match(text)
    return Decimal(text) != Decimal(repr(number))


class _NoNumberError(Exception):
    """`NaN` or the like, which Python reads as if it were JSON."""


def _no_number(text: str) -> NoReturn:
    raise _NoNumberError(text)


def _too_deep(text: str) -> re.Match[str]:
    """Where a text has one level too many."""
    level = 0
    for found in _STRUCTURE.finditer(text):
        level += (found[0] in "[{") - (found[0] in "]}")
        if level > _MOST_LEVELS:
            break
    return found


def _place(found: re.Match[str], first_line: int) -> str:
    """Line and column of a match in a text that begins at a line."""
    line = first_line + found.string.count("\n", 0, found.start())
    return f"line {line:,}, column {found.start() - found.string.rfind(chr(10), 0, found.start()):,}"


def decoded(data: bytes, part: str) -> str:
    """The text of data in UTF-8, with a byte-order mark or without.

    Raises:
        DefinitionError: it is not UTF-8 (with line and byte), or has nothing in it.
    """
    text = _text(data, part, 1)
    if _SOMETHING.search(text) is None:
        raise DefinitionError(part, "it is empty", remedy="give it at least one document")
    return text


def _text(data: bytes, part: str, first_line: int) -> str:
    """The text of bytes that begin at a line of the data."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = first_line + data.count(b"\n", 0, error.start)
        column = error.start - data.rfind(b"\n", 0, error.start)
        what = f"line {line:,}, byte {column:,}: this is not UTF-8"
        why = f"the byte 0x{data[error.start]:02x} is invalid here"
        raise DefinitionError(part, what, why=why, remedy="save it as UTF-8") from None
    return text.removeprefix(_MARK) if first_line == 1 else text


def _require_document(value: Any, row: int, part: str) -> None:
    if not isinstance(value, dict | list):
        what = f"document {row:,} is the single value {_short(json.dumps(value))}"
        why = "a schema describes objects with fields, or arrays of values"
        raise DefinitionError(part, what, why=why, remedy="put it into an object or an array")


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}..."
