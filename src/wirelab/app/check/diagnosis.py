"""The checks of `wirelab doctor`."""

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from wirelab.app.platforms import PlacedRunner, by_platform, placed_runners, runners
from wirelab.app.ready import announced_before, built_announcements
from wirelab.app.resources import cache_folder, cache_path
from wirelab.building.manifest import Tool
from wirelab.execution.machine.host import host_facts, scratch_folder
from wirelab.model.errors import WirelabError

_GIGABYTE = 1_000_000_000
_CACHE_BYTES = 2 * _GIGABYTE


class State(StrEnum):
    """The state of a thing that was checked."""

    OK = "ok"
    MISSING = "missing"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One thing that was checked, the result, and the one command that fixes it, if any does."""

    what: str
    state: State
    says: str
    get: str = ""


def diagnose() -> tuple[Diagnosis, ...]:
    """Look at the machine, the folders and every platform's tools."""
    cache = cache_path()
    machine = (Diagnosis(name, State.OK, value) for name, value in host_facts().items())
    placed = placed_runners(runners(), cache)
    announced = built_announcements(placed, cache).values()  # it asks runners, whose answers are remembered
    unavailable = [
        Diagnosis(one.name, State.MISSING, one.reason) for _, ready in announced for one in ready.unavailable
    ]
    return (*machine, _scratch(), _cache(), *_platforms(placed), *_announced(placed, cache), *unavailable)


def _scratch() -> Diagnosis:
    try:
        folder = scratch_folder()
    except WirelabError as error:
        return Diagnosis("temporary files", State.FAULT, f"{error.what}: {error.why}", error.remedy)
    return Diagnosis("temporary files", State.OK, str(folder))


def _cache() -> Diagnosis:
    try:
        cache = cache_folder()
    except WirelabError as error:
        return Diagnosis("cache", State.FAULT, f"{cache_path()}: {error.what}: {error.why}", error.remedy)
    free = shutil.disk_usage(cache).free
    says = f"{cache}, {free / _GIGABYTE:.1f} GB free"
    if free < _CACHE_BYTES:
        return Diagnosis("cache", State.FAULT, says, "set WIRELAB_CACHE to a folder with 2 GB free")
    return Diagnosis("cache", State.OK, says)


def _platforms(placed: Sequence[PlacedRunner]) -> list[Diagnosis]:
    found = []
    for name, states in by_platform(placed).items():
        tools = list(dict.fromkeys(status for state in states for status in state.tools))
        for at, status in enumerate(tools):
            if status.ok and status.path in (each.path for each in tools[:at]):
                continue  # the same program; the tool that starts processes comes first and asks for more
            tool = f"platform {name}: {_wanted(status.tool)}"
            if status.ok:
                found.append(Diagnosis(tool, State.OK, f"{status.version} ({status.path})"))
            else:
                found.append(Diagnosis(tool, State.MISSING, status.why, status.tool.get))
        if not tools:
            found.append(Diagnosis(f"platform {name}", State.OK, "needs nothing else"))
    return found


def _wanted(tool: Tool) -> str:
    """The tool with its versions: one platform may build with one version and start another."""
    return f"{tool.command} from {tool.minimum}" + ("" if tool.below is None else f", below {tool.below}")


def _announced(placed: Sequence[PlacedRunner], cache: Path) -> Iterator[Diagnosis]:
    """The announcement of each platform's first runner that was asked: its collector, how code is compiled."""
    named = {
        f"platform {platform}: {ready.runtime}": ready
        for platform, ready in reversed([*announced_before(placed, cache)])
    }
    for what, ready in reversed(named.items()):
        details = "; ".join(f"{name}: {value}" for name, value in ready.details.items())
        yield Diagnosis(what, State.OK, details or "announces nothing else")
