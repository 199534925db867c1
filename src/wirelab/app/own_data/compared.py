"""The same data in two schemas: how large each codec makes them, side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from wirelab.app.own_data.files import STANDARD_INPUT, workload_name
from wirelab.app.own_data.workload import Asked, OwnWorkload, added
from wirelab.app.sizes_table import SizedCell
from wirelab.model.data_encoding import Unit
from wirelab.model.errors import UsageError
from wirelab.model.run import NO_COMPRESSOR, ZSTANDARD
from wirelab.report.quantities import MISSING, count, ratio
from wirelab.report.table import Column, Table, numbers
from wirelab.workload.patience import Notice

_INFERRED = "inferred"
_SHOWN = {NO_COMPRESSOR: "", ZSTANDARD: f" {ZSTANDARD}"}
"""Compressors with the text after a schema's name in headings."""


@dataclass(frozen=True, slots=True)
class Compared:
    """Two workloads of the same data."""

    schemas: tuple[str, str]  # the user's names for them
    folders: tuple[Path, Path]
    made: tuple[OwnWorkload, OwnWorkload]


def compared(asked: Asked, other: str, message: str | None, base: Path, notice: Notice) -> Compared:
    """Make both workloads below `base`: of `asked`, and of its data in the schema `other`.

    Data without a field in `other` is left out of its workload, and named.

    Raises:
        UsageError: options do not go together, or there is no such file.
        Others as `own_workload`.
    """
    if asked.unit is Unit.COLLECTION:
        what, remedy = "with --compare-schema, each document is one message", "leave it out"
        raise UsageError("option --unit", what, remedy=remedy)
    if asked.anonymize:
        what, why = "it cannot be combined with --compare-schema", "replacement values would fit only the first schema"
        raise UsageError("option --anonymize", what, why=why, remedy="drop one of them")
    if asked.data == STANDARD_INPUT or Path(asked.data).is_fifo():
        what, remedy = "--compare-schema reads it twice, which a pipe does not allow", "put it into a file"
        raise UsageError(f"data {asked.data}", what, remedy=remedy)
    name = asked.name or workload_name(asked.data)
    first = replace(asked, name=name, unit=Unit.DOCUMENT)
    if asked.schema is None:
        first = replace(first, proto_path=(), message=None)
    second = replace(
        asked, name=f"{name}-compared", schema=other, message=message or asked.message, enums=(), unit=None, drops=True
    )
    (one, at), (two, there) = (added(each, base, notice) for each in (first, second))
    return Compared((asked.schema or _INFERRED, other), (at, there), (one, two))


def compared_table(found: Compared, sized: Sequence[SizedCell]) -> Table:
    """A row for each codec, the smallest with the second schema first; those that failed come last."""
    rows = []
    for codec, platform, cells in _together(found, sized):
        sizes = [{} if cell is None else cell.size_bytes for cell in cells]
        row = [codec, platform]
        for compressor in _SHOWN:
            both = [each.get(compressor) for each in sizes]
            over = both[1] / both[0] if both[0] and both[1] is not None else None
            row += [*(MISSING if each is None else count(each) for each in both), ratio(over)]
        whys = (
            f"{schema}: {cell.why}"
            for schema, cell in zip(found.schemas, cells, strict=True)
            if cell is not None and cell.why
        )
        rows.append((sizes[1].get(NO_COMPRESSOR, float("inf")), [*row, "; ".join(whys)]))
    columns = [Column("codec"), Column("platform")]
    for behind in _SHOWN.values():
        columns += numbers(*(f"{each}{behind}" for each in found.schemas), f"ratio{behind}")
    ordered = tuple(row for _, row in sorted(rows, key=lambda each: each[0]))
    says = f"{found.schemas[1]} against {found.schemas[0]}, bytes"
    return Table(says, (*columns, Column("why", least=24)), ordered)


def compared_json(found: Compared, sized: Sequence[SizedCell]) -> dict[str, Any]:
    """The sizes as values that `json.dumps` takes."""
    cells = [
        {
            "codec": codec,
            "platform": platform,
            "size_bytes": [{} if cell is None else dict(cell.size_bytes) for cell in cells],
            "why": ["" if cell is None else cell.why for cell in cells],
        }
        for codec, platform, cells in _together(found, sized)
    ]
    not_carried = [list(each.addition.not_carried) for each in found.made]
    return {"schemas": list(found.schemas), "not_carried": not_carried, "cells": cells}


def _together(found: Compared, sized: Sequence[SizedCell]) -> list[tuple[str, str, list[SizedCell | None]]]:
    """Each codec on its platform, with its cell in either schema."""
    names = [each.addition.name for each in found.made]
    own: dict[tuple[str, str], dict[str, SizedCell]] = {}
    for each in sized:
        place = (str(each.cell.subject), each.cell.platform)
        own.setdefault(place, {})[each.cell.corpus.workload] = each

    def cells(by_workload: Mapping[str, SizedCell]) -> list[SizedCell | None]:
        return [by_workload.get(name) for name in names]

    return [(codec, platform, cells(each)) for (codec, platform), each in own.items()]
