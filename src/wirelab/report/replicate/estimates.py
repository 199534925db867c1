"""Estimates of a study and of its replication for each cell, as numbers that can be drawn side by side. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite, sqrt

from wirelab.claims.own_figures import levels_of
from wirelab.claims.selection import averaged, place
from wirelab.claims.verdict import Place
from wirelab.model.figure import FactorName, Figure, Quantity
from wirelab.report.replicate.replication import Replication

_LEVEL = 0.95
_SOUND = "the lab's method"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A time or size of one cell, by one source."""

    source: str  # `as published`, `their method here`, `the lab's method`
    quantity: Quantity  # ns or bytes
    at: Place  # the cell's levels
    value: float  # a mean of times (geometric by the lab's method), or the size
    low: float | None = None  # lower limit of an interval, or None
    high: float | None = None  # upper limit, or None


def estimates(found: Replication) -> tuple[Estimate, ...]:
    """The printed numbers of codecs that were measured here, the authors' method here, and the lab's."""
    ours = tuple(_of_sound(found))
    theirs = tuple(_of_figures("their method here", found.published.figures)) if found.published else ()
    codecs = {dict(one.at).get(FactorName.CODEC) for one in (*ours, *theirs)}
    printed = _of_figures("as published", found.printed.figures)
    return (*(one for one in printed if dict(one.at).get(FactorName.CODEC) in codecs), *theirs, *ours)


def replicates(figures: Sequence[Figure]) -> Counter[Place]:
    """How many times each cell has, where they are of single replicates."""
    single = (one for one in figures if one.quantity is Quantity.TIME and FactorName.REPLICATE in one.levels)
    return Counter(place(one.levels, {FactorName.REPLICATE}) for one in single)


def _of_figures(source: str, figures: Sequence[Figure]) -> Iterator[Estimate]:
    """Means of replicates with Student's interval, where there are some; else figures as they are."""
    counts = replicates(figures)
    means = averaged(figures)
    spreads = {place(one.levels): one.value for one in means if one.quantity is Quantity.DEVIATION}
    for one in means:
        at = place(one.levels)
        if one.quantity is Quantity.TIME and (n := counts[at]) > 1 and at in spreads:
            half = _student(n) * spreads[at] / sqrt(n)
            yield Estimate(source, one.quantity, at, one.value, one.value - half, one.value + half)
        elif one.quantity in (Quantity.TIME, Quantity.SIZE):
            yield Estimate(source, one.quantity, at, one.value)


def _of_sound(found: Replication) -> Iterator[Estimate]:
    sized = set()
    for cell in found.sound.results.findings.cells if found.sound else ():
        levels = levels_of(cell.cell)
        if cell.time_ns is not None and not cell.cell.twin:
            interval = cell.time_ns
            ends = (interval.low, interval.high) if isfinite(interval.high) else ()  # one process has none
            yield Estimate(_SOUND, Quantity.TIME, place(levels), interval.estimate, *ends)
        at = place(levels, {FactorName.OPERATION})
        if cell.encoded_bytes is not None and at not in sized:
            sized.add(at)
            yield Estimate(_SOUND, Quantity.SIZE, at, float(cell.encoded_bytes))


def _student(n: int) -> float:
    from scipy.special import stdtrit  # takes a while to load: only for reports with replicates

    return float(stdtrit(n - 1, (1 + _LEVEL) / 2))
