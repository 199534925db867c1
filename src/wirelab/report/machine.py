"""Sentences on the machine's speed during a run. Pure."""

from collections.abc import Iterator, Mapping

from wirelab.model.machine import MachineKind, MachineStates
from wirelab.report.quantities import percent


def machine_words(machine: Mapping[str, MachineStates]) -> Iterator[str]:
    """Say how fast the machine was on each platform, and of which state the times are."""
    kept = [platform for platform, states in machine.items() if states.kind is MachineKind.ONE]
    if kept:
        yield f"The machine kept one speed on {' and '.join(kept)}."
    for platform, states in machine.items():
        if states.kind is MachineKind.LEVELS:
            yield f"{_levels(platform, states)} Times are of the fast state alone."
        elif states.kind is MachineKind.SLIDING:
            drift = f"drifted without settling at any level (SD {percent(states.spread)})"
            yield f"On {platform} the machine's speed {drift}: times there are as measured, at whatever speed it had."


def _levels(platform: str, states: MachineStates) -> str:
    fast, *others = zip(states.levels_ns, states.shares, strict=True)
    says = f"On {platform} the machine was in its fast state for {percent(fast[1])} of the canaries"
    slower = [f"{percent(share)} took {level / fast[0]:.2f} times as long" for level, share in others]
    return f"{says}; {' and '.join(slower)}." if slower else f"{says}, and slower by varying amounts otherwise."
