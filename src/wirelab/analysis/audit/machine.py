"""How much the machine's speed varied, by its canaries. Pure."""

from collections.abc import Iterable

from wirelab.model.findings.diagnostics import MachineSpeed

_FEWEST = 10
_TENTH = 0.1


def machine_speeds(canaries: Iterable[tuple[str, float]]) -> dict[str, MachineSpeed]:
    """How much it varied on each platform with enough canaries, each a platform and a time in ns."""
    by_platform: dict[str, list[float]] = {}
    for platform, ns in canaries:
        if ns > 0:
            by_platform.setdefault(platform, []).append(ns)
    return {platform: _speed(sorted(own)) for platform, own in by_platform.items() if len(own) >= _FEWEST}


def _speed(ordered: list[float]) -> MachineSpeed:
    beyond = int(_TENTH * len(ordered))
    return MachineSpeed(ordered[-1 - beyond] / ordered[beyond], len(ordered))
