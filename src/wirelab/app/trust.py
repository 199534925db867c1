"""Whose code runs: a workload's `generate.py` and `sources/`, and a runner, are programs with the user's rights.

Those of the installation (or of WIRELAB_RESOURCES) run. Others are refused until the user trusts them with `--trust`,
which is remembered by the digest of their files: a folder that changes is refused again. Data of a user's own is
rendered by us, and brings no code.
"""

import hashlib
from collections.abc import Iterable
from contextvars import ContextVar
from pathlib import Path

from wirelab.app.resources import resources
from wirelab.building.runners import Runner
from wirelab.model.errors import HostError, UsageError
from wirelab.workload.definition import DIGESTS, SOURCES, Files, Workload

_OWN = ("workloads", "runners", "protocol", "evolution", "hostile", "vectors")
_given: ContextVar[bool] = ContextVar("trust", default=False)


def give_trust() -> None:
    """Trust the folders that this command uses."""
    _given.set(True)


def trusted_workload(workload: Workload, cache: Path) -> Workload:
    """The workload, if it may run; the generator of one that is not ours runs apart.

    Raises:
        UsageError: it has code of others that the user has not trusted.
        HostError: its files cannot be read, or the trust cannot be recorded.
    """
    if _is_ours(workload.folder):
        return workload
    if not isinstance(workload.source, Files) or (workload.folder / SOURCES).exists():
        beside = (workload.folder.parent / name for name in workload.source.draws_on)
        _check(f"workload {workload.name}", workload.folder, [workload.folder, *beside], "", cache)
    return workload.model_copy(update={"apart": True})


def check_runner_trusted(runner: Runner, cache: Path) -> None:
    """Refuse a runner that is not ours and not trusted; errors as `trusted_workload`."""
    if _is_ours(runner.folder):
        return
    build = runner.manifest.build
    of_platforms = (stage for each in runner.manifest.platforms for stage in (each.prepare, each.link))
    stages = (build.runner, build.types, *of_platforms)
    names = [*(name for stage in stages for name in stage.inputs), *(each.source for each in build.types.templates)]
    paths = [runner.folder, *(runner.folder / name for name in names if name.startswith(".."))]
    _check(f"runner {runner.name}", runner.folder, paths, runner.manifest.model_dump_json(), cache)


def check_project_trusted(project: Path, commit: str, cache: Path) -> None:
    """Refuse to build an untrusted commit of a library's project; the name of a commit identifies all its files."""
    _check(f"project {project}", project, [], f"commit {commit}", cache)


def _is_ours(folder: Path) -> bool:
    own = (resources() / name for name in _OWN)
    return any(folder.resolve().is_relative_to(each.resolve()) for each in own)


def _check(part: str, folder: Path, paths: Iterable[Path], facts: str, cache: Path) -> None:
    try:
        kept = cache / "trusted" / _digest(paths, facts)
        if _given.get():
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.touch()
        if kept.exists():
            return
    except OSError as error:
        remedy = "check its permissions, and those of the cache"
        raise HostError(part, "Wirelab cannot read whether it is trusted", why=str(error), remedy=remedy) from None
    what = "it is not Wirelab's, and its code would run with your rights"
    why = f"its files are in {folder}; they were not trusted before, or have changed since"
    remedy = "read its code, then type the command again with --trust"
    raise UsageError(part, what, why=why, remedy=remedy)


def _digest(paths: Iterable[Path], facts: str) -> str:
    """A digest of all files, but for the digests of corpora, which checking a workload writes, and compiled Python."""
    digest = hashlib.sha256(facts.encode())
    for path in paths:
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            if file.is_file() and file.name != DIGESTS and file.suffix != ".pyc":
                digest.update(f"{file.relative_to(path.parent)}\0{file.stat().st_size}\0".encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()
