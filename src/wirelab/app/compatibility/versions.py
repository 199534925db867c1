"""Versions of a schema of the user's own, each a workload: values made for it, or the first documents of its data."""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from pathlib import Path

from google.protobuf.message import Message

from wirelab.app.own_data.workload import Asked, own_workload
from wirelab.app.preparation import Notice
from wirelab.files.inputs import read_text
from wirelab.model.data_encoding import Unit
from wirelab.model.errors import DefinitionError
from wirelab.schema.compile import compile_schema
from wirelab.schema.messages import message_class, read_delimited
from wirelab.workload.addition import add, add_messages, protos_of
from wirelab.workload.compatibility.samples import samples

PROTO = ".proto"
_IMPORT = re.compile(r'^\s*import\s+(?:public\s+|weak\s+)?"([^"]+)"', re.MULTILINE)
_MOST_DOCUMENTS = 20


@dataclass(frozen=True, slots=True)
class Versions:
    """Versions of a schema of the user's own.

    Attributes:
        files: .proto files or data, the oldest first; schemas are inferred from data.
        message: the root of all schemas, or None for the only message of each that no other uses.
        proto_path: folders that names of files in imports are relative to. After them come the folder above a .proto
            file that has an imported file, and the .proto file's own.
    """

    files: tuple[Path, ...]
    message: str | None = None
    proto_path: tuple[Path, ...] = ()

    @property
    def by_number(self) -> bool:
        """Whether fields have numbers that people gave them: numbers in inferred schemas mean nothing."""
        return all(file.suffix == PROTO for file in self.files)

    def names(self) -> tuple[tuple[str, ...], str]:
        """Their names, without the folders with which all begin; and the part with which all end.

        The second is empty if they differ at their ends.
        """
        shared = Path(os.path.commonpath([file.absolute().parent for file in self.files]))
        parts = [file.absolute().relative_to(shared).parts for file in self.files]
        columns = zip(*map(reversed, parts), strict=False)
        ending = sum(1 for _ in takewhile(lambda names: len(set(names)) == 1, columns))
        if min(map(len, parts)) == ending:
            return tuple("/".join(each) for each in parts), ""
        at = [len(each) - ending for each in parts]
        return tuple("/".join(each[:end]) for each, end in zip(parts, at, strict=True)), "/".join(parts[0][at[0] :])


@dataclass(frozen=True, slots=True)
class Version:
    """A version, whose workload is in a folder.

    Attributes:
        root: makes an empty message of it.
        values: the messages that are written with it, by name, in order.
    """

    root: type[Message]
    values: Mapping[str, Message]


def version_in(folder: Path, file: Path, versions: Versions, notice: Notice) -> Version:
    """Make the workload of a version in a folder.

    Raises:
        WirelabError: see `compile_schema`, `own_workload` and `add`; a DefinitionError for a root without fields.
    """
    if file.suffix == PROTO:
        return _sampled(folder, file, versions)
    return _of_documents(folder, file, notice)


def _sampled(folder: Path, proto: Path, versions: Versions) -> Version:
    """A value for each field of the root."""
    roots = (*versions.proto_path, *_root(proto), proto.parent)
    compiled = compile_schema(folder.name, proto, versions.message, roots=roots)
    made = message_class(compiled.descriptor_set, compiled.root)
    version = Version(made, dict(samples(made, compiled.schema)))
    if not version.values:
        what, remedy = "its root has no fields, so there are no values to write", "name another with --message"
        raise DefinitionError(f"schema {proto.name}", what, remedy=remedy)
    files = compiled.schema.files
    values = version.values.values()
    add_messages(folder, f"Values of {proto.name}", protos_of(files, roots), files[-1], made, values)
    return version


def _of_documents(folder: Path, data: Path, notice: Notice) -> Version:
    """The first documents of data, with the schema that is inferred from all."""
    own = own_workload(Asked(data=str(data), name=folder.name, unit=Unit.DOCUMENT), notice).addition
    assert own.corpus is not None
    own.corpus.seek(0)
    add(replace(own, corpus=None), folder)
    compiled = compile_schema(folder.name, folder / own.proto, own.root)
    made = message_class(compiled.descriptor_set, compiled.root)
    first = islice(read_delimited(own.corpus.read()), _MOST_DOCUMENTS)
    version = Version(made, {f"document {at}": made.FromString(each) for at, each in enumerate(first, start=1)})
    add_messages(folder, own.says, own.protos, own.proto, made, version.values.values())
    return version


def _root(proto: Path) -> Iterator[Path]:
    """The nearest folder above a .proto file that has a file that it imports, if there is one.

    Each version's files are in a tree of their own, so no single folder could serve for both.
    """
    imports = _IMPORT.findall(read_text(proto, f"schema {proto.name}"))
    above = (folder for folder in proto.absolute().parents if any((folder / name).is_file() for name in imports))
    yield from islice(above, 1)
