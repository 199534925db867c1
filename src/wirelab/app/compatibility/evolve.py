"""How codecs read values of another version of their schema: changes as data, or versions of the user's own."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message

from wirelab.app.compatibility.journal import Trying
from wirelab.app.compatibility.trials import Case, Found, tried
from wirelab.app.compatibility.versions import Versions, version_in
from wirelab.app.executed.kept import keep, of_evolution
from wirelab.app.request import Overrides
from wirelab.app.resources import resources, workload_catalogue
from wirelab.files.scratch import scratch
from wirelab.model.errors import UsageError
from wirelab.model.findings.evolution import Evolution, Outcome, Trial
from wirelab.model.run import NotRun
from wirelab.report.executed import EVOLVES
from wirelab.report.quantities import several
from wirelab.schema.difference import classes_of
from wirelab.workload.compatibility.changes import NEW, OLD, Changes, load_changes
from wirelab.workload.compatibility.policies import verdicts
from wirelab.workload.compatibility.promises import promise, relayed
from wirelab.workload.compatibility.survival import Identity
from wirelab.workload.definition import compile_workload

OWN = "evolution"
"""The lab's own changes, among its resources."""


def evolution_of(folder: Path, overrides: Overrides, trying: Trying, only: Sequence[str] = ()) -> Evolution:
    """Let every codec write with either schema of the changes in `folder`, and read its file with the other.

    Args:
        folder: has the file of changes, and the workloads with their old and new schemas.
        overrides: platforms, subjects and profile.
        trying: how they are tried.
        only: names of the changes to try; empty: all.

    Raises:
        WirelabError: see `load_changes`, `asked` and `prepare`; a codec that fails is no error, but part of the
            findings.
    """
    found = load_changes(folder)
    _require("change", only, [each.name for each in found.changes])

    def cases(side: int) -> tuple[Case, ...]:
        other = (NEW, OLD)[side]
        promised = [each.promised(forward=side == 0) for each in found.changes]
        said = [{(other, name): outcome for name, outcome in own.items()} for own in promised]
        return tuple(
            Case(each.name, each.identity(forward=side == 0), says, relayed(says, found.rules))
            for each, says in zip(found.changes, said, strict=True)
        )

    sources = tuple((name, rules.source) for name, rules in found.rules.items())
    of = f"{several(len(only or found.changes), 'change')} of a schema"
    says = tuple((each.name, each.says) for each in found.changes if not only or each.name in only)
    sides = {OLD: cases(0), NEW: cases(1)}
    seen = tried(folder, sides, overrides, trying, only)
    messages = [_messages(folder / name) for name in sides]
    judged = [
        each
        for name, _ in says
        for each in verdicts(found.policies, name, [(None, own[name]) for own in messages if name in own])
    ]
    evolution = Evolution(of, (OLD, NEW), says, *_explained(seen, found), sources, seen.chains, tuple(judged))
    if not only and folder.resolve() == (resources() / OWN).resolve():  # results of other changes are not comparable
        keep(trying.cache, EVOLVES, of_evolution(evolution), seen.versions)
    return evolution


def evolution_over(
    versions: Versions, folder: Path, overrides: Overrides, trying: Trying, only: Sequence[str] = ()
) -> Evolution:
    """Let every codec write a value for each field of the root with each version, and read it with every other.

    Args:
        versions: at least two.
        folder: its changes contain the promises of formats' documentation.
        overrides: platforms, subjects and profile.
        trying: how they are tried.
        only: names of the values to try; empty: all.

    Raises:
        WirelabError: as `evolution_of`; a DefinitionError for a schema that is not well formed.
    """
    known = load_changes(folder)
    rules = {name: each for name, each in known.rules.items() if each.by_number and versions.by_number}
    identity = Identity(by_number=versions.by_number)  # which fields of two versions are one
    with scratch() as base:
        folders = [base / f"version-{at}" for at, _ in enumerate(versions.files, 1)]
        pairs = zip(folders, versions.files, strict=True)
        made = {folder.name: version_in(folder, file, versions, trying.notice) for folder, file in pairs}

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
        names, ending = versions.names()
        between = "to" if names[1:-1] else "and"
        of = f"{names[0]} {between} {names[-1]}{f' of {ending}' if ending else ''}"
        values = dict.fromkeys(each.name for own in cases.values() for each in own)
        _require("value", only, values)
        seen = tried(base, cases, overrides, trying, only)
        sources = tuple((name, each.source) for name, each in rules.items())
        roots = [cast("Descriptor", each.root.DESCRIPTOR) for each in made.values()]
        policies = known.policies if versions.by_number else {}
        judged = [
            each for name in only or values for each in verdicts(policies, name, [(name, root) for root in roots])
        ]
        says = tuple((name, name) for name in only or values)
        return Evolution(of, names, says, *_explained(seen, known), sources, seen.chains, tuple(judged))


def _require(kind: str, only: Iterable[str], known: Iterable[str]) -> None:
    names = [*known]
    for name in only:
        if name not in names:
            raise UsageError(f"{kind} '{name}'", f"there is no such {kind}", remedy=f"there are: {', '.join(names)}")


def _messages(folder: Path) -> dict[str, Descriptor]:
    """The message of each change in a workload, by the change's name."""
    types = compile_workload(workload_catalogue().find(str(folder)))
    members = (each.member.replace("_", "-") for each in types.schema.payload_types)
    return {
        member: cast("Descriptor", each.DESCRIPTOR) for member, each in zip(members, classes_of(types), strict=True)
    }


def _explained(seen: Found, known: Changes) -> tuple[tuple[Trial, ...], tuple[Trial, ...], tuple[NotRun, ...]]:
    """Trials and relays, with the known reasons for results against the rules; and the parts that were not run."""
    trials = tuple(replace(each, why=known.why(each)) for each in seen.trials)
    relays = tuple(replace(each, why=known.why(each, relayed=True)) for each in seen.relays)
    return trials, relays, seen.not_run
