"""What the runner says of itself: the answer to `hello`."""

import dataclasses
import gc
import sys
import sysconfig
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from wirelab_runner.codec import Codec
from wirelab_runner.codecs import CODECS
from wirelab_runner.compressors import COMPRESSORS

MAJOR, MINOR = 1, 2
PYTHON = ".".join(str(number) for number in sys.version_info[:3])


def ready(resolution_ns: float) -> dict[str, object]:
    """The message `ready`; `resolution_ns` is the clock's."""
    installed = installed_versions(Path(sysconfig.get_path("purelib")))
    reasons = {name: reason for name, codec in CODECS.items() if (reason := why_unavailable(codec))}
    return {
        "type": "ready",
        "protocol": {"major": MAJOR, "minor": MINOR},
        "runner": "python",
        "runtime": f"CPython {PYTHON}",
        "details": {
            "build": " ".join(sys.version.split()),
            "platform": sysconfig.get_platform(),
            "gc": f"enabled, thresholds {', '.join(map(str, gc.get_threshold()))}",
            "allocated bytes, time of collections": "CPython does not tell without slowing what it counts",
        },
        "timer_resolution_ns": resolution_ns,
        "codecs": [_codec(codec, installed) for codec in CODECS.values() if codec.name not in reasons],
        "unavailable": [{"name": name, "reason": reason} for name, reason in reasons.items()],
        "compressors": [
            {
                "name": one.name,
                "library": one.library,
                "version": one.version or _version(one.package or "", installed),
                "min_level": one.levels[0],
                "max_level": one.levels[1],
                "default_level": one.default_level,
            }
            for one in COMPRESSORS.values()
        ],
    }


def _codec(codec: Codec, installed: Mapping[str, str]) -> dict[str, object]:
    return {
        "name": codec.name,
        "format": codec.format,
        "library": codec.library,
        "version": _version(codec.package_name, installed) if codec.package_name else PYTHON,
        "documentation": codec.documentation,
        "contract": dataclasses.asdict(codec.contract),
        "operations": codec.operations,
        "parameters": [dataclasses.asdict(parameter) for parameter in codec.parameters],
    }


def _version(package: str, installed: Mapping[str, str]) -> str:
    return installed.get(package.lower().replace("-", "_"), "unknown")


def why_unavailable(codec: Codec) -> str:
    """Why a codec's library cannot be imported here; empty if it can. Nothing is imported to find out."""
    module = codec.module or codec.package_name
    try:
        found = module is None or find_spec(module)
    except ImportError:  # the package that the module is in is not there
        found = None
    return "" if found else f"the package {codec.package_name} is not installed in {sysconfig.get_path('purelib')}"


def installed_versions(packages: Path) -> dict[str, str]:
    """Version by name of what is installed in a folder, by the folders that say so.

    `importlib.metadata` would import `json`, a library under test, and take longer than all the rest of `hello`.
    """
    names = (path.name.removesuffix(".dist-info") for path in packages.glob("*.dist-info"))
    return {name.lower(): version for name, _, version in (name.partition("-") for name in names)}
