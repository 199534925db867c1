"""Two revisions of a library's project as versions of its codec."""

from collections.abc import Sequence
from pathlib import Path

from wirelab.app.platforms import runners
from wirelab.app.trust import check_project_trusted
from wirelab.building.revisions import check_out, revision_of, version_of
from wirelab.model.errors import UsageError
from wirelab.model.subject import Subject


def of_revisions(
    subject: Subject, platforms: Sequence[str], revisions: tuple[Path, tuple[str, str]], cache: Path
) -> tuple[Subject, Subject]:
    """The subject with the library as it is in two `revisions` of a project, each checked out.

    Raises:
        UsageError: its runner cannot build a project, a revision does not exist, both are one commit, or they are not
            trusted.
        ToolchainError: git cannot be started.
    """
    project, named = revisions
    having = [each for each in runners(platforms) if subject.name in each.manifest.codecs]
    if subject.version:
        remedy = f"name only the codec: --codec {subject.name}"
        raise UsageError(f"subject '{subject}'", "with --project, revisions are its versions", remedy=remedy)
    if having and not any(each.manifest.versions.project for each in having):
        able = sorted({each.name for each in runners() if each.manifest.versions.project})
        what = f"runner {having[0].name} cannot build a library from its project"
        raise UsageError("option --project", what, remedy=f"these can: {', '.join(able)}")
    old, new = (revision_of(project, each) for each in named)
    if old == new:
        raise UsageError(f"project {project}", f"{named[0]} and {named[1]} are one commit", remedy="name two")
    for commit in (old, new):
        check_project_trusted(project, commit, cache)
        check_out(project, commit, subject.name, cache)
    return subject.at(version_of(old)), subject.at(version_of(new))
