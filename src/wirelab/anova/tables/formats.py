"""Which kind of table some bytes are, which tool wrote a JSON document, and the content of both."""

import json
from types import ModuleType

from pydantic import ValidationError

from wirelab.anova.tables import benchmarkdotnet, criterion, hyperfine, jmh, pytest_benchmark
from wirelab.anova.tables.delimited import read_delimited
from wirelab.anova.tables.samples import table_of
from wirelab.anova.tables.table import Table, shortened
from wirelab.files.toml import written_path
from wirelab.model.errors import TableError

# Each has TOOL, EXPORT (the option that writes it) and report_of(document).
_TOOLS: tuple[ModuleType, ...] = (hyperfine, jmh, benchmarkdotnet, pytest_benchmark, criterion)


def read_document(text: str, part: str) -> Table:
    """Read the JSON of a benchmark tool, recognised by its content.

    Raises:
        TableError: it is not JSON, of no tool known here, not as the tool writes it, or without measurements.
    """
    document = _parse(text, part)
    tool = _tool_of(document)
    if tool is None:
        why = f"this is {_shape(document)}\nknown tools: {'; '.join(tool.EXPORT for tool in _TOOLS)}"
        remedy = "write a table instead (CSV or Parquet), with one row per measurement"
        raise TableError(part, "it is JSON from an unknown tool", why=why, remedy=remedy)
    try:
        return table_of(tool.report_of(document), tool.TOOL, tool.EXPORT, part)
    except ValidationError as error:
        mistakes = [f"{written_path(detail['loc'])}: {_said(detail['msg'])}" for detail in error.errors()]
        raise TableError(
            part,
            f"it is {tool.TOOL} JSON, but some of it cannot be read",
            why=shortened(mistakes),
            remedy=f"export it again: {tool.EXPORT}",
        ) from None
    except TableError as error:
        raise TableError(part, error.what, why=error.why, remedy=error.remedy) from None


def _tool_of(document: object) -> ModuleType | None:
    """The tool that wrote a document, by the keys that its documents have."""
    match document:
        case {"results": [{"command": str()}, *_]}:
            return hyperfine
        case [{"benchmark": str(), "primaryMetric": dict()}, *_]:
            return jmh
        case {"HostEnvironmentInfo": _, "Benchmarks": list()}:
            return benchmarkdotnet
        case {"benchmarks": [{"fullname": str(), "stats": dict()}, *_]}:
            return pytest_benchmark
        case _:
            return criterion if criterion.complete(document) else None


def _parse(text: str, part: str) -> object:
    """The document; JSON lines are a list. A TableError if it is neither."""
    try:
        try:
            return json.loads(text)
        except json.JSONDecodeError as error:
            fault = error
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except json.JSONDecodeError:
        what = f"line {fault.lineno}, column {fault.colno}: this is not JSON"
        cut = "; the file ends there and may be truncated" if fault.pos >= len(text.rstrip()) else ""
        raise TableError(part, what, why=f"{fault.msg}{cut}", remedy="export it again") from None
    except RecursionError:
        why = "it is nested too deeply"
    except ValueError:
        why = "it has a number of more digits than Python reads"
    raise TableError(part, "this JSON is not from a known tool", why=why, remedy="write a table instead")


def _shape(document: object) -> str:
    match document:
        case dict():
            return "an object of " + (", ".join(f"'{name}'" for name in list(document)[:5]) or "nothing")
        case [first, *_]:
            return f"a list of {len(document)}, the first being {_shape(first)}"
        case []:
            return "an empty list"
        case _:
            return f"the value {str(document)[:40]}"


def _said(message: str) -> str:
    """A message of pydantic, as a clause."""
    text = message.removeprefix("Value error, ")
    return f"{text[:1].lower()}{text[1:]}"


# First bytes of other files that people give instead of a table, with their names and remedies.
_FOREIGN = (
    (b"PK\x03\x04", "a zip archive (a spreadsheet, perhaps)", "save the sheet as CSV"),
    (b"\xd0\xcf\x11\xe0", "an old spreadsheet", "save the sheet as CSV"),
    (b"\x1f\x8b", "gzipped", "unpack it first: gunzip -c FILE | wirelab analyze - …"),
    (b"\x28\xb5\x2f\xfd", "compressed by zstd", "unpack it first: zstd -dc FILE | wirelab analyze - …"),
    (b"%PDF", "a PDF", "get the numbers as CSV"),
    (b"ARROW1", "an Arrow file", "save it as Parquet or CSV"),
)
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


def encoding_of(data: bytes, part: str) -> str:
    """Python's name of the encoding of `data`: UTF-8 with or without a byte-order mark, or UTF-16 with one.

    Raises:
        TableError: it is no text, is empty, or is in another encoding; says at which line and column.
    """
    for first, what, remedy in _FOREIGN:
        if data.startswith(first):
            raise TableError(part, f"it is {what}, not a table", remedy=remedy)
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    if encoding != "utf-16" and b"\0" in data:
        raise TableError(part, "it is not text", why="it contains null bytes", remedy="give CSV, Parquet or JSON")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise TableError(
            part,
            f"line {line}, byte {column}: this is not {encoding.removesuffix('-sig').upper()}",
            why=f"the byte 0x{data[error.start]:02x} is invalid here; the file may be in Windows-1252 or ISO 8859-1",
            remedy="save it as UTF-8: iconv -f WINDOWS-1252 -t UTF-8 FILE | wirelab analyze - …",
        ) from None
    if not text.lstrip("\ufeff").strip():
        raise TableError(part, "it is empty", remedy="start with a row of names, then one row per measurement")
    return encoding


def read_table(data: bytes, part: str) -> Table:
    """Read CSV or a tool's JSON, distinguished by the first character; a TableError says where it is neither."""
    encoding = encoding_of(data, part)
    if data[:4096].decode(encoding, errors="ignore").lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        return read_document(data.decode(encoding), part)
    return read_delimited(data, encoding, part)
