"""The places of the lab's own runners, workloads, studies and protocol, and of the user's cache."""

import os
import tempfile
from pathlib import Path

from platformdirs import user_cache_path

from wirelab.model.errors import UsageError, host_faults
from wirelab.workload.catalogue import Catalogue

_PACKAGE = Path(__file__).resolve().parents[1]
_HOLDS = ("runners", "workloads", "studies", "protocol")


def resources() -> Path:
    """The folder that holds `runners`, `workloads`, `studies` and `protocol`.

    That is `WIRELAB_RESOURCES` if it is set (to try others); else an installed package's own `resources` folder, or the
    checkout.

    Raises:
        UsageError: `WIRELAB_RESOURCES` names no such folder.
    """
    if named := os.environ.get("WIRELAB_RESOURCES"):
        folder = Path(named).expanduser().absolute()
        if not any((folder / name).is_dir() for name in _HOLDS):
            what = f"{folder} has none of the folders {', '.join(_HOLDS)}"
            raise UsageError("WIRELAB_RESOURCES", what, remedy="set it to a folder that has one, or unset it")
        return folder
    installed = _PACKAGE / "resources"
    return installed if installed.is_dir() else _PACKAGE.parents[1]


def cache_path() -> Path:
    """Where builds and corpora are kept: `WIRELAB_CACHE`, or the user's cache folder."""
    named = os.environ.get("WIRELAB_CACHE")
    return Path(named).expanduser().absolute() if named else user_cache_path("wirelab", appauthor=False)


def cache_folder() -> Path:
    """The folder of builds and corpora, made if missing; a HostError if it cannot be written, or is not a folder."""
    folder, remedy = cache_path(), "make it a folder that can be written, or set WIRELAB_CACHE to one"
    with host_faults(f"cache {folder}", "builds and data cannot be kept there", remedy):
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder


def hard_data() -> Path:
    """The folder of the workload that runners are checked with: a variant for each kind of trouble."""
    return resources() / "protocol" / "v2" / "workloads" / "torture"


def workload_catalogue() -> Catalogue:
    """The workloads that commands know."""
    return Catalogue(resources() / "workloads")
