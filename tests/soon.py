"""The lab's resources with builds that take seconds where a user's take minutes: for tests in which no time counts.

Whoever asks for a runner's types, a bench (`tests/runners/places.py`) or the command, finds them built by the other.
"""

import shutil
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
# Words of each manifest that make builds of large programs take minutes, and their replacements here.
_SOON = {
    "cpp/runner.toml": {
        "OPTIMIZED=-O2": "OPTIMIZED=-O0",
        "OPTIMIZED=-O3": "OPTIMIZED=-O0",
        'untimed = ["OPTIMIZED=-O1"]': "untimed = []",
    },
    "rust/base.toml": {
        '"--release"': '"--release", "--config=profile.release.opt-level=0"',
        'untimed = ["--config=profile.release.package.runner.opt-level=0"]': "untimed = []",
    },
}


@cache
def built_soon() -> Path:
    """A folder for `WIRELAB_RESOURCES`, there as long as this process is."""
    folder = Path(_held().name)
    for each in ROOT.iterdir():
        if each.name in ("evolution", "hostile", "prices.toml", "protocol", "studies", "vectors", "workloads"):
            (folder / each.name).symlink_to(each)
    shutil.copytree(ROOT / "runners", folder / "runners", ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    for name, words in _SOON.items():
        manifest = folder / "runners" / name
        text = manifest.read_text(encoding="utf-8")
        for usual, soon in words.items():
            assert usual in text, (name, usual)
            text = text.replace(usual, soon)
        manifest.write_text(text, encoding="utf-8")
    return folder


@cache
def _held() -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(prefix="wirelab-soon-")
