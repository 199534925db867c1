"""Sentences on the machine's speed during a run. Pure."""

from collections.abc import Iterator, Mapping, Sequence

from wirelab.model.finding import CellFinding
from wirelab.model.machine import TOLD_NS, MachineKind, MachineStates, SlowRatio
from wirelab.report.quantities import percent, ratio_with_interval, together
from wirelab.report.wording import cell_words, subject_words


def slow_words(ratios: Sequence[SlowRatio]) -> Iterator[str]:
    """Name each ratio that another state of the machine changes; say so where none does."""
    for each in ratios:
        if each.differs:
            slow, fast = (together(ratio_with_interval(interval)) for interval in (each.slow, each.fast))
            cell, against = cell_words(each.comparison.cell), subject_words(each.comparison.against)
            yield f"{cell}, takes {slow} the time of {against} while the machine is slow, and {fast} in its fast state."
    if ratios and not any(each.differs for each in ratios):
        which = {1: "The one ratio", 2: "Neither of the 2 ratios"}.get(len(ratios), f"None of the {len(ratios)} ratios")
        differs = "was not shown to differ" if len(ratios) == 1 else "was shown to differ"
        yield f"{which} that could be measured in the machine's slower state {differs} from that of the fast state."


def machine_words(machine: Mapping[str, MachineStates], cells: Sequence[CellFinding] = ()) -> Iterator[str]:
    """Say how fast the machine was on each platform, and of which state the times of `cells` are."""
    too_long = {each.cell.platform for each in cells if any(ns > TOLD_NS for ns in each.process_times_ns)}
    kept = [platform for platform, states in machine.items() if states.kind is MachineKind.ONE]
    if kept:
        yield f"The machine kept one speed on {' and '.join(kept)}."
    for platform, states in machine.items():
        if states.kind is MachineKind.LEVELS:
            but = ", but for calls of more than a second, which canaries do not tell" if platform in too_long else ""
            yield f"{_levels(platform, states)} Times are of the fast state alone{but}."
        elif states.kind is MachineKind.SLIDING:
            drift = f"drifted without settling at any level (SD {percent(states.spread)})"
            yield f"On {platform} the machine's speed {drift}: times there are as measured, at whatever speed it had."


def _levels(platform: str, states: MachineStates) -> str:
    fast, *others = zip(states.levels_ns, states.shares, strict=True)
    says = f"On {platform} the machine was in its fast state for {percent(fast[1])} of the canaries"
    slower = [f"{percent(share)} took {level / fast[0]:.2f} times as long" for level, share in others]
    return f"{says}; {' and '.join(slower)}." if slower else f"{says}, and slower by varying amounts otherwise."
