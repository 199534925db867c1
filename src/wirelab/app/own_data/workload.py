"""A workload of a user's own data: its schema inferred or given, every document carried by it and compared."""

import random
import re
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, cast

from google.protobuf.message import DecodeError, Message

from wirelab.app.own_data.files import LONGEST_NAME, Data, read_data, workload_name
from wirelab.app.own_data.messages import as_messages, read_messages
from wirelab.app.own_data.survey import survey
from wirelab.files.scratch import scratch
from wirelab.inference.anonymous import anonymized
from wirelab.inference.choice import Choice
from wirelab.inference.differences import NotCarried
from wirelab.inference.json_text import Documents
from wirelab.inference.names import is_field_key
from wirelab.inference.proto import proto_text
from wirelab.inference.types import choose_types
from wirelab.inference.values import carried, restored
from wirelab.inference.written import Written
from wirelab.model.data_encoding import DataEncoding, Unit
from wirelab.model.errors import DefinitionError, UsageError, host_faults
from wirelab.schema.compile import compile_schema
from wirelab.schema.fill import fill
from wirelab.schema.kinds import Shape
from wirelab.schema.messages import delimited, message_class, serialize
from wirelab.schema.names import json_name
from wirelab.workload.addition import Addition, add, protos_of, require_place
from wirelab.workload.definition import first_said
from wirelab.workload.patience import Notice, patience

MOST_BYTES = 4 << 30
"""The most data, unpacked, unless the user allows more: packed data may become a thousand times as large."""
BATCHES = (1, 10, 100, 1000)
"""Numbers of documents in one message, besides all of them: sizes in columnar formats depend on the batch."""
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Asked:
    """The user's options for the data."""

    data: str  # a file, a folder, or `-`
    name: str | None = None  # of the workload, or None: the data's
    unit: Unit | None = None  # the content of a message; None: all if the data is one array, else a document
    schema: str | None = None  # a .proto file of the user's own, or None: it is inferred
    proto_path: tuple[str, ...] = ()
    """Folders that names of files in `schema`'s imports are relative to; its own folder comes last."""
    message: str | None = None  # the one of `schema` that holds a document; None: the only one that no other uses
    anonymize: bool = False  # whether its values are replaced by others of their shape
    data_as: DataEncoding | None = None  # the encoding of its messages, or None: protobuf's JSON
    enums: tuple[str, ...] = ()  # paths at which texts become the values of an enum
    max_size: int | None = None  # bytes that the data may have, unpacked; None: `MOST_BYTES`
    drops: bool = False  # fields of JSON that `schema` lacks are left out and named; else documents do not fit

    @property
    def most_bytes(self) -> int:
        """The most bytes that the data may have, unpacked."""
        return MOST_BYTES if self.max_size is None else self.max_size


@dataclass(frozen=True, slots=True)
class OwnWorkload:
    """The workload that was made from the data."""

    addition: Addition  # the workload's folder
    notices: tuple[str, ...]  # sentences about it for the user

    @property
    def schema(self) -> str:
        """The text of the .proto file."""
        return self.addition.protos[self.addition.proto].decode()


def added(asked: Asked, base: Path, notice: Notice, *, schema_only: bool = False) -> tuple[OwnWorkload, Path]:
    """Make the workload's folder in `base`, under its name; returns the workload and the folder.

    Raises:
        UsageError, HostError, DefinitionError: see `own_workload`; and for a place that is taken or cannot be written.
    """
    require_place(base / _checked_name(asked))
    made = own_workload(asked, notice, schema_only=schema_only)
    folder = base / made.addition.name
    add(made.addition, folder)
    return made, folder


def own_workload(asked: Asked, notice: Notice, *, schema_only: bool = False) -> OwnWorkload:
    """Read the data, and make the contents of a workload's folder from it.

    `notice` hears how far it is, if it takes long. With `schema_only`, documents are not carried and compared.

    Raises:
        UsageError: there are no such files, or options do not go together.
        HostError: a file cannot be read.
        DefinitionError: the data is damaged, cannot be carried, or does not fit the schema; says where.
    """
    name = _checked_name(asked)
    if asked.schema is not None:
        return _given(name, asked, notice)
    return _inferred(name, asked, notice, schema_only=schema_only)


