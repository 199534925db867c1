"""How much the machine's speed varied, by its canaries. Pure."""

from collections.abc import Iterable

from wirelab.model.findings.diagnostics import MachineSpeed
from wirelab.model.gathering import gathered

_FEWEST = 10
_TENTH = 0.1


def machine_speeds(canaries: Iterable[tuple[str, float]]) -> dict[str, MachineSpeed]:
    """How much it varied on each platform with enough canaries, each a platform and a time in ns."""
    speeds = {}
    for platform, own in gathered((platform, ns) for platform, ns in canaries if ns > 0).items():
        ordered, beyond = sorted(own), int(_TENTH * len(own))
        if len(own) >= _FEWEST:
            speeds[platform] = MachineSpeed(ordered[-1 - beyond] / ordered[beyond], len(own))
    return speeds
