"""Platforms of the runners found here, with the state of the tools that each needs."""

import functools
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from wirelab.app.resources import resources
from wirelab.building.manifest import Platform, Tool
from wirelab.building.runners import Runner, list_runners
from wirelab.building.tools import ToolStatus, probe
from wirelab.model.errors import DefinitionError
from wirelab.model.groups import gathered
from wirelab.model.names import choose


@dataclass(frozen=True, slots=True)
class PlacedRunner:
    """A platform as one of its runners serves it."""

    platform: Platform
    runner: Runner
    probed: Callable[[Tool], ToolStatus]

    @property
    def tools(self) -> tuple[ToolStatus, ...]:
        """The state of every tool that it needs, which is looked for only now."""
        build, own = self.runner.manifest.build, self.platform
        stages = (own.prepare, build.runner, build.types, own.link)
        names = dict.fromkeys(chain(own.requires, *(stage.requires for stage in stages)))
        return tuple(map(self.probed, self.runner.tools(tuple(names))))

    @property
    def untimed(self) -> "PlacedRunner":
        """The same runner, if nothing will be timed."""
        return replace(self, runner=replace(self.runner, timed=False))

    @property
    def missing(self) -> tuple[ToolStatus, ...]:
        """The tools that are missing or too old."""
        return tuple(status for status in self.tools if not status.ok)

    @property
    def why_missing(self) -> str:
        """The missing tools and the commands that install them, each command once."""
        whys = gathered((status.tool.get, status.why) for status in self.missing)
        return "; ".join(f"{', '.join(each)} (to install: {get})" for get, each in whys.items())


def runners(named: Collection[str] = ()) -> tuple[Runner, ...]:
    """The runners that users see, and hidden ones of which a platform is in `named`."""
    return tuple(
        runner
        for runner in _runners_below(resources() / "runners")
        if not runner.manifest.hidden or any(platform.name in named for platform in runner.manifest.platforms)
    )


@functools.cache
def _runners_below(root: Path) -> tuple[Runner, ...]:
    """Read once: a command asks several times."""
    return list_runners(root)


def placed_runners(known: Sequence[Runner], cache: Path) -> tuple[PlacedRunner, ...]:
    """Every platform of each of `known`, those of one name together.

    Raises:
        DefinitionError: two runners of one platform have a codec of the same name.
    """

    @functools.cache
    def probed(tool: Tool) -> ToolStatus:
        """Once: runners share most of their tools."""
        return probe(tool, cache)

    states = [PlacedRunner(platform, runner, probed) for runner in known for platform in runner.manifest.platforms]
    _check_codecs(states)
    return tuple(chain.from_iterable(by_platform(states).values()))


def by_platform(states: Sequence[PlacedRunner]) -> dict[str, list[PlacedRunner]]:
    """Each platform's states, by its name."""
    return gathered((each.platform.name, each) for each in states)


def by_runner(states: Sequence[PlacedRunner]) -> dict[str, list[PlacedRunner]]:
    """Each runner's states, by its name."""
    return gathered((each.runner.name, each) for each in states)


def choose_platforms(names: Sequence[str], states: Sequence[PlacedRunner]) -> tuple[PlacedRunner, ...]:
    """The states of the platforms of these names; of all that need no request if there are no names."""
    grouped = by_platform(states)
    standard = [name for name, group in grouped.items() if not all(state.platform.on_request for state in group)]
    return tuple(state for name in names or standard for state in grouped[choose("platform", name, grouped)])


def _check_codecs(states: Sequence[PlacedRunner]) -> None:
    having: dict[tuple[str, str], str] = {}
    for state in states:
        for codec in state.runner.manifest.codecs:
            other = having.setdefault((state.platform.name, codec), state.runner.name)
            if other != state.runner.name:
                what = f"runner {other} also has a codec named '{codec}'"
                remedy = "rename one: two runners of one platform cannot share a codec name"
                raise DefinitionError(f"runner {state.runner.name}", what, remedy=remedy)
