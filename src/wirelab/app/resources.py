"""Where the lab's own runners, workloads, studies and protocol lie, and the user's cache."""

import os
from pathlib import Path

from platformdirs import user_cache_path

_PACKAGE = Path(__file__).resolve().parents[1]


def resources() -> Path:
    """The folder that holds `runners`, `workloads`, `studies` and `protocol`.

    In an installed package that is its own `resources` folder; in a checkout, the checkout.
    """
    installed = _PACKAGE / "resources"
    return installed if installed.is_dir() else _PACKAGE.parents[1]


def cache_folder() -> Path:
    """The folder of builds and corpora: `WIRELAB_CACHE`, or the user's cache folder."""
    named = os.environ.get("WIRELAB_CACHE")
    return Path(named) if named else user_cache_path("wirelab", appauthor=False)
