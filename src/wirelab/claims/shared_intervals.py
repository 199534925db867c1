"""One interval per ratio of two times, even if several claims, or a claim and a table, are about it. Pure.

Claims of the same two cells ask different questions about their ratio, so they may be decided at different looks. All
intervals of a study, at all looks, hold together (`wirelab.claims.sound`), so their intersection does, too; and since
it is within each of them, no verdict contradicts it.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from math import inf

from wirelab.claims.rulings import Ruled, Ruling, Standing
from wirelab.claims.selection import Key, place
from wirelab.claims.verdict import Place
from wirelab.model.figure import FactorName, Quantity
from wirelab.model.findings.finding import Interval
from wirelab.model.groups import gathered
from wirelab.study.claims import Letters

_Pair = tuple[Place, Place]


def agreeing(ruled: Sequence[Ruled]) -> tuple[Ruled, ...]:
    """The same rulings, with one interval wherever they are about the same two cells."""
    shared = _shared(ruled)
    return tuple(
        replace(
            one,
            rulings=tuple(_with(each, shared, by_limits=not isinstance(one.claim, Letters)) for each in one.rulings),
        )
        for one in ruled
    )


def ratios_as_claims(
    ratios: Mapping[Key, Interval], ruled: Sequence[Ruled], reference: str, constant: Collection[FactorName]
) -> dict[Key, Interval]:
    """Ratios to a reference, with the intervals of claims where these are of the same two cells.

    `ratios` are by the place of the cell without `constant` factors, which have one level in the study.
    """
    found = dict(ratios)
    for (one, other), interval in _shared(ruled).items():
        same = place(dict(one), {FactorName.CODEC}) == place(dict(other), {FactorName.CODEC})
        if same and dict(other)[FactorName.CODEC] == reference:
            found[Quantity.TIME, place(dict(one), constant)] = interval
    return found


def _shared(ruled: Sequence[Ruled]) -> dict[_Pair, Interval]:
    """The intersection of all intervals of the ratio of two cells, and of the ratio the other way round."""
    known = ((each.pair, each.interval) for one in ruled for each in one.rulings)
    ordered = (
        (pair, interval) if pair <= pair[::-1] else (pair[::-1], interval.inverse)
        for pair, interval in known
        if pair is not None and interval is not None
    )
    found: dict[_Pair, Interval] = {}
    for pair, intervals in gathered(ordered).items():
        found[pair] = _common(intervals)
        found[pair[::-1]] = found[pair].inverse
    return found


def _with(ruling: Ruling, shared: Mapping[_Pair, Interval], *, by_limits: bool) -> Ruling:
    """The ruling with the shared interval; an open one is decided if that is entirely within or outside its limits."""
    if ruling.pair is None or ruling.interval is None:
        return ruling
    interval = shared[ruling.pair]
    if ruling.standing is not Standing.UNRESOLVED or not by_limits:
        return replace(ruling, interval=interval)
    low, high = -inf if ruling.low is None else ruling.low, inf if ruling.high is None else ruling.high
    if low <= interval.low and interval.high <= high:
        return replace(ruling, interval=interval, standing=Standing.REPLICATED, decided=True)
    if interval.high < low or interval.low > high:
        return replace(ruling, interval=interval, standing=Standing.CONTRADICTED, decided=True)
    return replace(ruling, interval=interval)


def _common(intervals: Sequence[Interval]) -> Interval:
    latest = max(intervals, key=lambda each: each.processes)
    low, high = max(each.low for each in intervals), min(each.high for each in intervals)
    if low > high:  # they do not hold together, which may happen in a share alpha of studies: the latest counts
        return latest
    return replace(latest, estimate=min(max(latest.estimate, low), high), low=low, high=high)
