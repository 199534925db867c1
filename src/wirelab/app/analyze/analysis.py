"""Statistics on anyone's table: from a file to the content of a report."""

import itertools
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from wirelab.anova.analyse import analyse_factorial
from wirelab.anova.observations import Observations, numbered
from wirelab.anova.result import FactorialOptions, Transform
from wirelab.anova.tables.formats import read_table
from wirelab.anova.tables.observations import (
    filled_down,
    in_order_of,
    numeric_columns,
    observations_of,
    rows_where,
)
from wirelab.anova.tables.table import Table, follows
from wirelab.files.inputs import read_file, read_head
from wirelab.files.marks import is_lab, is_parquet
from wirelab.model.errors import TableError, UsageError, host_faults
from wirelab.model.names import choose
from wirelab.report.analyze.analysed import Analysed

_STANDARD_INPUT = "-"
_MOST_COMBINATIONS = 150
_NO_ORDER = (
    "The order of the rows may not be that of the measurements, so drift was not checked. --order COLUMN names the "
    "column with that order."
)


@dataclass(frozen=True, slots=True)
class Question:
    """The user's options for the analysis of a table."""

    response: str | None = None  # the column of measurements; None: the suggested one
    factors: tuple[str, ...] = ()  # columns of levels; empty: the suggested ones
    block: str | None = None  # the column of blocks; None: the suggested one
    where: tuple[tuple[str, str], ...] = ()  # (column, level) pairs; rows with other levels are left out
    references: tuple[str, ...] = ()  # levels (`Server`, or `platform=Server`) that others are compared with
    run_id: int | None = None  # which run of a lab file; None: the latest
    order: str | None = None
    """The column with the order of measurement; None: the order of a tool's output, else unknown."""
    fill_down: tuple[str, ...] = ()  # columns whose blank cells mean the level above, as merged cells do
    options: FactorialOptions = field(default_factory=FactorialOptions)


def analyze_each(source: str, question: Question, responses: Sequence[str | None]) -> tuple[Analysed, ...]:
    """Analyse several responses of the table at `source` by the same factors.

    `source` is a file, or `-` for standard input: CSV, Parquet, JSON of a benchmark tool, or a lab file. The response
    of `question` is ignored; None means the response that the table suggests.

    Raises:
        HostError: the file cannot be read.
        TableError: it is no table, or not one of measurements.
        LabError: the lab file cannot be used.
        UsageError: a column or level that does not exist.
        DesignError: the observations do not allow the analysis.
    """
    table = filled_down(open_table(source, question.run_id), question.fill_down)
    if question.order is not None:
        table = in_order_of(table, question.order)
    return tuple(_analysed(table, replace(question, response=response)) for response in responses)


def _analysed(table: Table, question: Question) -> Analysed:
    in_run_order = question.order is not None or table.suggestion is not None
    where = _where(table, question.where)
    response, factors, block = _columns(table, question, where)
    observations = observations_of(
        table,
        response,
        factors,
        block,
        above_zero=question.options.transform is not Transform.NONE,
        where=where,
    )
    _require_comparable(observations, question.options.interactions)
    return Analysed(
        part=table.part,
        kind=table.kind,
        where=where,
        observations=observations,
        references=_references(observations, question.references),
        analysis=analyse_factorial(observations, replace(question.options, in_run_order=in_run_order)),
        notes=(
            *table.notes,
            *_pooled(table, observations, where),
            *_look_alikes(observations),
            *(() if in_run_order else (_NO_ORDER,)),
        ),
    )


def open_table(source: str, run_id: int | None = None) -> Table:
    """Read the table at `source` in any format, recognized by its first bytes. Errors as `analyze_each`."""
    from_input = source == _STANDARD_INPUT
    part = "standard input" if from_input else f"table {source}"
    path = Path(source)
    with host_faults(part, "it cannot be read", "name a file"):
        if not from_input and path.is_dir():
            remedy = "name a file; for criterion: cargo criterion --message-format=json > times.json"
            raise UsageError(part, "it is a folder", remedy=remedy)
        piped = from_input or (path.exists() and not path.is_file())  # it has its bytes only once
        read = read_file if piped else read_head
        data = sys.stdin.buffer.read() if from_input else read(path, part)
    of_lab = is_lab(data)
    if run_id is not None and not of_lab:
        raise UsageError(
            "option --run", f"{part} is not a lab file", remedy="drop the option: only lab files contain runs"
        )
    if of_lab and piped:
        raise UsageError(part, "a lab file cannot be piped in", remedy="name the file: wirelab analyze FILE")
    if of_lab:  # DuckDB, which this needs, takes as long to load as a small table takes to analyse
        from wirelab.app.analyze.lab_table import lab_table

        return lab_table(path, run_id)
    if is_parquet(data):
        from wirelab.store.parquet import read_parquet

        return read_parquet(data if piped else path, part)
    return read_table(data if piped else read_file(path, part), part)


