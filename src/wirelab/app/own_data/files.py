"""A user's own data, read: JSON, JSON Lines, CSV, Parquet or Avro, packed or not; a file, a folder, standard input."""

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from wirelab.anova.tables.delimited import read_delimited
from wirelab.files.avro import read_avro
from wirelab.files.marks import is_avro, is_parquet
from wirelab.files.packed import unpacked
from wirelab.files.reading import read_file, read_head
from wirelab.inference.columns import rows_of
from wirelab.inference.differences import NotCarried
from wirelab.inference.json_text import Documents, decoded, documents_in
from wirelab.model.errors import DefinitionError, UsageError
from wirelab.store.parquet import read_parquet_rows

STANDARD_INPUT = "-"
_OPENS_JSON = re.compile(r"\s*[{\[]")
_TABLES = (".csv", ".tsv")
_PACKED = (".gz", ".zst", ".zstd")


@dataclass(frozen=True, slots=True)
class Data:
    """Documents, and where they come from.

    Attributes:
        named: as the user named it.
        documents: what it holds.
    """

    named: str
    documents: Documents

    @property
    def says(self) -> str:
        """One line for people."""
        return says(self.named, len(self.documents.values), "document")


def says(named: str, count: int, what: str) -> str:
    """How many of what were read from where, as one line for people."""
    where = "standard input" if named == STANDARD_INPUT else Path(named).resolve().name
    return f"{count:,} {what if count == 1 else what + 's'} of {where}"


def read_data(named: str) -> Data:
    """Read what the user named.

    Args:
        named: a file, a folder of JSON files, or `-` for standard input.

    Raises:
        UsageError: there is no such file, or no JSON in the folder.
        HostError: it cannot be read.
        DefinitionError: it is damaged, not in a format that is read here, or holds no documents.
    """
    part = "data" if named == STANDARD_INPUT else f"data {named}"
    if named == STANDARD_INPUT:
        return Data(named, _read(sys.stdin.buffer.read(), "", part))
    path = Path(named)
    if path.is_dir():
        return Data(named, _read_folder(path, part))
    if is_parquet(read_head(path, part)):  # it may be large: DuckDB takes of it what it needs
        return Data(named, _rows(read_parquet_rows(path, part), part))
    return Data(named, _read(read_file(path, part), _kind(path), part))


def read_files(named: str) -> tuple[tuple[str, bytes], ...]:
    """Read the bytes that the user named, unpacked: of a file, of each file of a folder, or of standard input.

    Returns:
        For each, how errors name it, and its bytes.

    Raises:
        UsageError: there is no such file, or none in the folder.
        HostError: it cannot be read.
        DefinitionError: it is packed and damaged.
    """
    if named == STANDARD_INPUT:
        return (("data", unpacked(sys.stdin.buffer.read(), "data")),)
    path = Path(named)
    files = sorted(each for each in path.iterdir() if each.is_file()) if path.is_dir() else [path]
    if not files:
        raise UsageError(f"data {named}", "there is no file in this folder", remedy="name a file, or another folder")
    return tuple((f"data {each}", unpacked(read_file(each, f"data {each}"), f"data {each}")) for each in files)


def workload_name(named: str) -> str:
    """The name that a workload gets from the data's: `Orders_2024.json.gz` gives `orders-2024`.

    The folder `captured` gives `captured-data`: a workload is a folder too, and may come to stand beside it.
    """
    stem = "" if named == STANDARD_INPUT else Path(named).resolve().name.split(".")[0]
    words = re.findall(r"[a-z0-9]+", stem.lower())
    name = "-".join(words if words and words[0][0].isalpha() else ["data", *words])
    return f"{name}-data" if named != STANDARD_INPUT and Path(named).is_dir() else name


def _kind(path: Path) -> str:
    """What the name says: its last ending, that of packing aside."""
    endings = [ending for ending in path.suffixes if ending.lower() not in _PACKED]
    return endings[-1].lower() if endings else ""


def _read_folder(folder: Path, part: str) -> Documents:
    files = sorted(path for path in folder.iterdir() if path.is_file() and _kind(path) == ".json")
    if not files:
        raise UsageError(part, "there is no .json file in this folder", remedy="name a file, or another folder")
    found = [_in_folder(path) for path in files]
    lost = NotCarried()
    for path, one in zip(files, found, strict=True):
        lost.merge(one.not_carried, f"{path.name}: ")
    return Documents(tuple(value for one in found for value in one.values), False, lost)


def _in_folder(path: Path) -> Documents:
    part = f"data {path}"
    lost = NotCarried()
    found = documents_in(decoded(unpacked(read_file(path, part), part), part), part)
    values = tuple(found.read(lost))
    return Documents(values, found.are_one, lost)


def _read(data: bytes, kind: str, part: str) -> Documents:
    data = unpacked(data, part)
    if is_parquet(data):
        return _rows(read_parquet_rows(data, part), part)
    if is_avro(data):
        return _rows(read_avro(data, part), part)
    text = decoded(data, part)
    if kind in _TABLES or (kind != ".json" and not _OPENS_JSON.match(text) and _is_table(text)):
        _require_no_comment(text, part)
        columns = read_delimited(data, "utf-8-sig", part).columns
        return Documents(rows_of({name: [str(cell) for cell in cells] for name, cells in columns.items()}), False)
    del data  # it may be large
    return documents_in(text, part)


def _require_no_comment(text: str, part: str) -> None:
    """`#chrom` may be a name; `# made by` is none."""
    before = text.partition("# ")[0]
    if not before.strip() and text.startswith("# ", len(before)):
        what = f"line {before.count(chr(10)) + 1:,} is a comment, and CSV has none"
        raise DefinitionError(part, what, remedy="begin with the names of the columns: drop the lines before them")


def _is_table(text: str) -> bool:
    """Whether its first line may be a header."""
    return any(separator in text.lstrip().split("\n", 1)[0] for separator in ",;\t|")


def _rows(found: Iterable[str], part: str) -> Documents:
    lines = "\n".join(found)
    if not lines:
        raise DefinitionError(part, "it has no rows", remedy="give it at least one")
    return documents_in(lines, part, lines=True)
