"""Versions of codecs' libraries that a study asks for: the available ones, and the runners built with them."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from wirelab.app.platforms import runners
from wirelab.building.revisions import checked_out
from wirelab.building.runners import Runner
from wirelab.building.versions import available, between, in_order
from wirelab.model.errors import ToolchainError, UsageError
from wirelab.model.subject import LATEST, Subject
from wirelab.report.quantities import several
from wirelab.study.definition import Study

_MOST_SHOWN = 5
_MOST = 20
"""The most versions in a range: each is a build of its own."""


def with_versions(known: Sequence[Runner], subjects: Sequence[Subject], cache: Path) -> tuple[Runner, ...]:
    """`known`, and for each version that `subjects` ask for the runners of its codec built with that version."""
    asked = dict.fromkeys((each.name, each.version) for each in subjects if each.version)
    pinned = [
        runner.at(codec, version, checked_out(codec, version, cache))
        for codec, version in asked
        for runner in known
        if codec in runner.manifest.codecs
    ]
    return (*known, *pinned)


def without_versions(subject: Subject, known: Sequence[Runner]) -> Iterator[str]:
    """Why there are no versions of the subject's library to ask for, where one is asked for."""
    own = [runner.manifest for runner in known if subject.name in runner.manifest.codecs]
    written = [manifest.codecs[subject.name] for manifest in own]
    if subject.version and written and not any(each.package for each in written):
        library = f"{written[0].library} is not a package whose version a build can choose"
        why = next((each.versions.none for each in own if each.versions.none), library)
        yield f"{subject.name} has no other versions: {why}"


def with_versions_named(study: Study, cache: Path) -> Study:
    """`study` in which a subject of the latest version, or of a range of versions, names each version.

    Raises:
        UsageError: a range has no version, or more than 20.
        ToolchainError: the versions of a package cannot be listed.
    """
    named = {subject: _named(subject, study.factors.platform, cache) for subject in study.factors.codec}
    if all(own == [subject] for subject, own in named.items()):
        return study
    return study.changed(
        factors={"codec": tuple(dict.fromkeys(each for own in named.values() for each in own))},
        measure={"early": tuple(each for subject in study.measure.early for each in named[subject])},
        reference=None if study.reference is None else named[study.reference][0],
    )


def unlisted(runner: Runner, cache: Path) -> str:
    """Why the version for `runner` is not available, by the list of its package's source, or ''."""
    pin = runner.pin
    if pin is None or pin.project is not None:
        return ""
    there = available(runner.folder, pin.program, pin.package, cache)
    if not there or pin.version in there:
        return ""
    newest = in_order(there)[::-1][:_MOST_SHOWN] or there[:_MOST_SHOWN]
    others = f"the newest of {several(len(there), 'version')}: {', '.join(newest)}"
    return f"package {pin.package} has no version {pin.version}; {others}"


def _named(subject: Subject, platforms: Sequence[str], cache: Path) -> list[Subject]:
    wanted = subject.version_range or (subject.version, subject.version)
    if subject.version_range is None and subject.version != LATEST:
        return [subject]
    there = listed_versions(subject, platforms, cache)
    low, high = (there[-1] if each == LATEST else each for each in wanted)
    found = between(there, low, high)
    if not found:
        remedy = f"the newest of {several(len(there), 'version')}: {', '.join(there[::-1][:_MOST_SHOWN])}"
        raise UsageError(f"subject '{subject}'", f"there is no version from {low} to {high}", remedy=remedy)
    if len(found) > _MOST:
        what, why = f"it names {len(found)} versions", f"each is a build of its own, and at most {_MOST} are measured"
        search = f"wirelab bisect {subject.name} {found[0]} {found[-1]}"
        remedy = f"name fewer, or search for the release that changed it: {search}"
        raise UsageError(f"subject '{subject}'", what, why=why, remedy=remedy)
    return [subject.at(version) for version in found]


def listed_versions(subject: Subject, platforms: Sequence[str], cache: Path) -> list[str]:
    """The releases of the package of the subject's codec, oldest first; a ToolchainError if they cannot be listed."""
    for runner in runners(platforms):
        written = runner.manifest.codecs.get(subject.name)
        if written is not None and written.package:
            found = in_order(available(runner.folder, runner.manifest, written.package, cache))
            if found:
                return found
    what = "the versions of its library cannot be listed"
    why = "its runner's manifest has no command for that, or the package source did not answer"
    raise ToolchainError(f"subject '{subject}'", what, why=why, remedy="name each version: --codec NAME@VERSION")
