"""Where the lab's own runners, workloads, studies and protocol lie, and the user's cache."""

import os
from pathlib import Path

from platformdirs import user_cache_path

from wirelab.workload.catalogue import Catalogue

_PACKAGE = Path(__file__).resolve().parents[1]


def resources() -> Path:
    """The folder that holds `runners`, `workloads`, `studies` and `protocol`.

    That is `WIRELAB_RESOURCES` if it is set (to try others); else in an installed package its own `resources` folder,
    in a checkout the checkout.
    """
    if named := os.environ.get("WIRELAB_RESOURCES"):
        return Path(named)
    installed = _PACKAGE / "resources"
    return installed if installed.is_dir() else _PACKAGE.parents[1]


def cache_folder() -> Path:
    """The folder of builds and corpora: `WIRELAB_CACHE`, or the user's cache folder."""
    named = os.environ.get("WIRELAB_CACHE")
    return Path(named) if named else user_cache_path("wirelab", appauthor=False)


def workload_catalogue() -> Catalogue:
    """The workloads that commands know."""
    return Catalogue((resources() / "workloads",))
