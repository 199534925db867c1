"""A built runner on one of its platforms, ready to start."""

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wirelab.building.manifest import Platform, fill
from wirelab.model.cell import ModeKind
from wirelab.model.measurement import PlannedProcess
from wirelab.process.transport import Transport

PADDING = "WIRELAB_PADDING"
PLACE = "WIRELAB_PLACE"
_PASSED = frozenset({"PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "LD_LIBRARY_PATH"})
_STARTS, _ENDS = ("LC_", "WIRELAB_"), ("_HOME", "_ROOT")


@dataclass(frozen=True, slots=True)
class Program:
    """A command to start a process."""

    platform: Platform
    runner: Path  # output of the runner's build
    types: Path
    prepared: Path
    tools: Mapping[str, str]  # path of each required tool, by its name in the manifest

    def command(self, mode: ModeKind | None = None) -> tuple[str, ...]:
        """The command of a process that is to measure by `mode`, or not at all; placeholders filled."""
        words = (mode is ModeKind.COLD and self.platform.start_cold) or self.platform.start
        folders = {"runner": self.runner, "types": self.types, "prepared": self.prepared}
        values = {name: str(folder) for name, folder in folders.items()}
        return fill(words, {**self.tools, **values, "python": sys.executable})


def environment(platform: Platform, planned: PlannedProcess | None = None) -> dict[str, str]:
    """The variables a runner's process sees.

    Few are passed on, so that a run does not depend on the shell it was typed in: where things are (`_PASSED`, names
    that end in `_HOME` or `_ROOT`), the language (`LC_…`) and the lab's own (`WIRELAB_…`). The padding makes the
    environment's size, which shifts the stack, random instead of arbitrary (Mytkowicz et al. 2009).
    """
    passed = {
        name: value
        for name, value in os.environ.items()
        if name in _PASSED or name.startswith(_STARTS) or name.endswith(_ENDS)
    }
    passed.pop(PADDING, None)
    if planned is not None:
        passed[PLACE] = f"{planned.round}.{planned.order}"
        passed[PADDING] = "x" * planned.environment_bytes
    return passed | platform.environment


def open_process(program: Program, planned: PlannedProcess | None = None) -> Transport:
    """Start `program`, for `planned` or only for a handshake; an OSError if it cannot be started."""
    command = program.command(None if planned is None else planned.cell.mode)
    return Transport(command, environment(program.platform, planned))


def open_counted(program: Program, before: Sequence[str]) -> Transport:
    """Start `program` under another one that counts its instructions; `before`: the words of its command."""
    own = program.platform.counted or {}
    return Transport((*before, *program.command()), environment(program.platform) | own)
