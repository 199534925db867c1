"""A workload's folder, made from a schema and objects."""

import json
import re
import shutil
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from google.protobuf.message import Message

from wirelab.files.scratch import beside
from wirelab.model.errors import DefinitionError, UsageError, host_faults
from wirelab.schema.messages import delimited, serialize
from wirelab.workload.definition import FILE, PROTO

_MARK = "# Made by Wirelab from data, and written again by the same command."
SCHEMA_MARK = "// Inferred by Wirelab"
VARIANT = "own"


@dataclass(frozen=True, slots=True)
class Addition:
    """The content of a folder."""

    name: str  # the workload's
    says: str  # one line for people
    protos: Mapping[str, bytes]  # the .proto files by their names below the folder
    proto: str  # the name of the one with the root message
    root: str
    corpus: BinaryIO | None
    """Messages of the root type with their lengths before them; None: the folder holds only the schema."""
    documents: int  # how many they were
    smaller: Mapping[int, BinaryIO] = field(default_factory=dict)
    """The first so many documents, where all are one message, in the same form: sizes of batches below the whole."""
    not_carried: tuple[str, ...] = ()  # data that the schema does not carry, as `Workload.not_carried`
    json_bytes: int = 0  # of the documents' compact JSON; 0: they were none
    written: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # as `Workload.written`
    more_bytes: Mapping[str, int] = field(default_factory=dict)  # as `Workload.more_bytes`
    payload: str = ""  # the root's field that codecs encode; empty: they encode the root


def protos_of(files: Sequence[str], roots: Sequence[Path]) -> dict[str, bytes]:
    """The .proto files of a schema, the one with the root last, by their names, each from the first folder that has it.

    Raises:
        DefinitionError: the last one's name cannot be in a workload's file.
    """
    if not re.fullmatch(PROTO, files[-1]):
        why = "letters, digits, points, hyphens and underscores may be in the names of it and its folders, then .proto"
        raise DefinitionError(
            f"schema {files[-1]}", "a workload's schema cannot be called so", why=why, remedy="rename it"
        )
    return {name: next(root / name for root in roots if (root / name).is_file()).read_bytes() for name in files}


def require_place(folder: Path) -> None:
    """Make sure that a folder is not there, or was made by `add`; else a UsageError."""
    try:
        made = not folder.exists() or _is_made(folder)
    except (OSError, UnicodeDecodeError):
        made = False
    if not made:
        what = "it already exists, and is not a workload that was made from data"
        raise UsageError(f"folder {folder}", what, remedy="choose another name with --name")


def add(addition: Addition, folder: Path) -> None:
    """Write the folder, whole or not at all; one that was made so before is replaced.

    Raises:
        UsageError: there is another in its place.
        HostError: it cannot be written.
    """
    require_place(folder)
    with host_faults(f"folder {folder}", "it cannot be written", "make room, or choose another place"):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with beside(folder) as base:
            made = base / folder.name
            made.mkdir()
            _write(addition, made)
            if folder.exists():
                shutil.move(folder, base / "before")
            made.rename(folder)


def add_messages(
    folder: Path,
    says: str,
    protos: Mapping[str, bytes],
    proto: str,
    root: type[Message],
    messages: Collection[Message],
    *,
    payload: str = "",
) -> None:
    """Write the folder of a workload with these objects; the rest as `add`."""
    corpus = BytesIO(b"".join(delimited(serialize(message)) for message in messages))
    name = root.DESCRIPTOR.full_name
    add(Addition(folder.name, says, protos, proto, name, corpus, len(messages), payload=payload), folder)


def _is_made(folder: Path) -> bool:
    if (folder / FILE).exists():
        return (folder / FILE).read_text(encoding="utf-8").startswith(_MARK)
    files = list(folder.iterdir())
    return bool(files) and all(
        path.suffix == ".proto" and path.read_text(encoding="utf-8").startswith(SCHEMA_MARK) for path in files
    )


def _write(addition: Addition, folder: Path) -> None:
    for name, content in addition.protos.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    if addition.corpus is None:
        return
    for documents, corpus in {**addition.smaller, addition.documents: addition.corpus}.items():
        corpus.seek(0)
        with (folder / _corpus(addition).format(size=documents)).open("wb") as file:
            shutil.copyfileobj(corpus, file)
    (folder / FILE).write_text(_document(addition), encoding="utf-8")


def _corpus(addition: Addition) -> str:
    """The name of its file; `{size}` stands for how many documents are in it."""
    return f"{addition.name}.{{size}}.corpus" if addition.smaller else f"{addition.name}.corpus"


def _document(addition: Addition) -> str:
    size = json.dumps(str(addition.documents))
    sizes = json.dumps([str(each) for each in (*addition.smaller, addition.documents)])
    lines = [
        _MARK,
        f"name = {_text(addition.name)}",
        f"says = {_text(addition.says)}",
        f"proto = {_text(addition.proto)}",
        f"root = {_text(addition.root)}",
    ]
    if addition.payload:
        lines.append(f"payload = {_text(addition.payload)}")
    if addition.not_carried:
        lines += ["not_carried = [", *(f"    {_text(each)}," for each in addition.not_carried), "]"]
    if addition.json_bytes:
        lines.append(f"json_bytes = {addition.json_bytes}")
    if addition.written:
        lines += ["", "[written]"]
        for means, sentences in addition.written.items():
            lines += [f"{_text(means)} = [", *(f"    {_text(each)}," for each in sentences), "]"]
    if addition.more_bytes:
        lines += ["", "[more_bytes]", *(f"{_text(means)} = {more}" for means, more in addition.more_bytes.items())]
    lines += ["", "[source]", 'kind = "files"', f"path = {_text(_corpus(addition))}"]
    lines += ["", "[sizes]  # documents", f"values = {sizes}", f"default = {size}"]
    lines += ["", "[variants]", f"values = [{_text(VARIANT)}]", f"default = {_text(VARIANT)}"]
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    """A text as in TOML: JSON's way, except for halves of surrogate pairs and DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
