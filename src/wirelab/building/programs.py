"""From a runner and a platform to the programs of its processes: all the builds for that, in one place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wirelab.building.build import (
    BuiltRunner,
    build_platform,
    build_runner,
    build_types,
    built_runner,
    link_types,
    outputs_needed,
)
from wirelab.building.outputs import Notice
from wirelab.building.program import Program
from wirelab.building.runners import Runner
from wirelab.schema.compile import CompiledSchema


@dataclass(frozen=True, slots=True)
class Programs:
    """The programs of a runner's processes on one platform."""

    runner: Runner
    platform: str
    output: Path  # the folder of the runner's build
    bare: Program  # without a workload, for a handshake
    typed: Mapping[str, Program]  # with the types of a workload, by its name

    @property
    def announcing(self) -> Program | None:
        """The program for a handshake; None where it needs types that are linked, and there are none yet."""
        if self.runner.links(self.platform):
            return next(iter(self.typed.values()), None)
        return self.bare


def build_programs(
    runner: Runner,
    platform: str,
    types: Mapping[str, CompiledSchema],
    cache: Path,
    notice: Notice,
    needed: Sequence[Path] | None = None,
) -> Programs:
    """Build the runner's program, the platform's preparation, and the types of each workload, or find them built.

    Raises:
        ToolchainError: a tool is missing, or a step failed; with its last lines.
        DefinitionError: a template or file option is not well formed.
        HostError: no space, or no permission.
    """
    if needed is None:
        needed = outputs_needed(runner, platform, types.values(), cache)
    built = build_runner(runner, cache, notice, needed)
    build_platform(built, platform, notice, needed)
    folders = {}
    for name, schema in types.items():
        build_types(built, schema, notice, needed)
        folders[name] = link_types(built, platform, schema, notice, needed)
    return _programs(built, platform, folders)


def programs_built(runner: Runner, platform: str, cache: Path) -> Programs | None:
    """The program for a handshake if the runner is built already, or None."""
    built = built_runner(runner, cache)
    return None if built is None else _programs(built, platform, {})


def _programs(built: BuiltRunner, platform: str, folders: Mapping[str, Path]) -> Programs:
    bare = built.program(platform)
    typed = {name: replace(bare, types=folder) for name, folder in folders.items()}
    return Programs(built.runner, platform, built.output, bare, typed)
