"""Revisions of a library's own project: each checked out once, into the cache."""

import re
import subprocess
from pathlib import Path

from wirelab.files.scratch import beside
from wirelab.model.errors import ToolchainError, UsageError, host_faults
from wirelab.process import children

_DIGITS = 12
_TIMEOUT_S = 600.0
_REVISION = re.compile(rf"0-g[0-9a-f]{{{_DIGITS}}}")


def revision_of(project: Path, named: str) -> str:
    """The commit that `named` is in the repository at `project`, as 40 or more hexadecimal digits.

    Raises:
        UsageError: there is no such repository or revision.
        ToolchainError: git cannot be started.
    """
    words = ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{named}^{{commit}}"]
    answer = _git(["-C", str(project), *words])
    found = answer.stdout.strip()
    if answer.returncode != 0 or not re.fullmatch(r"[0-9a-f]{40,64}", found):
        why = answer.stderr.strip() or f"git -C {project} rev-parse finds none"
        raise UsageError(
            f"project {project}", f"it has no revision '{named}'", why=why, remedy="name a commit, tag or branch"
        )
    return found


def version_of(commit: str) -> str:
    """The name of a commit as a version of a codec: `0-g1a2b3c4d5e6f`."""
    return f"0-g{commit[:_DIGITS]}"


def check_out(project: Path, commit: str, codec: str, cache: Path) -> Path:
    """The folder with that commit of `project`, a clone of its own; made if it is not there.

    Raises:
        ToolchainError: git cannot be started, or fails.
        HostError: the cache cannot be written.
    """
    folder = _folder(codec, version_of(commit), cache)
    if folder.is_dir():
        return folder
    with host_faults(f"project {project}", "it cannot be checked out", f"make {cache} writable and free some space"):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with beside(folder) as place:
            unfinished = place / folder.name
            for words in (
                ["clone", "--quiet", "--no-checkout", "--", str(project.resolve()), str(unfinished)],
                ["-C", str(unfinished), "checkout", "--quiet", "--detach", commit],
            ):
                answer = _git(words)
                if answer.returncode != 0:
                    what = f"its commit {commit[:_DIGITS]} cannot be checked out"
                    raise ToolchainError(
                        f"project {project}", what, why=answer.stderr.strip(), remedy="try it with git itself"
                    )
            if not folder.is_dir():  # another process may have been quicker
                unfinished.rename(folder)
    return folder


def checked_out(codec: str, version: str, cache: Path) -> Path | None:
    """The folder of a version that is a revision, or None."""
    folder = _folder(codec, version, cache)
    return folder if _REVISION.fullmatch(version) and folder.is_dir() else None


def _folder(codec: str, version: str, cache: Path) -> Path:
    return cache / "revisions" / f"{codec}-{version}"


def _git(words: list[str]) -> "subprocess.CompletedProcess[str]":
    try:
        return children.answer_of(["git", *words], _TIMEOUT_S, stderr=subprocess.PIPE)
    except (OSError, subprocess.TimeoutExpired) as error:
        what = "it cannot be started, or did not end"
        raise ToolchainError("git", what, why=str(error), remedy="sudo apt-get install git") from None