def _checked_name(asked: Asked) -> str:
    """The workload's name, where options go together."""
    of_schemas = {"--message": asked.message, "--data-as": asked.data_as, "--proto-path": asked.proto_path or None}
    for option, given in of_schemas.items():
        if given is not None and asked.schema is None:
            raise UsageError(f"option {option}", "it describes messages of a schema", remedy="give it with --schema")
    name = workload_name(asked.data) if asked.name is None else asked.name
    if not _NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        remedy = f"use at most {LONGEST_NAME} lower-case letters and digits, with - between words"
        raise UsageError("option --name", f"'{name}' cannot be a workload's name", remedy=remedy)
    if asked.schema is not None:
        if not Path(asked.schema).is_file():
            raise UsageError(f"schema {asked.schema}", "there is no such file", remedy="name a .proto file")
        if asked.anonymize:
            what, why = "it cannot be combined with --schema", "replacement values are made from the inferred schema"
            raise UsageError("option --anonymize", what, why=why, remedy="drop --schema, or replace values yourself")
        if asked.enums:
            what, remedy = "it cannot be combined with --schema", "write the enum into the schema"
            raise UsageError("option --enum", what, remedy=remedy)
    return name


def _inferred(name: str, asked: Asked, notice: Notice, *, schema_only: bool) -> OwnWorkload:
    """With a schema inferred from the documents; each is carried by it and compared with the one that comes back."""
    far, written = _HowFar(f"reading {asked.data}"), Written()
    with patience(notice, far.says):
        data = read_data(asked.data, asked.most_bytes)
        as_one = data.documents.are_one if asked.unit is None else asked.unit is Unit.COLLECTION
        if asked.anonymize:
            far.begins(f"replacing the values of {data.says}")
            data = replace(data, documents=_anonymous(data.documents, as_one=as_one))
        far.begins(f"inferring a schema from {data.says}")
        found = survey(data.documents, as_one=as_one, passed=far.reaches)
        choice = choose_types(found.seen, name, as_one=as_one, enums=frozenset(asked.enums))
        values, not_carried = data.documents.values, found.not_carried.sentences()
        text = proto_text(choice, f"{name.replace('-', '_')}_data", _head(data))
        corpus: BinaryIO | None = None
        smaller: dict[int, BinaryIO] = {}
        if not schema_only:
            far.begins(f"carrying {data.says}")
            lost = NotCarried()
            carry = partial(carried_objects, name, choice, text)
            corpus = spooled(carry([list(values)] if as_one else values, lost, written), far)
            smaller = _smaller(carry, values, far) if as_one else {}
            not_carried = (*not_carried, *lost.sentences())
    proto = f"{name}.proto"
    says = f"{data.says}, anonymized" if asked.anonymize else data.says
    addition = Addition(
        name,
        says,
        {proto: text.encode()},
        proto,
        choice.root,
        corpus,
        len(values),
        smaller,
        not_carried,
        json_bytes=written.given,
        written=written.sentences(),
        more_bytes=written.more_by_means(),
    )
    return OwnWorkload(addition, (*_notices(data, choice), *_left_out(not_carried)))


def _smaller(
    carry: Callable[[list[list[Any]], NotCarried, Written], Iterator[bytes]], values: Collection[Any], far: "_HowFar"
) -> dict[int, BinaryIO]:
    """The first documents in one message, by their number."""
    sizes = [size for size in BATCHES if size < len(values)]
    first = list(islice(values, max(sizes, default=0)))
    return {size: spooled(carry([first[:size]], NotCarried(), Written()), far) for size in sizes}


@dataclass(slots=True)
class _HowFar:
    """The current step, and how many documents it has done; another thread asks."""

    _doing: str
    _behind: int = 0

    def begins(self, doing: str) -> None:
        self._doing, self._behind = doing, 0

    def reaches(self, behind: int) -> None:
        self._behind = behind

    def says(self) -> str:
        behind = f", {self._behind:,} done" if self._behind else ""
        return f"{self._doing}{behind}"


def spooled(objects: Iterable[bytes], far: _HowFar) -> BinaryIO:
    """Messages with their lengths before them, in a file without a name: it is gone when nobody reads it any more."""
    remedy = "free some space, or name another folder with TMPDIR"
    with host_faults(f"folder {tempfile.gettempdir()}", "the messages cannot be kept", remedy):
        file = cast("BinaryIO", tempfile.TemporaryFile(prefix="wirelab-"))  # noqa: SIM115  # whoever reads it closes it
        for behind, each in enumerate(objects, start=1):
            file.write(delimited(each))
            far.reaches(behind)
    return file


