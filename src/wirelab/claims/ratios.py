"""Figures as ratios to a reference: what tells the same on different machines. Pure."""

from collections.abc import Collection, Sequence

from wirelab.claims.selecting import averaged, by_place, place
from wirelab.claims.verdict import Place
from wirelab.model.figure import FactorName, Figure, Quantity

Key = tuple[Quantity, Place]


def ratios_to(reference: str, figures: Sequence[Figure], constant: Collection[FactorName]) -> dict[Key, float]:
    """Each time and size by that of the reference at the same place; replicates by their means.

    Args:
        reference: the codec that others are held against.
        figures: of one source.
        constant: factors that have one level in the study, which some sources tell and others do not.
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
