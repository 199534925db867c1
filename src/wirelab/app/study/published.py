"""Figures that a study published: read from its tables, in our names."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from math import inf
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from wirelab.files.inputs import read_text
from wirelab.files.toml import malformed, parse_document
from wirelab.model.cell import CorpusName, Operation
from wirelab.model.errors import DefinitionError, UsageError
from wirelab.model.figure import FactorName, Figure, Quantity
from wirelab.model.run import GZIP, NO_COMPRESSOR
from wirelab.model.subject import Subject, parse_subject

_METRIC, _VALUE, _UNIT = _LONG = ("metric", "value", "unit")
_FURTHER = ""  # cells of a row beyond the columns
_FACTOR_OF = {Quantity.SIZE: NO_COMPRESSOR, Quantity.GZIPPED: GZIP}
_UNITS = {"byte": 1.0, "ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}
"""The factor that converts a value to bytes or ns."""

Levels = dict[str, Annotated[tuple[str, ...], Field(min_length=1)]]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Metric(_Table):
    """The meaning of a metric."""

    quantity: Quantity
    operation: Operation | None = None  # that was timed; None for sizes
    unit: str | None = Field(default=None, pattern=f"^({'|'.join(_UNITS)})$")
    """The unit of its values, where the table has no column for it."""


class _Names(_Table):
    """`FILE.names.toml` beside a published file: our names for each name that the study uses."""

    columns: dict[str, FactorName] = {}  # factors, by the columns that are called otherwise
    fixed: dict[FactorName, str] = {}  # the level of a factor that the table has no column for
    metrics: dict[str, _Metric] = {}
    """Metrics by name. A table without a column `metric` has each metric in a column of its own."""
    workload: Levels = {}
    size: Levels = {}
    variant: Levels = {}
    platform: Levels = {}
    codec: Levels = {}


_METRICS = {
    "size": _Metric(quantity=Quantity.SIZE),
    "size_gzip": _Metric(quantity=Quantity.GZIPPED),
    **{str(operation): _Metric(quantity=Quantity.TIME, operation=operation) for operation in Operation},
}
"""Metrics that need no entry."""


@dataclass(frozen=True, slots=True)
class PublishedSizes:
    """Bytes by our names of workload, size, subject and compressor."""

    values: Mapping[tuple[str, str, str, str], int]

    def size_bytes(self, corpus: CorpusName, subject: Subject, compressor: str) -> int | None:
        """The published bytes of a subject, as the names beside the table write it; None if none were published."""
        return self.values.get((corpus.workload, corpus.size, str(subject), compressor))

    def subjects(self, workload: str) -> tuple[Subject, ...]:
        """The subjects of a workload that something was published for; names that are none of ours are left out."""
        found = []
        for codec in dict.fromkeys(codec for name, _, codec, _ in self.values if name == workload):
            with suppress(UsageError):
                found.append(parse_subject(codec))
        return tuple(found)


def published_sizes(figures: Sequence[Figure]) -> PublishedSizes:
    """The sizes among figures."""
    values = {}
    for figure in figures:
        at, compressor = figure.levels, _FACTOR_OF.get(figure.quantity)
        if compressor is not None and {FactorName.WORKLOAD, FactorName.CODEC} <= set(at):
            place = (at[FactorName.WORKLOAD], at.get(FactorName.SIZE, ""), at[FactorName.CODEC], compressor)
            values[place] = round(figure.value)
    return PublishedSizes(values)


def names_of(file: Path) -> Path:
    """Where the names of a file of published figures are, if there are any."""
    return file.parent / f"{file.stem}.names.toml"


def read_published(file: Path) -> tuple[Figure, ...]:
    """Read a file of published figures; a name that `FILE.names.toml` lacks is taken as ours.

    The table is either long (factors, `metric`, `value`, `unit`) or has each metric in a column. A blank is a figure
    that was not published.

    Raises:
        UsageError, HostError: it is not there, or cannot be read.
        DefinitionError: it is not such a file, or its names are not well formed.
    """
    part = f"published figures {file.name}"
    names_file = names_of(file)
    table = csv.DictReader(io.StringIO(read_text(file, part), newline=""), restkey=_FURTHER, restval="", strict=True)
    try:
        header, rows = tuple(table.fieldnames or ()), [(table.line_num, row) for row in table]
    except csv.Error as error:
        what, remedy = f"line {table.reader.line_num}: it is not CSV", "close each quotation mark, or write it again"
        raise DefinitionError(part, what, why=str(error), remedy=remedy) from None
    text = read_text(names_file, f"names {names_file.name}") if names_file.is_file() else ""
    names = parse_document(text, _Names, f"names {names_file.name}")
    _check_columns(part, header, names, names_file.name)
    found = [each for line, row in rows for each in _figures(names, names_file.name, line, row)]
    if wrong := [each for each in found if isinstance(each, str)]:
        raise malformed(part, wrong)
    return tuple(each for each in found if isinstance(each, Figure))


def _check_columns(part: str, header: Sequence[str], names: _Names, names_file: str) -> None:
    """Check that each column is a factor, a metric, or one of those of a long table."""
    if not header:
        raise DefinitionError(part, "it is empty", remedy=f"give it the columns {', '.join(_LONG)}, and one per factor")
    if twice := [column for column in dict.fromkeys(header) if header.count(column) > 1]:
        raise DefinitionError(part, f"it has a column '{twice[0]}' twice", remedy="rename one, or leave it out")
    long = set(_LONG) <= set(header)
    metrics = set() if long else set(header) & set(names.metrics)
    known = {*FactorName, *names.columns, *metrics, *(_LONG if long else ())}
    if unknown := [column for column in header if column not in known]:
        remedy = f"name them in {names_file}, under [columns] or [metrics]"
        raise DefinitionError(part, f"it has unknown columns: {', '.join(unknown)}", remedy=remedy)
    if not long and not metrics:
        why, remedy = f"its columns: {', '.join(header)}", f"add the columns {', '.join(_LONG)}"
        raise DefinitionError(part, "it has no metric", why=why, remedy=remedy)


def _figures(names: _Names, names_file: str, line: int, row: Mapping[str, str]) -> Iterator[Figure | str]:
    """The figures of a row of the table, or its mistakes, each as a text."""
    if any(map(str.strip, row.get(_FURTHER, ()))):
        yield f"line {line}: it has more cells than there are columns; quote a value that has a comma"
    metrics = _METRICS | names.metrics
    levels = {names.columns.get(column, column): level for column, level in row.items() if column not in _LONG}
    at = names.fixed | {name: levels[name] for name in FactorName if levels.get(name)}
    if not at.get(FactorName.REPLICATE, "1").isdecimal():
        replicate = at[FactorName.REPLICATE]
        yield f"line {line}: replicate '{replicate}' is not a number; number replicates from 1, in their order"
    if _METRIC in row:
        values = [(row[_METRIC], row[_VALUE], row[_UNIT])]
    else:
        values = [(name, row[name], metric.unit or "") for name, metric in names.metrics.items() if name in row]
    for name, text, unit in values:
        value = _number(text)
        if name not in metrics:
            yield f"line {line}: there is no metric '{name}'; describe it under [metrics] in {names_file}"
        elif not text.strip():
            continue
        elif unit not in _UNITS:
            yield f"line {line}: unknown unit '{unit}'; known: {', '.join(_UNITS)}"
        elif value is None:
            yield f"line {line}: '{text}' is not a number from 0 up; leave the cell blank if nothing was published"
        else:
            yield from _in_our_names(names, metrics[name], at, value * _UNITS[unit])


def _in_our_names(names: _Names, metric: _Metric, at: Mapping[FactorName, str], value: float) -> Iterator[Figure]:
    """The figure, once for each combination of our names for its levels."""
    known = {name: getattr(names, name, {}).get(level, (level,)) for name, level in at.items()}
    if metric.operation is not None:
        known[FactorName.OPERATION] = (str(metric.operation),)
    for levels in product(*known.values()):
        yield Figure(metric.quantity, dict(zip(known, levels, strict=True)), value)


def _number(text: str) -> float | None:
    """A number from 0 up, or None."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 <= value < inf else None
