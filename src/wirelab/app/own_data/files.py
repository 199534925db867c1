"""A user's own data, from a file, a folder or standard input: JSON, JSON Lines, CSV, Parquet, Avro, packed or not."""

import io
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from wirelab.anova.tables.delimited import read_delimited
from wirelab.files.avro import read_avro
from wirelab.files.inputs import read_head
from wirelab.files.marks import is_avro, is_lab, is_parquet
from wirelab.files.packed import Source
from wirelab.inference.columns import rows_of
from wirelab.inference.differences import NotCarried
from wirelab.inference.json_text import Documents, Lines, are_lines, decoded, documents_in, documents_of
from wirelab.model.errors import DefinitionError, UsageError, host_faults
from wirelab.model.visible import visible
from wirelab.store.parquet import read_parquet_rows

STANDARD_INPUT = "-"
_OPENS_JSON = re.compile(r"\s*[{\[]")
_TABLES = (".csv", ".tsv")
_PACKED = (".gz", ".zst", ".zstd")
_HEAD_BYTES = 1 << 16
"""Enough to recognize a table by its first line, and JSON by its first character."""
_AT_ONCE = 1 << 20
LONGEST_NAME, _LONGEST_WORDS = 100, 80
"""The most letters of a workload's name, because files have it with an ending, and those before words are added."""
_UNREADABLE, _ANOTHER = "it cannot be read", "check its permissions, or name another"


@dataclass(frozen=True, slots=True)
class Data:
    """Documents, and where they come from."""

    named: str  # as the user named it
    documents: Documents  # its contents

    @property
    def says(self) -> str:
        """One line for people."""
        return says(self.named, len(self.documents.values), "document")


def says(named: str, count: int, what: str) -> str:
    """One line for people: how many documents or messages were read, and from where."""
    where = "standard input" if named == STANDARD_INPUT else visible(Path(named).resolve().name)
    return f"{count:,} {what if count == 1 else what + 's'} of {where}"


def read_data(named: str, most_bytes: int) -> Data:
    """Read the data that the user named.

    It is a file, a folder of JSON files, or `-` for standard input; all of it, unpacked, is bounded.

    Raises:
        UsageError: there is no such file, or no JSON in the folder.
        HostError: it cannot be read.
        DefinitionError: it is damaged, not in a format that is read here, too large, or holds no documents.
    """
    part = "data" if named == STANDARD_INPUT else f"data {named}"
    if named == STANDARD_INPUT:
        return Data(named, _documents(_held(sys.stdin.buffer, part, most_bytes), "", part))
    path = Path(named)
    if _is_folder(named):
        return Data(named, _read_folder(path, part, most_bytes))
    return Data(named, _documents(_source(path, part, most_bytes), _kind(path), part))


def read_files(named: str, most_bytes: int) -> tuple[tuple[str, bytes], ...]:
    """Read the bytes that the user named, unpacked: of a file, of each file of a folder, or of standard input.

    Each comes with its name for errors.

    Raises:
        UsageError: there is no such file, or none in the folder.
        HostError: it cannot be read.
        DefinitionError: it is packed and damaged, or they are more than `most_bytes`.
    """
    if named == STANDARD_INPUT:
        return (("data", _held(sys.stdin.buffer, "data", most_bytes).read()),)
    path = Path(named)
    files = _files_in(path, f"data {named}") if _is_folder(named) else [path]
    if not files:
        raise UsageError(f"data {named}", "there is no file in this folder", remedy="name a file, or another folder")
    return tuple((source.part, data) for source, data in _whole(files, most_bytes))


def _source(path: Path, part: str, most_bytes: int) -> Source:
    if not path.is_fifo():
        return Source(path, part, most_bytes)
    with path.open("rb") as stream:  # it can be read only once
        return _held(stream, part, most_bytes)


def _held(stream: BinaryIO, part: str, most_bytes: int) -> Source:
    with host_faults(part, _UNREADABLE, _ANOTHER):
        held = io.BytesIO()
        while held.tell() <= most_bytes and (piece := stream.read(_AT_ONCE)):
            held.write(piece)
    source = Source(held.getvalue(), part, most_bytes)
    source.bounded(held.tell())
    return source


def _is_folder(named: str) -> bool:
    with host_faults(f"data {named}", _UNREADABLE, _ANOTHER):  # a name may be too long
        return Path(named).is_dir()


