"""Sizes that a study published, beside which ours can be shown."""

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from wirelab.files.reading import read_text
from wirelab.model.cell import CorpusName
from wirelab.model.document import parse_document
from wirelab.model.errors import DefinitionError
from wirelab.model.run import GZIP, NO_COMPRESSOR
from wirelab.model.subject import Subject

COLUMNS = ("codec", "workload", "size_class", "metric", "value", "unit")
_COMPRESSOR_OF_METRIC = {"size": NO_COMPRESSOR, "size_gzip": GZIP}


class _Names(BaseModel):
    """`FILE.names.toml` beside a published file: what is ours of each name that the study uses.

    Attributes:
        workload: names of workloads, by the study's.
        codec: names of codecs, by the study's.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    workload: dict[str, Annotated[tuple[str, ...], Field(min_length=1)]] = {}
    codec: dict[str, Annotated[tuple[str, ...], Field(min_length=1)]] = {}


@dataclass(frozen=True, slots=True)
class PublishedSizes:
    """Bytes by our names of workload, size, codec and compressor."""

    values: Mapping[tuple[str, str, str, str], int]

    def size_bytes(self, corpus: CorpusName, subject: Subject, compressor: str) -> int | None:
        """What was published for a plain codec; None for a subject that has parameters or a compressor of its own."""
        if subject != Subject(subject.codec):
            return None
        return self.values.get((corpus.workload, corpus.size, subject.codec, compressor))


def names_of(file: Path) -> Path:
    """Where the names of a file of published figures are, if there are any."""
    return file.with_suffix(".names.toml")


def read_published(file: Path) -> PublishedSizes:
    """Read a file of published figures; a name that `FILE.names.toml` does not tell is taken as ours.

    Raises:
        UsageError, HostError: it is not there, or cannot be read.
        DefinitionError: it is not such a file, or its names are not well formed.
    """
    part = f"published figures {file.name}"
    names_file = names_of(file)
    table = csv.DictReader(io.StringIO(read_text(file, part), newline=""))
    header, found = tuple(table.fieldnames or ()), list(table)
    text = read_text(names_file, f"names {names_file.name}") if names_file.is_file() else ""
    if header != COLUMNS:
        raise DefinitionError(part, "it has the wrong columns", why=f"it has {header}", remedy=f"wanted: {COLUMNS}")
    names = parse_document(text, _Names, f"names {names_file.name}")
    values = {}
    for line, row in enumerate(found, start=2):
        compressor = _COMPRESSOR_OF_METRIC.get(row["metric"])
        if compressor is None or row["unit"] != "byte":
            continue
        for workload in names.workload.get(row["workload"], (row["workload"],)):
            for codec in names.codec.get(row["codec"], (row["codec"],)):
                values[workload, row["size_class"], codec, compressor] = _whole(part, line, row["value"])
    return PublishedSizes(values)


def _whole(part: str, line: int, text: str) -> int:
    try:
        return int(text)
    except (TypeError, ValueError) as error:
        what = f"line {line}: the value is not a whole number of bytes"
        raise DefinitionError(part, what, why=str(error), remedy="mend the line and try again") from error
