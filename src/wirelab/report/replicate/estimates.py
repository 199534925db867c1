"""Estimates of a study and of its replication for each cell, as numbers that can be drawn side by side. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite, sqrt

from wirelab.claims.own_figures import levels_of
from wirelab.claims.selection import averaged, place
from wirelab.claims.verdict import Place
from wirelab.model.figure import FactorName, Figure, Quantity
from wirelab.report.replicate.replication import Replication

_LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A time or size of one cell."""

    quantity: Quantity  # ns or bytes
    at: Place  # the cell's levels
    value: float  # a mean of times (geometric by the lab's method), or the size
    low: float | None = None  # lower limit of an interval, or None
    high: float | None = None  # upper limit, or None


@dataclass(frozen=True, slots=True)
class Source:
    """All estimates of one source."""

    name: str  # `as published`, `their method here`, `the lab's method`
    estimates: tuple[Estimate, ...]  # of cells that the study has


def sources(found: Replication) -> tuple[Source, ...]:
    """The printed numbers, the authors' method here, and the lab's; only sources with estimates."""
    ours = tuple(_of_sound(found))
    theirs = tuple(_of_figures(found.published.figures)) if found.published else ()
    codecs = {dict(one.at).get(FactorName.CODEC) for one in (*ours, *theirs)}
    printed = (one for one in _of_figures(found.printed.figures) if dict(one.at).get(FactorName.CODEC) in codecs)
    named = (("as published", tuple(printed)), ("their method here", theirs), ("the lab's method", ours))
    return tuple(Source(name, own) for name, own in named if own)


def _of_figures(figures: Sequence[Figure]) -> Iterator[Estimate]:
    """Means of replicates with Student's interval, where there are some; else figures as they are."""
    counts: dict[Place, int] = {}
    for one in figures:
        if one.quantity is Quantity.TIME and FactorName.REPLICATE in one.levels:
            at = place(one.levels, {FactorName.REPLICATE})
            counts[at] = counts.get(at, 0) + 1
    means = averaged(figures)
    spreads = {place(one.levels): one.value for one in means if one.quantity is Quantity.DEVIATION}
    for one in means:
        at = place(one.levels)
        if one.quantity is Quantity.TIME and (n := counts.get(at, 0)) > 1 and at in spreads:
            half = _student(n) * spreads[at] / sqrt(n)
            yield Estimate(one.quantity, at, one.value, one.value - half, one.value + half)
        elif one.quantity in (Quantity.TIME, Quantity.SIZE):
            yield Estimate(one.quantity, at, one.value)


def _of_sound(found: Replication) -> Iterator[Estimate]:
    sized = set()
    for cell in found.sound.results.findings.cells if found.sound else ():
        levels = levels_of(cell.cell)
        if cell.time_ns is not None and not cell.cell.twin:
            interval = cell.time_ns
            ends = (interval.low, interval.high) if isfinite(interval.high) else ()  # one process has none
            yield Estimate(Quantity.TIME, place(levels), interval.estimate, *ends)
        at = place(levels, {FactorName.OPERATION})
        if cell.encoded_bytes is not None and at not in sized:
            sized.add(at)
            yield Estimate(Quantity.SIZE, at, float(cell.encoded_bytes))


def _student(n: int) -> float:
    from scipy.special import stdtrit  # takes a while to load: only for reports with replicates

    return float(stdtrit(n - 1, (1 + _LEVEL) / 2))