def _files_in(folder: Path, part: str) -> list[Path]:
    with host_faults(part, _UNREADABLE, _ANOTHER):
        return sorted(each for each in folder.iterdir() if each.is_file())


def _whole(files: Iterable[Path], most_bytes: int) -> Iterator[tuple[Source, bytes]]:
    """Each file with its bytes; all together they are bounded."""
    all_of_them, come = Source(b"", "data", most_bytes), 0
    for path in files:
        source = _source(path, f"data {path}", most_bytes)
        data = source.read()
        come = all_of_them.bounded(come + len(data))
        yield source, data


def workload_name(named: str) -> str:
    """The name that a workload gets from the data's: `Orders_2024.json.gz` gives `orders-2024`.

    The folder `captured` gives `captured-data`, and so does a file that is called so: a workload is a folder, too, and
    may be made beside it.
    """
    stem = "" if named == STANDARD_INPUT else Path(named).resolve().name.split(".")[0]
    words = re.findall(r"[a-z0-9]+", stem.lower())
    name = "-".join(words if words and words[0][0].isalpha() else ["data", *words])[:_LONGEST_WORDS].rstrip("-")
    taken = named != STANDARD_INPUT and (_is_folder(named) or Path(named).name == name)
    return f"{name}-data" if taken else name


def _kind(path: Path) -> str:
    """The last ending of the name, without endings of packing."""
    endings = [ending for ending in path.suffixes if ending.lower() not in _PACKED]
    return endings[-1].lower() if endings else ""


def _read_folder(folder: Path, part: str, most_bytes: int) -> Documents:
    files = [path for path in _files_in(folder, part) if _kind(path) == ".json"]
    if not files:
        raise UsageError(part, "there is no .json file in this folder", remedy="name a file, or another folder")
    lost = NotCarried()
    values: list[Any] = []
    for path, (source, data) in zip(files, _whole(files, most_bytes), strict=True):
        own = NotCarried()
        values += documents_of(data, source.part).read(own)
        lost.merge(own, f"{visible(path.name)}: ")
    return Documents(tuple(values), False, lost)


def _documents(source: Source, kind: str, part: str) -> Documents:
    """The documents of a source; `kind` is the ending of its name."""
    head = source.head(_HEAD_BYTES)
    if is_lab(head):
        raise DefinitionError(part, "it is a lab file, not data", remedy="name it with --lab, or name a file of data")
    if is_parquet(head):
        file = source.held if isinstance(source.held, Path) and is_parquet(read_head(source.held, part)) else None
        return _rows(partial(read_parquet_rows, file or source.read(), part), source)
    if is_avro(head):
        return _rows(partial(_avro_rows, source), source)
    begin = head.decode("utf-8-sig", "ignore")
    if kind in _TABLES or (kind != ".json" and not _OPENS_JSON.match(begin) and _is_table(begin)):
        data = source.read()
        _require_no_comment(decoded(data, part), part)
        columns = read_delimited(data, "utf-8-sig", part).columns
        return Documents(rows_of({name: [str(cell) for cell in cells] for name, cells in columns.items()}), False)
    if are_lines(source.lines()):
        return Documents(Lines(source.lines, part), False)
    return documents_in(decoded(source.read(), part), part)


def _require_no_comment(text: str, part: str) -> None:
    """`#chrom` may be a name; `# made by` is not one."""
    before = text.partition("# ")[0]
    if not before.strip() and text.startswith("# ", len(before)):
        what = f"line {before.count(chr(10)) + 1:,} is a comment, and CSV has none"
        raise DefinitionError(part, what, remedy="begin with the names of the columns: drop the lines before them")


def _is_table(text: str) -> bool:
    """Whether its first line may be a header."""
    return any(separator in text.lstrip().split("\n", 1)[0] for separator in ",;\t|")


def _avro_rows(source: Source) -> Iterator[str]:
    with source.opened() as stream:
        yield from read_avro(stream, source.part)


def _rows(read: Callable[[], Iterable[str]], source: Source) -> Documents:
    """Documents of rows in JSON, which are read again each time."""
    if next(iter(read()), None) is None:
        raise DefinitionError(source.part, "it has no rows", remedy="give it at least one")
    return Documents(Lines(partial(_as_lines, read, source), source.part), False)


def _as_lines(read: Callable[[], Iterable[str]], source: Source) -> Iterator[bytes]:
    come = 0
    for row in read():
        line = f"{row}\n".encode()
        come = source.bounded(come + len(line))
        yield line
