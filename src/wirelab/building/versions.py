"""Versions of a codec's library: a build of the runner's program for each, and which can be had."""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache as remembered
from pathlib import Path

from wirelab.building.manifest import RunnerManifest, Stage, fill
from wirelab.building.tools import answer_of, numbers_of, probe

_LIST_TIMEOUT_S = 60.0
_PRINTED = re.compile(r"(?<![\w.+-])v?\d[0-9A-Za-z]*(?:[._-][0-9A-Za-z]+)*(?![\w+-]|\.\w)", re.ASCII)
_RELEASED = re.compile(r"v?\d+(?:\.\d+)*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Pin:
    """A version of a codec's package that a build of its own has instead of the runner's."""

    codec: str  # as the program calls it
    package: str
    version: str
    program: RunnerManifest  # as it is without the pin: the program announces this
    project: Path | None = None  # the folder of the library's project that it is built from; None: its package

    @property
    def stage(self) -> Stage:
        """The stage that builds such a program."""
        arguments = self.program.versions.arguments if self.project is None else ()
        return self.added_to(self.program.build.runner.given("pinned", arguments))

    def added_to(self, stage: Stage) -> Stage:
        """`stage`, with the steps that get the version behind its own."""
        versions = self.program.versions
        values = {"package": self.package, "version": self.version, "project": str(self.project)}
        steps = (*stage.steps, *(versions.steps if self.project is None else versions.project))
        return stage.model_copy(update={"steps": tuple(fill(step, values) for step in steps)})


def available(folder: Path, manifest: RunnerManifest, package: str, cache: Path) -> tuple[str, ...]:
    """The versions of `package` that can be had, as its source lists them; empty where it lists none.

    `folder` is that of the runner.
    """
    command = manifest.versions.available
    if not command:
        return ()
    tools = {name: probe(manifest.tools[name], cache).path for name in manifest.build.runner.requires}
    values = {name: str(path) for name, path in tools.items()}
    values |= {"package": package, "python": sys.executable, "folder": str(folder)}
    return _listed(fill(command, values))


def in_order(versions: Sequence[str]) -> list[str]:
    """Those of `versions` that are releases, by their numbers, oldest first: others have no order that all agree on."""
    return sorted({each for each in versions if _RELEASED.fullmatch(each)}, key=numbers_of)


def between(versions: Sequence[str], low: str, high: str) -> list[str]:
    """The releases from `low` to `high`, both included, oldest first."""
    return [each for each in in_order(versions) if numbers_of(low) <= numbers_of(each) <= numbers_of(high)]


@remembered
def _listed(command: tuple[str, ...]) -> tuple[str, ...]:
    """Asked once by a process; the same version printed twice counts once."""
    answer = answer_of(command, _LIST_TIMEOUT_S, apart=True)
    if answer is None or answer.returncode != 0:
        return ()
    return tuple(dict.fromkeys(_PRINTED.findall(answer.stdout)))
