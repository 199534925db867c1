"""Platforms of the runners found here: what each needs, and whether it is there."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wirelab.app.resources import resources
from wirelab.execution.manifest import Platform
from wirelab.execution.runners import RunnerHome, list_runners
from wirelab.execution.tools import ToolStatus, probe
from wirelab.model.names import choose


@dataclass(frozen=True, slots=True)
class PlatformState:
    """A platform, its runner, and the state of the tools it needs to be built and started.

    Attributes:
        platform: as its runner's manifest has it.
        runner: the runner it belongs to.
        tools: every tool that building or starting needs.
    """

    platform: Platform
    runner: RunnerHome
    tools: tuple[ToolStatus, ...]

    @property
    def missing(self) -> tuple[ToolStatus, ...]:
        """The tools that are not there or too old."""
        return tuple(status for status in self.tools if not status.ok)

    @property
    def why_missing(self) -> str:
        """What is missing and the command that gets it, one sentence a tool."""
        return "; ".join(f"{status.why}: {status.tool.get}" for status in self.missing)


def runners(named: Collection[str] = ()) -> tuple[RunnerHome, ...]:
    """The runners that users see, and hidden ones of which a platform is in `named`."""
    return tuple(
        home
        for home in list_runners(resources() / "runners")
        if not home.manifest.hidden or any(platform.name in named for platform in home.manifest.platforms)
    )


def platform_states(homes: Sequence[RunnerHome], cache: Path) -> Mapping[str, PlatformState]:
    """The state of every platform of `homes`, by name."""
    states = {}
    for home in homes:
        stages = home.manifest.build
        for platform in home.manifest.platforms:
            names = dict.fromkeys((*platform.requires, *stages.runner.requires, *stages.types.requires))
            tools = tuple(probe(tool, cache) for tool in home.tools(tuple(names)))
            states[platform.name] = PlatformState(platform, home, tools)
    return states


def choose_platforms(names: Sequence[str], states: Mapping[str, PlatformState]) -> tuple[PlatformState, ...]:
    """The states of the platforms of these names; of all if there are no names.

    Raises:
        UsageError: there is no platform of one of the names.
    """
    return tuple(states[choose("platform", name, states)] for name in names or states)
