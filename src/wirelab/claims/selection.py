"""The figures that a claim is about, by their levels, and as ratios to a reference. Pure."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import fmean, geometric_mean, stdev

from wirelab.claims.verdict import Place
from wirelab.model.figure import FactorName, Figure, Quantity
from wirelab.model.groups import gathered
from wirelab.study.claim_base import Cells

Levels = Mapping[FactorName, str]
_FACTORS = tuple(FactorName)


def selected(figures: Sequence[Figure], quantity: Quantity, *selectors: Cells) -> list[Figure]:
    """The figures of that quantity that all selectors select; one that lacks a named factor is not selected."""
    named = [pair for cells in selectors for pair in cells.named.items()]
    return [
        figure
        for figure in figures
        if figure.quantity is quantity and all(figure.levels.get(name) in levels for name, levels in named)
    ]


def place(levels: Levels, without: Collection[FactorName] = ()) -> Place:
    """Levels as a key: those of the factors that are not left out, in the factors' order."""
    return tuple((name, levels[name]) for name in _FACTORS if name in levels and name not in without)


def levels_text(at: Place, without: Collection[FactorName] = ()) -> str:
    """A place for people: its levels, in the order of factors."""
    return ", ".join(level for name, level in at if name not in without)


def constant(figures: Sequence[Figure]) -> frozenset[FactorName]:
    """The factors that have one level in all of them, or none."""
    return frozenset(name for name in _FACTORS if len({figure.levels.get(name) for figure in figures}) == 1)


def by_place(figures: Sequence[Figure], without: Collection[FactorName]) -> dict[Place, list[Figure]]:
    """Figures at each place, where the levels of the factors left out do not distinguish places."""
    return gathered((place(figure.levels, without), figure) for figure in figures)


def pairs(
    of: Sequence[Figure], to: Sequence[Figure], differing: Collection[FactorName]
) -> Iterator[tuple[Figure, Figure]]:
    """Each of `of` with each of `to` at the same place, but for the factors that distinguish them; none of value 0."""
    partners = by_place(to, differing)
    for figure in of:
        for other in partners.get(place(figure.levels, differing), ()):
            if other is not figure and other.value:
                yield figure, other


_THOUSANDS = {"k": 1e3, "M": 1e6, "G": 1e9}


def size_number(label: str) -> float | None:
    """The number that a size's label states: 1000 of `1000`, 64,000 of `64k`; None if it states none."""
    factor = _THOUSANDS.get(label[-1:], 1.0)
    digits = label if factor == 1 else label[:-1]
    return float(digits) * factor if digits.replace(".", "", 1).isdecimal() else None


def averaged(figures: Sequence[Figure], *, geometric: bool = False) -> list[Figure]:
    """Replicates as their mean and, of times, their standard deviation; other figures as they are.

    `geometric` means are of logarithms, as an analysis on that scale compares them.
    """
    single = [figure for figure in figures if FactorName.REPLICATE not in figure.levels]
    replicated = (figure for figure in figures if FactorName.REPLICATE in figure.levels)
    groups = gathered(((one.quantity, place(one.levels, {FactorName.REPLICATE})), one) for one in replicated)
    for (quantity, at), group in groups.items():
        values = [figure.value for figure in group]
        centre = fmean(values) if not geometric else geometric_mean(values) if all(values) else 0.0
        mean = replace(group[0], levels=dict(at), value=centre)
        single.append(mean)
        if quantity is Quantity.TIME and len(values) > 1:
            single.append(replace(mean, quantity=Quantity.DEVIATION, value=stdev(values)))
    return single


Key = tuple[Quantity, Place]


def ratios_to(reference: str, figures: Sequence[Figure], constant: Collection[FactorName]) -> dict[Key, float]:
    """Each time and size over that of the reference at the same place; replicates by their means.

    `constant` factors have one level in the study, which some sources state and others do not.
    """
    found: dict[Key, float] = {}
    means = [one for one in averaged(figures) if one.quantity in (Quantity.TIME, Quantity.SIZE)]
    for quantity in (Quantity.TIME, Quantity.SIZE):
        own = [one for one in means if one.quantity is quantity]
        for same in by_place(own, {FactorName.CODEC, *constant}).values():
            base = next((one.value for one in same if one.levels.get(FactorName.CODEC) == reference), 0.0)
            for one in same if base else ():
                if one.levels.get(FactorName.CODEC) != reference:
                    found[quantity, place(one.levels, constant)] = one.value / base
    return found
