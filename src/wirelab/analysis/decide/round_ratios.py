"""Ratios of the processes of a round: they took turns, so the machine's speed cancels out of their ratio. Pure.

Processes of one group of a round live at the same time, and in each turn every one of them is timed once, a fraction of
a second apart. In the same turn, two of them ran on the same machine at the same speed.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from wirelab.model.cell import Cell, ModeKind
from wirelab.model.groups import gathered
from wirelab.model.measurement import ProcessSummary

_TELLING = 3
"""The first rounds, which show whether calls collect garbage: later rounds do not change the kind of a ratio."""
Logs = tuple[tuple[int, float], ...]
"""Rounds, ascending, and ln(ratio) in them."""


@dataclass(frozen=True, slots=True)
class RoundRatios:
    """ln(ratio) of two cells in the rounds that have both; if `sustained`, of mean times, collections included."""

    logs: Logs
    sustained: bool


def round_ratios(own: Iterable[ProcessSummary], other: Iterable[ProcessSummary]) -> RoundRatios:
    """The ratio of one cell's time to another's in each round that has both.

    Within a group of a round it is the median over turns of ln(own / other) *of the same turn*: the machine affects
    both in the same way. If one of the two collects garbage in its turns, a median of short turns would leave that out,
    or take a turn with a collection for all. The ratio is then *sustained*: it is of the mean time of a call, which
    does not depend on the length of a turn. A mean would follow the machine, too; so it is calculated from the median
    over turns without a collection and from the time that collections add to a call on average. If fewer than
    half of the turns are without one, the ratio is of means over all calls. Several groups of a round that have both
    count with the mean of their logarithms. Processes that measured alone are compared by the geometric means of their
    times in the round.
    """
    sides = _by_round(own), _by_round(other)
    shared = sorted(sides[0].keys() & sides[1].keys())
    sustained = any(_collects(each) for b in shared[:_TELLING] for side in sides for each in side[b])
    found = ((b, _log_ratio(sides[0][b], sides[1][b], sustained=sustained)) for b in shared)
    return RoundRatios(tuple((b, log) for b, log in found if log is not None), sustained)


def sustains(processes: Iterable[ProcessSummary]) -> bool:
    """Whether a cell's times are of a mean call, because it collects garbage in its turns."""
    by_round = _by_round(processes)
    return any(_collects(each) for b in sorted(by_round)[:_TELLING] for each in by_round[b])


def time_of(process: ProcessSummary, *, sustained: bool) -> float | None:
    """Time of one operation in a process: the mean, collections included, if `sustained`, else the median.

    None for one that does not count.
    """
    if process.loss is not None:
        return None
    if not sustained or process.group is None:
        return process.time_ns
    undisturbed = _undisturbed(process)
    if undisturbed is None:
        return process.mean_ns
    return median(process.turns_ns[at] for at in undisturbed) * (1 + process.collection_share)


def levelled_times(processes: Iterable[ProcessSummary]) -> dict[Cell, dict[int, float]]:
    """Each cell's time in ns by round, without the machine's effect on turns; cells without any are left out.

    The ratio of two such times is the ratio of the same turns: they serve where one time per round is needed instead of
    ratios of pairs. The machine's effect on a turn is the median, over the group, of the excess of the turn over other
    turns of its cell, collections aside. A group's times are on average its cells' own medians; further groups of a
    round are brought to the level of the first by the cells that they share.
    """
    counted = _counted(processes)
    by_cell = gathered((process.cell, process) for process in counted)
    sustained = {cell for cell, own in by_cell.items() if sustains(own)}
    found: dict[Cell, dict[int, float]] = {cell: {} for cell in by_cell}
    for b, own in sorted(_by_round(counted).items()):
        for cell, log in _levelled_round(own, sustained).items():
            found[cell][b] = math.exp(log)
    return {cell: own for cell, own in found.items() if own}


def turn_effects(group: Sequence[ProcessSummary]) -> list[float]:
    """How much longer ln(time) was in each turn of a group than in all, because the machine was slower.

    Processes whose calls take long have fewer turns, the first ones; the others, if there are two, show the machine in
    all. A single process does not show it: all are 0 then. Turns in which a process collected garbage do not show it
    either, unless that is most of them.
    """
    if len(group) < 2:
        return [0.0 for each in group for _ in each.turns_ns]
    turns = sorted(len(each.turns_ns) for each in group)[-2]
    beyond: list[list[float]] = [[] for _ in range(turns)]
    for each in (each for each in group if len(each.turns_ns) >= turns):
        logs, shown = _logs(each.turns_ns[:turns]), _undisturbed(each, shown=turns) or range(turns)
        centre = fmean(logs[at] for at in shown)
        for at in shown:
            beyond[at].append(logs[at] - centre)
    effects = [median(own) if own else 0.0 for own in beyond]
    centre = fmean(effects) if effects else 0.0
    return [effect - centre for effect in effects]


