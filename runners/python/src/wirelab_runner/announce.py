"""What the runner says of itself: the answer to `hello`."""

import gc
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

from wirelab_runner.codec import PYTHON, Library
from wirelab_runner.codecs import CODECS
from wirelab_runner.compressors import COMPRESSORS
from wirelab_runner.measuring import resolution_ns

PACKAGES = Path(sysconfig.get_path("purelib"))


def ready() -> dict[str, object]:
    """The message `ready`."""
    installed = installed_versions(PACKAGES)
    libraries: list[Library] = [*CODECS.values(), *COMPRESSORS.values()]
    reasons = {each.name: reason for each in libraries if (reason := why_unavailable(each))}
    versions = {
        each.name: installed[_package(each)] if each.package else each.version
        for each in libraries
        if each.name not in reasons
    }
    return {
        "type": "ready",
        "protocol": 2,
        "runner": "python",
        "runtime": f"CPython {PYTHON}",
        "details": {
            "build": " ".join(sys.version.split()),
            "platform": sysconfig.get_platform(),
            "gc": f"enabled, thresholds {', '.join(map(str, gc.get_threshold()))}",
        },
        "timer_resolution_ns": resolution_ns(),
        "versions": versions,
        "unavailable": reasons,
    }


def why_unavailable(library: Library) -> str:
    """Why a library cannot be imported here; empty if it can. Nothing is imported to find out."""
    try:
        found = library.package is None or find_spec(library.module or _package(library))
    except ImportError:  # the package that the module is in is not there
        found = None
    return "" if found else f"the package {_package(library)} is not installed in {PACKAGES}"


def installed_versions(packages: Path) -> dict[str, str]:
    """Version by name of what is installed in a folder, by the folders that say so.

    `importlib.metadata` would import `json`, a library under test, and take longer than all the rest of `hello`.
    """
    names = (path.name.removesuffix(".dist-info") for path in packages.glob("*.dist-info"))
    return {name.lower(): version for name, _, version in (name.partition("-") for name in names)}


def _package(library: Library) -> str:
    """Of a library that is not Python's own."""
    return (library.package or "").partition("==")[0]
