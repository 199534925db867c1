"""The numbers of a claim round by round: the question about each, and its values. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import exp, fsum, inf, log

from wirelab.analysis.decide.decision import Asked, Scale
from wirelab.claims.selection import by_place, place, selected
from wirelab.claims.trials import trials
from wirelab.claims.verdict import Place
from wirelab.model.figure import FactorName, Figure, Quantity
from wirelab.study.claim_base import Cells
from wirelab.study.claims import Claim, Letters, Spread

_REPLICATE = {FactorName.REPLICATE}


@dataclass(frozen=True, slots=True, eq=False)
class Series:
    """A number of a claim in each round."""

    at: Place  # the levels where it is tried
    of: tuple[Place, ...]
    """The places of the times from which it is calculated; without sizes, which are the same in every round."""
    low: float | None  # its lower limit, or None
    high: float | None  # its upper limit, or None
    scale: Scale = Scale.RATIO  # how it scatters
    apart: bool | None = None
    """True: the claim is that it is not 1; False: that it is 1, within the limits; None: that it is within limits."""
    sizes: frozenset[tuple[Quantity, Place]] = frozenset()
    """The sizes from which it is calculated, and their places; a claim may compare one with several at one place."""
    values: dict[int, float] = field(default_factory=dict)  # by round

    @property
    def asked(self) -> Asked:
        """The question about it for the sequential rule."""
        values = tuple(sorted(self.values.items()))
        if self.scale is not Scale.NUMBER:
            values = tuple((number, log(value)) for number, value in values)
        return Asked(values, self.limits if self.apart is None else (1.0, 1.0), self.limits, self.scale)

    @property
    def pair(self) -> tuple[Place, Place] | None:
        """The two places, if it is the time of one over that of the other."""
        match self.of:
            case one, other if self.scale is Scale.RATIO and not self.sizes and one != other:
                return one, other
            case _:
                return None

    @property
    def limits(self) -> tuple[float, float]:
        """The limits between which the claim says it is."""
        return -inf if self.low is None else self.low, inf if self.high is None else self.high


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
    found = {_key(one): one for one, _ in _numbers(claim, planned, band)}
    for number, figures in rounds.items():
        for one, value in _numbers(claim, figures, band):
            known = found.get(_key(one))
            if known is not None:
                known.values[number] = value
    return tuple(found.values())


def _key(one: Series) -> object:
    """The key of a number, the same in all rounds; a design and a round have their figures in different orders."""
    return one.at, frozenset(one.of), one.sizes, one.low, one.high


def _numbers(claim: Claim, figures: Sequence[Figure], band: float) -> Iterator[tuple[Series, float]]:
    match claim:
        case Letters():
            yield from _letters(claim, figures, band)
        case Spread():
            for one in selected(figures, Quantity.TIME, claim.where, claim.of):
                at = place(one.levels)
                yield Series(at, (at,), *claim.limits, Scale.SPREAD), one.value
        case _:
            for tried in trials(claim, figures):
                for reading in tried.readings:
                    places = [(one.quantity, place(one.levels)) for one in reading.of]
                    of = tuple(at for quantity, at in places if quantity is Quantity.TIME)
                    sizes = frozenset(each for each in places if each[0] is not Quantity.TIME)
                    yield Series(tried.at, of, reading.low, reading.high, reading.scale, sizes=sizes), reading.value


def _letters(claim: Letters, figures: Sequence[Figure], band: float) -> Iterator[tuple[Series, float]]:
    """The ratio of two levels, or combinations of levels: the geometric mean over all places that have both."""
    own = selected(figures, Quantity.TIME, claim.where)
    for at, here in by_place(own, frozenset(FactorName) - {FactorName.OPERATION}).items():
        first, second = (
            by_place(selected(here, Quantity.TIME, _cells(claim, levels)), claim.factors) for levels in claim.levels
        )
        both = [(first[each][0], second[each][0]) for each in first if each in second]
        if both:
            of = tuple(place(one.levels) for pair in both for one in pair)
            ratio = exp(fsum(log(one.value / other.value) for one, other in both) / len(both))
            yield Series(at, of, 1 / (1 + band), 1 + band, apart=not claim.shared), ratio


def _cells(claim: Letters, levels: Sequence[str]) -> Cells:
    return Cells.model_validate(dict(zip(map(str, claim.factors), ([level] for level in levels), strict=True)))