def grouped(processes: Iterable[ProcessSummary]) -> dict[tuple[int, int], list[ProcessSummary]]:
    """The processes that count and took turns with each other, by round and group."""
    return gathered(((each.round, each.group), each) for each in _counted(processes) if each.group is not None)


def _log_ratio(own: Sequence[ProcessSummary], other: Sequence[ProcessSummary], *, sustained: bool) -> float | None:
    """ln(ratio) in one round; None if the two took turns only with others."""
    partners = {each.group: each for each in other if each.group is not None}
    pairs = [(each, partners[each.group]) for each in own if each.group in partners]
    if pairs:
        return fmean(_in_turns(*pair, sustained=sustained) for pair in pairs)
    if all(each.group is not None for each in (*own, *other)):
        return None
    return _mean_log(own, sustained=sustained) - _mean_log(other, sustained=sustained)


def _in_turns(own: ProcessSummary, other: ProcessSummary, *, sustained: bool) -> float:
    if not sustained:
        return median(math.log(a / b) for a, b in zip(own.turns_ns, other.turns_ns, strict=False))
    undisturbed = _undisturbed(own, other)
    if undisturbed is not None:
        typical = median(math.log(own.turns_ns[at] / other.turns_ns[at]) for at in undisturbed)
        return typical + math.log1p(own.collection_share) - math.log1p(other.collection_share)
    if len(own.turns_ns) != len(other.turns_ns):  # calls of one take so long that it had fewer turns, the first ones
        shared = min(len(own.turns_ns), len(other.turns_ns))
        return math.log(fmean(own.turns_ns[:shared]) / fmean(other.turns_ns[:shared]))
    assert own.mean_ns is not None
    assert other.mean_ns is not None
    return math.log(own.mean_ns / other.mean_ns)


def _undisturbed(*processes: ProcessSummary, shown: int | None = None) -> list[int] | None:
    """The ones of the first `shown` turns in which no process collected garbage; None if they are less than half."""
    turns = min(len(each.turns_ns[:shown]) for each in processes)
    found = [
        at for at in range(turns) if not any(at < len(each.collected) and each.collected[at] for each in processes)
    ]
    return found if len(found) >= max(1, turns / 2) else None


def _mean_log(processes: Sequence[ProcessSummary], *, sustained: bool) -> float:
    return fmean(math.log(ns) for each in processes if (ns := time_of(each, sustained=sustained)) is not None)


def _levelled_round(processes: Sequence[ProcessSummary], sustained: set[Cell]) -> dict[Cell, float]:
    found: dict[Cell, list[float]] = {}
    for group in grouped(processes).values():
        logs = _levelled_group(group, sustained)
        shared = logs.keys() & found.keys()
        shift = fmean(fmean(found[cell]) - logs[cell] for cell in shared) if shared else 0.0
        for cell, log in logs.items():
            found.setdefault(cell, []).append(log + shift)
    for process in processes:
        if process.group is None:
            found.setdefault(process.cell, []).append(_mean_log([process], sustained=False))
    return {cell: fmean(own) for cell, own in found.items()}


def _levelled_group(group: Sequence[ProcessSummary], sustained: set[Cell]) -> dict[Cell, float]:
    """Times brought to the average of the cells' own medians."""
    effects = turn_effects(group)
    logs = [_logs(each.turns_ns) for each in group]
    levels = [median(log - effect for log, effect in zip(own, effects, strict=False)) for own in logs]
    usual = fmean(map(median, logs)) - fmean(levels)

    def level_of(each: ProcessSummary, own: Sequence[float], level: float) -> float:
        if each.cell not in sustained or each.mean_ns is None:
            return level + usual
        undisturbed = _undisturbed(each, shown=len(effects))
        if undisturbed is None:
            return math.log(each.mean_ns) - math.log(fmean(math.exp(effect - usual) for effect in effects[: len(own)]))
        typical = median(own[at] - effects[at] for at in undisturbed)
        return typical + math.log1p(each.collection_share) + usual

    return {each.cell: level_of(each, own, level) for each, own, level in zip(group, logs, levels, strict=True)}


def _by_round(processes: Iterable[ProcessSummary]) -> Mapping[int, list[ProcessSummary]]:
    return gathered((process.round, process) for process in _counted(processes))


def _counted(processes: Iterable[ProcessSummary]) -> list[ProcessSummary]:
    return [each for each in processes if each.loss is None and each.turns_ns]


def _collects(process: ProcessSummary) -> bool:
    return process.collects and process.group is not None and process.cell.mode is ModeKind.STEADY


def _logs(times_ns: Sequence[float]) -> list[float]:
    return [math.log(ns) for ns in times_ns]