def _columns(table: Table, question: Question, where: Mapping[str, str]) -> tuple[str, tuple[str, ...], str | None]:
    """The columns that the user names, else those that the table suggests.

    Raises:
        UsageError: neither says which column is the response or which are factors.
        TableError: nothing varies in a table that names its factors.
    """
    suggestion = table.suggestion
    response = question.response or (suggestion.response if suggestion else None)
    factors = question.factors or (suggestion.factors if suggestion else ())
    offered = suggestion.block if suggestion and suggestion.block not in factors else None
    if not question.factors:
        factors = tuple(name for name in factors if name not in where and name != question.block)
    names = ", ".join(table.columns)
    if response is None:
        numeric = ", ".join(numeric_columns(table)) or "none"
        raise UsageError(
            "option --response",
            f"which column of {table.part} holds the measurements?",
            why=f"Columns: {names}. With numbers: {numeric}.",
            remedy="name it: --response COLUMN",
        )
    if not factors and suggestion:
        why = "no known factor varies" + (" in the rows chosen" if where else "")
        remedy = "choose other rows (--where) or name the columns: --factors COLUMN,COLUMN"
        raise TableError(table.part, "there is nothing to compare", why=why, remedy=remedy)
    if not factors:
        remedy = "name them, separated by commas: --factors COLUMN,COLUMN"
        what = f"which columns of {table.part} are the factors?"
        raise UsageError("option --factors", what, why=f"Columns: {names}.", remedy=remedy)
    return response, factors, question.block or offered


def _where(table: Table, chosen: Sequence[tuple[str, str]]) -> dict[str, str]:
    """The level of each column that rows are chosen by; a UsageError if a column is unknown, or has two levels."""
    where: dict[str, str] = {}
    for column, level in chosen:
        if column in where:
            remedy = "keep one of them: a row has only one level per column"
            raise UsageError(f"option --where {column}", f"it asks for both {where[column]} and {level}", remedy=remedy)
        where[choose("column", column, table.columns)] = level
    return where


def _require_comparable(observations: Observations, interactions: int | None) -> None:
    """Check that there are not more combinations of levels than can be compared with each other, all pairs at once.

    Raises:
        UsageError: there are more; comparing them would take minutes, and nobody reads ten thousand pairs.
    """
    factors = observations.factors
    order = min(interactions or len(factors), len(factors))
    together = (
        len(np.unique(numbered(some)))
        for some in itertools.combinations(factors, order)
        if math.prod(len(factor.levels) for factor in some) > _MOST_COMBINATIONS
    )
    combinations = next((count for count in together if count > _MOST_COMBINATIONS), 0)
    if not combinations:
        return
    remedy = "drop some factors, fix some (--where COLUMN=LEVEL), or limit --interactions (1 for none)"
    what = f"they have {combinations:,} combinations of levels"
    why = f"with more than {_MOST_COMBINATIONS} there are too many pairs to compare, or to read"
    raise UsageError("option --factors", what, why=why, remedy=remedy)


def _references(observations: Observations, named: Sequence[str]) -> dict[str, str]:
    """The reference level of each factor that has one.

    Raises:
        UsageError: no factor has such a level, several have, or a factor has a reference already.
    """
    references: dict[str, str] = {}
    levels_of = {factor.name: factor.levels for factor in observations.factors}
    for text in named:
        at = [name for name, levels in levels_of.items() if text in levels]
        name, _, level = text.partition("=")
        if not at and level and name in levels_of:
            choose(f"{name} level", level, levels_of[name])
        else:
            choose("level", text, [level for levels in levels_of.values() for level in levels])
            name, level = at[0], text
        if len(at) > 1:
            remedy = f"say which one: {' or '.join(f'{factor}={text}' for factor in at)}"
            raise UsageError(f"reference '{text}'", "more than one factor has this level", remedy=remedy)
        if name in references:
            what = f"{name} has the reference '{references[name]}' already"
            raise UsageError(f"reference '{text}'", what, remedy="name one level per factor")
        references[name] = level
    return references


def _pooled(table: Table, observations: Observations, where: Mapping[str, str]) -> tuple[str, ...]:
    """Say which columns that a tool varied are neither factors nor held fixed, in the rows that were chosen."""
    used = {factor.name for factor in observations.factors} | set(where)
    offered = table.suggestion.factors if table.suggestion else ()
    rows = rows_where(table, where)
    columns = {name: [table.columns[name][row] for row in rows] for name in {*used, *offered}}
    left = [
        name
        for name in offered
        if name not in used and not any(follows(columns[name], columns[other]) for other in used)
    ]
    return tuple(
        f"{name} varies but is not a factor here, so its differences count as error. --where {name}=… keeps it fixed."
        for name in left
    )


def _look_alikes(observations: Observations) -> tuple[str, ...]:
    """Say which levels differ only in case or spaces: one level typed twice, perhaps."""
    notes = []
    for factor in observations.factors:
        alike: dict[str, str] = {}
        for level in factor.levels:
            plain = "".join(level.split()).casefold()
            if plain in alike:
                notes.append(f"{factor.name} has the levels '{alike[plain]}' and '{level}': are these the same?")
            alike.setdefault(plain, level)
    return tuple(notes)
