"""What codecs make of values of another version of their schema: changes as data, or two schemas of the user's."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from pathlib import Path

from wirelab.app.compatibility.trials import Case, tried
from wirelab.app.preparation import Notice
from wirelab.app.request import Overrides
from wirelab.files.reading import read_text
from wirelab.files.scratch import scratch
from wirelab.model.findings.evolution import Evolution
from wirelab.process.stopping import stop_on_signals
from wirelab.schema.compile import compile_schema
from wirelab.schema.messages import delimited, message_class, serialize
from wirelab.workload.adding import Addition, add, protos_of
from wirelab.workload.compatibility.changes import NEW, OLD, load_changes
from wirelab.workload.compatibility.samples import samples
from wirelab.workload.compatibility.survival import Identity

_IMPORT = re.compile(r'^\s*import\s+(?:public\s+|weak\s+)?"([^"]+)"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Versions:
    """Two versions of a schema of the user's own."""

    old: Path  # a .proto file; `new` likewise
    new: Path
    message: str | None = None  # the root of both, or None: of each the only one that no other uses
    proto_path: tuple[Path, ...] = ()
    """Folders that names of files in imports are relative to, before the one above a file that has them, and its
    own."""


@stop_on_signals()
def evolution_of(folder: Path, overrides: Overrides, cache: Path, notice: Notice) -> Evolution:
    """Let every codec read with either schema of the changes in `folder` what it wrote with the other.

    Args:
        folder: has the file of changes, and the workloads with their old and new schemas.
        overrides: platforms, subjects and profile.
        cache: the lab's cache folder.
        notice: told how far it is.

    Raises:
        WirelabError: see `load_changes`, `asked` and `prepare`; a codec that fails is no error, but part of what is
            found.
    """
    found = load_changes(folder)

    def cases(side: int) -> tuple[Case, ...]:
        return tuple(
            Case(each.name, each.identity(forward=side == 0), {name: way[side] for name, way in each.rules.items()})
            for each in found.changes
        )

    sources = tuple((name, rules.source) for name, rules in found.rules.items())
    of = f"{len(found.changes)} change{'s' * (len(found.changes) > 1)} of a schema"
    says = tuple((each.name, each.says) for each in found.changes)
    trials, not_run = tried(folder, {OLD: cases(0), NEW: cases(1)}, overrides, cache, notice)
    return Evolution(of, says, trials, not_run, sources)


@stop_on_signals()
def evolution_between(versions: Versions, overrides: Overrides, cache: Path, notice: Notice) -> Evolution:
    """Let every codec read with either of two schemas what it wrote with the other: a value for each field of the root.

    Arguments and errors otherwise as `evolution_of`; and a DefinitionError for a schema that is not well formed.
    """
    with scratch() as base:
        protos = {OLD: versions.old, NEW: versions.new}
        cases = {side: tuple(_sampled(base / side, proto, versions)) for side, proto in protos.items()}
        of = " and ".join(_told_apart(versions.old, versions.new))
        names = dict.fromkeys(case.name for own in cases.values() for case in own)
        says = tuple((name, name) for name in names)
        trials, not_run = tried(base, cases, overrides, cache, notice)
        return Evolution(of, says, trials, not_run)


def _sampled(folder: Path, proto: Path, versions: Versions) -> Iterator[Case]:
    """Make the workload of one of two schemas; yields its values, in order."""
    roots = (*versions.proto_path, *_root(proto), proto.parent)
    compiled = compile_schema(folder.name, proto, versions.message, roots=roots)
    found = dict(samples(message_class(compiled.descriptor_set, compiled.root)))
    corpus = BytesIO(b"".join(delimited(serialize(message)) for message in found.values()))
    files = compiled.schema.files
    says, protos = f"Values of {proto.name}", protos_of(files, roots)
    add(Addition(folder.name, says, protos, files[-1], compiled.root, corpus, len(found)), folder)
    yield from (Case(name, Identity(by_number=True)) for name in found)


def _root(proto: Path) -> Iterator[Path]:
    """The nearest folder above a .proto file that has what it imports, if it imports anything and one does.

    Files of versions lie in trees of their own: no folder that is named for both would do.
    """
    imports = _IMPORT.findall(read_text(proto, f"schema {proto.name}"))
    above = (folder for folder in proto.absolute().parents if any((folder / name).is_file() for name in imports))
    yield from islice(above, 1)


def _told_apart(*files: Path) -> Iterator[str]:
    """What files are called: without the folders that they share."""
    shared = Path(os.path.commonpath([file.absolute().parent for file in files]))
    return (str(file.absolute().relative_to(shared)) for file in files)