def carried_objects(
    name: str, choice: Choice, text: str, documents: Iterable[Any], lost: NotCarried, written: Written
) -> Iterator[bytes]:
    """Carry documents by the choice that was made for them.

    Each document becomes a message, whose bytes are yielded. `lost` takes values that do not come back, `written` those
    that JSON codecs write otherwise.

    Raises:
        DefinitionError: a document is nested too deeply.
    """
    with scratch() as folder:
        path = folder / f"{name}.proto"
        path.write_text(text, encoding="utf-8")
        compiled = compile_schema(name, path, choice.root)
    made = message_class(compiled.descriptor_set, compiled.root)
    for row, document in enumerate(documents, start=1):
        message = made()
        fill(message, carried(document, choice))
        data = serialize(message)
        lost.compare(row, document, restored(_read_back(made, data, row), choice))
        written.compare(document, choice)
        yield data


def _anonymous(documents: Documents, *, as_one: bool) -> Documents:
    """Documents with other values; values that reading did not keep appear only as a number."""
    draw, found = random.SystemRandom().randrange, survey(documents, as_one=as_one)
    values, lost = anonymized(documents.values, found.seen, draw), NotCarried()
    if times := found.not_carried.count:
        lost.note("a value that is not named because it is replaced", found.not_carried.first_row, times=times)
    return replace(documents, values=values, not_carried=lost)


def _head(data: Data) -> tuple[str, ...]:
    return (
        f"Inferred by Wirelab from {data.says}.",
        "The command that made this file writes it again: edit a copy, and give the copy with --schema.",
    )


def _read_back(made: type[Message], data: bytes, row: int) -> Message:
    try:
        return made.FromString(data)
    except DecodeError:
        what = f"document {row:,} makes more than 100 messages within each other"
        why = (
            "Protocol Buffers libraries, through which every runner gets its data, read no deeper; each object, "
            "array in an array, value of several kinds and entry of a map is a message"
        )
        raise DefinitionError("data", what, why=why, remedy="make it flatter, or leave it out") from None


def _notices(data: Data, choice: Choice) -> Iterator[str]:
    count = len(choice.messages)
    yield f"{data.says}: {count:,} message{'s' if count != 1 else ''}, root {choice.root}"
    for conflict in choice.conflicts:
        rows = ", ".join(f"{kind} (first in row {row:,})" for kind, row in conflict.rows.items())
        yield f"{conflict.path or 'the documents'}: {rows}; carried by {conflict.chosen}"
    for enum in choice.enums:
        others = [(name, text) for text, name in enum.json_names.items() if name != text]
        if others:
            name, text = others[0]
            more = f", and {len(others) - 1:,} more in the same way" if len(others) > 1 else ""
            yield f"enum {enum.name}: JSON codecs write '{name}' for '{text}'{more}"
    for path, taken in choice.guesses.items():
        yield f"{path}: always null or empty; treated as {taken}"
    for message in choice.messages.values():
        for field in message.fields:
            if message.shape is Shape.RECORD and not is_field_key(field.key):
                yield f"{message.name}: JSON codecs write the key {field.key!r} as '{json_name(field.name)}'"


def _left_out(not_carried: Sequence[str]) -> Iterator[str]:
    return (f"not carried: {each}" for each in first_said(not_carried))


def _given(name: str, asked: Asked, notice: Notice) -> OwnWorkload:
    """With a schema of the user's own."""
    if asked.unit is Unit.COLLECTION:
        what = "with --schema, each document is one message"
        raise UsageError("option --unit", what, remedy="leave it out, or give one document")
    path, roots = Path(asked.schema or ""), [Path(each) for each in asked.proto_path]
    compiled = compile_schema(name, path, asked.message, roots=roots)
    far = _HowFar(f"reading {asked.data}")
    with patience(notice, far.says):
        encoding = asked.data_as or DataEncoding.JSON
        read = read_messages(asked.data, encoding, compiled, asked.most_bytes, drops=asked.drops)
        says, objects, not_carried = read
        corpus = spooled(objects, far)
    files = compiled.schema.files
    protos = protos_of(files, (*roots, path.parent))
    addition = Addition(
        name,
        says,
        protos,
        files[-1],
        compiled.root,
        corpus,
        len(objects),
        not_carried=not_carried,
        written={"": said} if encoding is DataEncoding.JSON and (said := as_messages(compiled.schema)) else {},
    )
    return OwnWorkload(addition, (f"{says}, as message {compiled.root} of {path.name}", *_left_out(not_carried)))
