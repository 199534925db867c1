"""What codecs make of values of another version of their schema: changes as data, or versions of the user's own."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import islice, takewhile
from pathlib import Path

from google.protobuf.message import Message

from wirelab.app.compatibility.trials import Case, Found, tried
from wirelab.app.executed.kept import EVOLVES, keep, of_evolution
from wirelab.app.preparation import Notice
from wirelab.app.request import Overrides
from wirelab.app.resources import resources
from wirelab.files.inputs import read_text
from wirelab.files.scratch import scratch
from wirelab.model.findings.evolution import Evolution, Outcome, Trial
from wirelab.model.run import NotRun
from wirelab.process.signals import stop_on_signals
from wirelab.schema.compile import compile_schema
from wirelab.schema.messages import delimited, message_class, serialize
from wirelab.workload.addition import Addition, add, protos_of
from wirelab.workload.compatibility.changes import NEW, OLD, Changes, load_changes
from wirelab.workload.compatibility.promises import promise, relayed
from wirelab.workload.compatibility.samples import samples
from wirelab.workload.compatibility.survival import Identity

OWN = "evolution"
"""The lab's own changes, among its resources."""
_IMPORT = re.compile(r'^\s*import\s+(?:public\s+|weak\s+)?"([^"]+)"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Versions:
    """Versions of a schema of the user's own."""

    files: tuple[Path, ...]  # .proto files, the oldest first
    message: str | None = None  # the root of all, or None: of each the only one that no other uses
    proto_path: tuple[Path, ...] = ()
    """Folders that names of files in imports are relative to, before the one above a file that has them, and its
    own."""


@stop_on_signals()
def evolution_of(folder: Path, overrides: Overrides, cache: Path, notice: Notice, *, resume: bool = False) -> Evolution:
    """Let every codec read with either schema of the changes in `folder` what it wrote with the other.

    Args:
        folder: has the file of changes, and the workloads with their old and new schemas.
        overrides: platforms, subjects and profile.
        cache: the lab's cache folder.
        notice: told how far it is.
        resume: whether answers of a command that was ended count.

    Raises:
        WirelabError: see `load_changes`, `asked` and `prepare`; a codec that fails is no error, but part of what is
            found.
    """
    found = load_changes(folder)

    def cases(side: int) -> tuple[Case, ...]:
        other = (NEW, OLD)[side]
        promised = [each.promised(forward=side == 0) for each in found.changes]
        said = [{(other, name): outcome for name, outcome in own.items()} for own in promised]
        return tuple(
            Case(each.name, each.identity(forward=side == 0), says, relayed(says, found.rules))
            for each, says in zip(found.changes, said, strict=True)
        )

    sources = tuple((name, rules.source) for name, rules in found.rules.items())
    of = f"{len(found.changes)} change{'s' * (len(found.changes) > 1)} of a schema"
    says = tuple((each.name, each.says) for each in found.changes)
    seen = tried(folder, {OLD: cases(0), NEW: cases(1)}, overrides, cache, notice, resume=resume)
    evolution = Evolution(of, (OLD, NEW), says, *_explained(seen, found), sources)
    if folder.resolve() == (resources() / OWN).resolve():  # of others, nothing is to be compared
        keep(cache, EVOLVES, of_evolution(evolution), seen.versions)
    return evolution


@stop_on_signals()
def evolution_over(
    versions: Versions, folder: Path, overrides: Overrides, cache: Path, notice: Notice, *, resume: bool = False
) -> Evolution:
    """Let every codec read with each version what it wrote with every other: a value for each field of the root.

    Args:
        versions: at least two.
        folder: its changes have what formats' documentation promises.
        overrides: platforms, subjects and profile.
        cache: the lab's cache folder.
        notice: told how far it is.
        resume: whether answers of a command that was ended count.

    Raises:
        WirelabError: as `evolution_of`; a DefinitionError for a schema that is not well formed.
    """
    known = load_changes(folder)
    rules = {name: each for name, each in known.rules.items() if each.by_number}
    identity = Identity(by_number=True)
    with scratch() as base:
        folders = [base / f"version-{at}" for at, _ in enumerate(versions.files, 1)]
        made = {
            folder.name: _Sampled(folder, file, versions) for folder, file in zip(folders, versions.files, strict=True)
        }

        def promised(own: str, value: Message) -> Iterator[tuple[tuple[str, str], Outcome]]:
            for other, sampled in made.items():
                for name, of_format in rules.items():
                    says = promise(value, sampled.root(), of_format, identity) if other != own else None
                    if says is not None:
                        yield (other, name), says

        def case(own: str, name: str, value: Message) -> Case:
            says = dict(promised(own, value))
            return Case(name, identity, says, relayed(says, rules))

        cases = {
            own: tuple(case(own, name, value) for name, value in sampled.values.items())
            for own, sampled in made.items()
        }
        names, ending = _told_apart(*versions.files)
        between = "to" if names[1:-1] else "and"
        of = f"{names[0]} {between} {names[-1]}{f' of {ending}' if ending else ''}"
        values = dict.fromkeys(each.name for own in cases.values() for each in own)
        seen = tried(base, cases, overrides, cache, notice, resume=resume)
        sources = tuple((name, each.source) for name, each in rules.items())
        return Evolution(of, names, tuple((name, name) for name in values), *_explained(seen, known), sources)


def _explained(seen: Found, known: Changes) -> tuple[tuple[Trial, ...], tuple[Trial, ...], tuple[NotRun, ...]]:
    """Trials and relays, with reasons where they are not as rules say and these are known; and what was not run."""
    trials = tuple(replace(each, why=known.why(each)) for each in seen.trials)
    relays = tuple(replace(each, why=known.why(each, relayed=True)) for each in seen.relays)
    return trials, relays, seen.not_run


class _Sampled:
    """The workload of a version: a value for each field of its root.

    Attributes:
        root: makes an empty message of it.
        values: by the field's name, in order.
    """

    def __init__(self, folder: Path, proto: Path, versions: Versions) -> None:
        roots = (*versions.proto_path, *_root(proto), proto.parent)
        compiled = compile_schema(folder.name, proto, versions.message, roots=roots)
        self.root = message_class(compiled.descriptor_set, compiled.root)
        self.values = dict(samples(self.root))
        corpus = BytesIO(b"".join(delimited(serialize(message)) for message in self.values.values()))
        files = compiled.schema.files
        says, protos = f"Values of {proto.name}", protos_of(files, roots)
        add(Addition(folder.name, says, protos, files[-1], compiled.root, corpus, len(self.values)), folder)


def _root(proto: Path) -> Iterator[Path]:
    """The nearest folder above a .proto file that has what it imports, if it imports anything and one does.

    Files of versions lie in trees of their own: no folder that is named for both would do.
    """
    imports = _IMPORT.findall(read_text(proto, f"schema {proto.name}"))
    above = (folder for folder in proto.absolute().parents if any((folder / name).is_file() for name in imports))
    yield from islice(above, 1)


def _told_apart(*files: Path) -> tuple[tuple[str, ...], str]:
    """What files are called, without the folders that all begin with; and what all end with, if they differ before."""
    shared = Path(os.path.commonpath([file.absolute().parent for file in files]))
    parts = [file.absolute().relative_to(shared).parts for file in files]
    columns = zip(*map(reversed, parts), strict=False)
    ending = sum(1 for _ in takewhile(lambda names: len(set(names)) == 1, columns))
    if min(map(len, parts)) == ending:
        return tuple("/".join(each) for each in parts), ""
    at = [len(each) - ending for each in parts]
    return tuple("/".join(each[:end]) for each, end in zip(parts, at, strict=True)), "/".join(parts[0][at[0] :])
