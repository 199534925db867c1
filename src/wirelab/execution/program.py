"""A built runner on one of its platforms, ready to start."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from wirelab.execution.manifest import Platform
from wirelab.execution.runners import fill
from wirelab.execution.transport import ProcessTransport
from wirelab.model.measurement import Visit

PADDING = "WIRELAB_PADDING"
VISIT = "WIRELAB_VISIT"
_PASSED = frozenset({"PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "LD_LIBRARY_PATH"})


@dataclass(frozen=True, slots=True)
class Program:
    """What starts a process.

    Attributes:
        platform: the platform of the manifest.
        runner: output of the runner's build.
        types: output of the types' build for one workload; an empty folder for a handshake.
        prepared: output of the platform's own stage.
        tools: path of each required tool, by its name in the manifest.
    """

    platform: Platform
    runner: Path
    types: Path
    prepared: Path
    tools: Mapping[str, str]

    def command(self) -> tuple[str, ...]:
        """The command, placeholders filled."""
        folders = {"runner": self.runner, "types": self.types, "prepared": self.prepared}
        values = {name: str(folder) for name, folder in folders.items()}
        return fill(self.platform.start, {**self.tools, **values, "python": sys.executable})


def environment(platform: Platform, visit: Visit | None = None) -> dict[str, str]:
    """The variables a runner's process sees.

    Few are passed on, so that a run does not depend on the shell it was typed in: where things are (`_PASSED`, names
    that end in `_HOME` or `_ROOT`), the language (`LC_…`) and the lab's own (`WIRELAB_…`). The padding makes the
    environment's size, which shifts the stack, random instead of arbitrary (Mytkowicz et al. 2009).
    """
    passed = {name: value for name, value in os.environ.items() if _is_passed(name)}
    passed.pop(PADDING, None)
    if visit is not None:
        passed[VISIT] = f"{visit.round}.{visit.order}.{visit.attempt}"
        passed[PADDING] = "x" * visit.environment_bytes
    return passed | platform.environment


def _is_passed(name: str) -> bool:
    return name in _PASSED or name.startswith(("LC_", "WIRELAB_")) or name.endswith(("_HOME", "_ROOT"))


def open_process(program: Program, visit: Visit | None = None) -> ProcessTransport:
    """Start `program`, for `visit` or for a handshake alone.

    Raises:
        OSError: it cannot be started.
    """
    return ProcessTransport(program.command(), environment(program.platform, visit))
