"""The numbers of a claim round by round: the question about each, and its values. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import exp, fsum, log

from wirelab.analysis.decide.decision import Asked, Scale
from wirelab.claims.selection import by_place, place, selected
from wirelab.claims.trials import trials
from wirelab.claims.verdict import Place, Reading
from wirelab.model.figure import FactorName, Figure, Quantity
from wirelab.model.groups import gathered
from wirelab.study.claims import Claim, Letters, Spread

_REPLICATE = {FactorName.REPLICATE}


@dataclass(frozen=True, slots=True, eq=False)
class Series:
    """A number of a claim in each round."""

    at: Place  # the levels where it is tried
    reading: Reading  # the number in the design, of any value
    values: dict[int, float] = field(default_factory=dict)  # by round

    @property
    def of(self) -> tuple[Place, ...]:
        """The places of the times from which it is calculated; without sizes, which are the same in every round."""
        return tuple(place(one.levels) for one in self.reading.of if one.quantity is Quantity.TIME)

    @property
    def key(self) -> object:
        """The same in all rounds; a design and a round have their figures in different orders.

        A claim may compare one size with several at one place, so sizes are part of it.
        """
        of = frozenset((one.quantity, place(one.levels)) for one in self.reading.of)
        return self.at, of, self.reading.low, self.reading.high

    @property
    def asked(self) -> Asked:
        """The question about it for the sequential rule."""
        values, (limits, scale) = tuple(sorted(self.values.items())), (self.reading.limits, self.reading.scale)
        if scale is not Scale.NUMBER:
            values = tuple((number, log(value)) for number, value in values)
        return Asked(values, limits if self.reading.apart is None else (1.0, 1.0), limits, scale)

    @property
    def pair(self) -> tuple[Place, Place] | None:
        """The two places, if it is the time of one over that of the other."""
        match self.of:
            case one, other if self.reading.scale is Scale.RATIO and len(self.reading.of) == 2 and one != other:
                return one, other
            case _:
                return None


Rounds = Mapping[int, Sequence[Figure]]
"""Figures by round, without their replicates; sizes, which have none, in each."""


def by_rounds(figures: Sequence[Figure]) -> Rounds:
    """Figures by round, from those whose replicate is a round and from sizes, which have none."""
    sizes = [one for one in figures if FactorName.REPLICATE not in one.levels]
    rounds: dict[int, list[Figure]] = {}
    for one in figures:
        if FactorName.REPLICATE in one.levels:
            at = dict(place(one.levels, _REPLICATE))
            rounds.setdefault(int(one.levels[FactorName.REPLICATE]), []).append(replace(one, levels=at))
    return {number: [*own, *sizes] for number, own in sorted(rounds.items())}


def series_of(claim: Claim, planned: Sequence[Figure], rounds: Rounds, band: float) -> tuple[Series, ...]:
    """All numbers of a claim in the design, measured or not; none for kinds that are based on a test.

    `planned` has a figure of any value for each that the design gives, without replicates. A number for which some
    figures are missing in a round has no value there. Ratios up to 1 + `band` count as equal.
    """
    found = {one.key: one for one in _numbers(claim, planned, band)}
    for number, figures in rounds.items():
        for one in _numbers(claim, figures, band):
            if (known := found.get(one.key)) is not None:
                known.values[number] = one.reading.value
    return tuple(found.values())


def _numbers(claim: Claim, figures: Sequence[Figure], band: float) -> Iterator[Series]:
    match claim:
        case Letters():
            yield from _letters(claim, figures, band)
        case Spread():
            for one in selected(figures, Quantity.TIME, claim.where, claim.of):
                yield Series(place(one.levels), Reading(one.value, *claim.limits, (one,), Scale.SPREAD))
        case _:
            yield from (Series(tried.at, each) for tried in trials(claim, figures) for each in tried.readings)


def _letters(claim: Letters, figures: Sequence[Figure], band: float) -> Iterator[Series]:
    """The ratio of two levels, or combinations of levels: the geometric mean over all places that have both."""
    own = selected(figures, Quantity.TIME, claim.where)
    for at, here in by_place(own, frozenset(FactorName) - {FactorName.OPERATION}).items():
        of_levels = gathered((tuple(one.levels.get(name) for name in claim.factors), one) for one in here)
        first, second = (by_place(of_levels.get(levels, ()), claim.factors) for levels in claim.levels)
        both = [(first[each][0], second[each][0]) for each in first if each in second]
        if both:
            ratio = exp(fsum(log(one.value / other.value) for one, other in both) / len(both))
            of = tuple(one for pair in both for one in pair)
            yield Series(at, Reading(ratio, 1 / (1 + band), 1 + band, of, apart=not claim.shared))
