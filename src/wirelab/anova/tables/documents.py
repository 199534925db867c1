"""JSON documents: which tool wrote them, and the table in them."""

import json
from types import ModuleType

from pydantic import ValidationError

from wirelab.anova.tables import benchmarkdotnet, criterion, hyperfine, jmh, pytest_benchmark
from wirelab.anova.tables.samples import table_of
from wirelab.anova.tables.table import Table
from wirelab.model.errors import TableError

# Each has TOOL, EXPORT (the option that writes it), recognises(document) and report_of(document).
_TOOLS: tuple[ModuleType, ...] = (hyperfine, jmh, benchmarkdotnet, pytest_benchmark, criterion)
_MOST_SHOWN = 5


def read_document(text: str, part: str) -> Table:
    """Read the JSON of a benchmark tool, recognised by its content.

    Raises:
        TableError: it is not JSON, of no tool known here, not as the tool writes it, or without measurements.
    """
    document = _parse(text, part)
    tool = next((tool for tool in _TOOLS if tool.recognises(document)), None)
    if tool is None:
        why = f"this is {_shape(document)}\nknown tools: {'; '.join(tool.EXPORT for tool in _TOOLS)}"
        remedy = "write a table instead (CSV or Parquet), with one row per measurement"
        raise TableError(part, "it is JSON from an unknown tool", why=why, remedy=remedy)
    try:
        return table_of(tool.report_of(document), tool.TOOL, tool.EXPORT, part)
    except ValidationError as error:
        mistakes = [f"{_path(detail['loc'])}: {_said(detail['msg'])}" for detail in error.errors()]
        more = [f"and {len(mistakes) - _MOST_SHOWN:,} more"] if len(mistakes) > _MOST_SHOWN else []
        raise TableError(
            part,
            f"it is {tool.TOOL} JSON, but some of it cannot be read",
            why="\n".join([*mistakes[:_MOST_SHOWN], *more]),
            remedy=f"export it again: {tool.EXPORT}",
        ) from None
    except TableError as error:
        raise TableError(part, error.what, why=error.why, remedy=error.remedy) from None


def _parse(text: str, part: str) -> object:
    """The document; JSON lines are a list.

    Raises:
        TableError: it is neither.
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        fault = error
    except RecursionError:
        raise TableError(
            part, "this JSON is not from a known tool", why="it is nested too deeply", remedy="write a table instead"
        ) from None
    lines = [line for line in text.splitlines() if line.strip()]
    try:
        return [json.loads(line) for line in lines]
    except json.JSONDecodeError:
        raise TableError(
            part,
            f"line {fault.lineno}, column {fault.colno}: this is not JSON",
            why=f"{fault.msg}"
            + ("; the file ends there and may be truncated" if fault.pos >= len(text.rstrip()) else ""),
            remedy="export it again",
        ) from None


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
    """What pydantic says, as a clause."""
    text = message.removeprefix("Value error, ")
    return f"{text[:1].lower()}{text[1:]}"


def _path(steps: tuple[int | str, ...]) -> str:
    text = ""
    for step in steps:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text or "the document"
