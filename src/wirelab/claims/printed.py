"""Claims held against the numbers that their own study printed. Pure.

A claim is tried wherever there are figures for it; a difference counts as it is printed, however small.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import log
from typing import Any

from wirelab.claims.factorial import factorial_trials
from wirelab.claims.selecting import averaged, by_place, constant, levels_text, pairs, place, selected, size_number
from wirelab.claims.verdict import Judged, Place, Trial
from wirelab.model.errors import DesignError
from wirelab.model.figure import FactorName, Figure, Quantity
from wirelab.study.claims import (
    Assumption,
    Cells,
    Claim,
    Compared,
    Contrast,
    Crossing,
    Effect,
    Equivalence,
    Exponent,
    Extreme,
    FirstRuns,
    Gap,
    Growth,
    Letters,
    Ordering,
    Relation,
    Replay,
    Spread,
    Sum,
    Unmeasured,
    Value,
)

Figures = Sequence[Figure]
Series = Sequence[tuple[Figure, float]]
_SIZE = {FactorName.SIZE}


def judge(claims: Sequence[Claim], figures: Figures, alpha: float) -> tuple[Judged, ...]:
    """Each claim with its verdict by the figures.

    Args:
        claims: of one study.
        figures: all that it published.
        alpha: of tests.
    """
    return tuple(_judged(claim, figures, averaged(figures), alpha) for claim in claims)


def _judged(claim: Claim, figures: Figures, means: Figures, alpha: float) -> Judged:
    match claim:
        case Unmeasured():
            return Judged(claim, (), claim.contradicted_by or claim.why, bool(claim.contradicted_by))
        case Replay():
            return Judged(claim, (), "the study prints nothing of it")
        case Letters() | Effect() | Assumption():
            try:
                trials = tuple(factorial_trials(claim, figures, alpha))
            except DesignError as error:
                return Judged(claim, (), error.what)
        case FirstRuns():
            trials = tuple(_first_runs(claim, figures))
        case _:
            trials = tuple(_TRIALS[type(claim)](claim, means))
    return Judged(claim, trials, "" if trials else "the study prints no figures of it")


def _differing(*selectors: Cells) -> frozenset[FactorName]:
    return frozenset(name for cells in selectors for name in cells.named)


def _compared(claim: Compared, figures: Figures, *more: Cells) -> list[tuple[Figure, Figure]]:
    """Each figure of `of`, and that of `to` at the same place."""
    own = selected(figures, claim.quantity, claim.where, claim.of, *more)
    other = selected(figures, claim.to_quantity or claim.quantity, claim.where, claim.to, *more)
    return list(pairs(own, other, _differing(claim.of, claim.to)))


def _relation(claim: Relation, figures: Figures) -> Iterator[Trial]:
    for one, other in _compared(claim, figures):
        yield Trial(_at(claim, one), _times(claim, one, other), claim.met_by(one.value / other.value))


def _equivalence(claim: Equivalence, figures: Figures) -> Iterator[Trial]:
    for one, other in _compared(claim, figures):
        near = 1 / (1 + claim.tolerance) <= one.value / other.value <= 1 + claim.tolerance
        yield Trial(_at(claim, one), _times(claim, one, other), near)


def _contrast(claim: Contrast, figures: Figures) -> Iterator[Trial]:
    differing = _differing(claim.here, claim.there)
    there = {
        (place(one.levels, differing), place(other.levels, differing)): one.value / other.value
        for one, other in _compared(claim, figures, claim.there)
    }
    for one, other in _compared(claim, figures, claim.here):
        ratio, key = one.value / other.value, (place(one.levels, differing), place(other.levels, differing))
        if key in there:
            found = f"{_times(claim, one, other)} against {there[key]:.3g}×"
            yield Trial(place(one.levels), found, claim.met_by(ratio / there[key]))


def _at(claim: Compared, one: Figure) -> Place:
    """Where two were compared, without the factors that tell them apart, unless `of` has several levels of them."""
    return place(one.levels, _differing(claim.of, claim.to) - _several(claim.of))


def _times(claim: Compared, one: Figure, other: Figure) -> str:
    """Their ratio, and of which of `to`, where there are several."""
    several = _several(claim.to)
    which = ", ".join(level for name, level in place(other.levels) if name in several)
    return f"{one.value / other.value:.3g}×" + (f" of {which}" if which else "")


def _several(cells: Cells) -> frozenset[FactorName]:
    return frozenset(name for name, levels in cells.named.items() if len(levels) > 1)


def _ordering(claim: Ordering, figures: Figures) -> Iterator[Trial]:
    for at, own in by_place(selected(figures, claim.quantity, claim.where), {claim.factor}).items():
        values = {figure.levels.get(claim.factor, ""): figure.value for figure in own}
        for lower, upper in pairwise(level for level in claim.order if level in values):
            found = f"{lower} {values[lower]:.4g}, {upper} {values[upper]:.4g}"
            yield Trial(at, found, values[lower] < values[upper])


def _extreme(claim: Extreme, figures: Figures) -> Iterator[Trial]:
    pick: Callable[..., Figure] = min if claim.extreme == "least" else max
    everything = selected(figures, claim.quantity, claim.where)
    for at, own in by_place(everything, _differing(claim.of)).items():
        named = selected(own, claim.quantity, claim.of)
        if named and len(own) > len(named):
            found = pick(own, key=lambda figure: figure.value)
            yield Trial(at, f"{levels_text(place(found.levels), constant(own))}: {_amount(found)}", found in named)


def _value(claim: Value, figures: Figures) -> Iterator[Trial]:
    for figure in selected(figures, claim.quantity, claim.where, claim.of):
        yield Trial(place(figure.levels, _differing(claim.of)), _amount(figure), claim.met_by(figure.value))


def _growth(claim: Growth, figures: Figures) -> Iterator[Trial]:
    series = [(figure, figure.value) for figure in selected(figures, claim.quantity, claim.where, claim.of)]
    yield from _steps(series, frozenset(), claim.direction)


def _gap(claim: Gap, figures: Figures) -> Iterator[Trial]:
    series = [
        (one, one.value / other.value if claim.compared == "ratio" else one.value - other.value)
        for one, other in _compared(claim, figures)
    ]
    yield from _steps(series, _differing(claim.of, claim.to) - _SIZE, claim.direction)


def _steps(series: Series, without: frozenset[FactorName], direction: str) -> Iterator[Trial]:
    """From each size to the next."""
    for at, course in _by_size(series, without).items():
        for (size, value), (next_size, next_value) in pairwise(course):
            found = f"{size} to {next_size}: {value:.4g} to {next_value:.4g}"
            yield Trial(at, found, (next_value > value) == (direction == "rises"))


def _exponent(claim: Exponent, figures: Figures) -> Iterator[Trial]:
    series = [(figure, figure.value) for figure in selected(figures, claim.quantity, claim.where, claim.of)]
    for at, course in _by_size(series, frozenset()).items():
        points = [(log(number), log(value)) for size, value in course if (number := size_number(size)) and value]
        if len(points) > 2:
            slope = _slope(points)
            yield Trial(at, f"{slope:.2f}", claim.met_by(slope))


def _crossing(claim: Crossing, figures: Figures) -> Iterator[Trial]:
    series = [(one, one.value / other.value) for one, other in _compared(claim, figures)]
    for at, course in _by_size(series, _differing(claim.of, claim.to)).items():
        sizes = [size for size, _ in course]
        if set(claim.between) <= set(sizes):
            first, second = sizes.index(claim.between[0]), sizes.index(claim.between[1])
            above = [ratio > 1 for _, ratio in course]
            found = ", ".join(f"{size}: {ratio:.3g}×" for size, ratio in course)
            yield Trial(at, found, all(above[: first + 1]) and not any(above[second:]))


def _sum(claim: Sum, figures: Figures) -> Iterator[Trial]:
    differing = _differing(claim.whole, *claim.parts)
    parts = [by_place(selected(figures, claim.quantity, claim.where, each), differing) for each in claim.parts]
    for whole in selected(figures, claim.quantity, claim.where, claim.whole):
        at = place(whole.levels, differing)
        found = [each.get(at, []) for each in parts]
        if whole.value and all(len(each) == 1 for each in found):
            share = sum(each[0].value for each in found) / whole.value
            yield Trial(at, f"{share:.3g} of the whole", claim.met_by(share))


def _spread(claim: Spread, figures: Figures) -> Iterator[Trial]:
    means = {place(figure.levels): figure for figure in selected(figures, Quantity.TIME, claim.where, claim.of)}
    for deviation in selected(figures, Quantity.DEVIATION, claim.where, claim.of):
        mean = means.get(place(deviation.levels))
        if mean is not None and mean.value:
            share = deviation.value / mean.value
            yield Trial(place(deviation.levels), f"{share:.0%} of the mean", claim.met_by(share))


def _first_runs(claim: FirstRuns, figures: Figures) -> Iterator[Trial]:
    own = [one for one in selected(figures, Quantity.TIME, claim.where, claim.of) if FactorName.REPLICATE in one.levels]
    for at, runs in by_place(own, {FactorName.REPLICATE}).items():
        ordered = [one.value for one in sorted(runs, key=lambda one: int(one.levels[FactorName.REPLICATE]))]
        first, later = ordered[: claim.runs], ordered[claim.runs :]
        if sum(later):
            ratio = (sum(first) / len(first)) / (sum(later) / len(later))
            yield Trial(at, f"{ratio:.3g}×", claim.met_by(ratio))


def _by_size(series: Series, without: frozenset[FactorName]) -> dict[Place, list[tuple[str, float]]]:
    """Values at each place by size, the smallest first; of sizes whose labels begin with a number."""
    courses: dict[Place, list[tuple[str, float]]] = {}
    for figure, value in series:
        size = figure.levels.get(FactorName.SIZE, "")
        if size_number(size) is not None:
            courses.setdefault(place(figure.levels, without | _SIZE), []).append((size, value))
    return {at: sorted(course, key=lambda point: size_number(point[0]) or 0) for at, course in courses.items()}


def _slope(points: Sequence[tuple[float, float]]) -> float:
    """By least squares."""
    centre = sum(x for x, _ in points) / len(points)
    return sum((x - centre) * y for x, y in points) / sum((x - centre) ** 2 for x, _ in points)


def _amount(figure: Figure) -> str:
    if figure.quantity not in (Quantity.TIME, Quantity.DEVIATION):
        return f"{figure.value:,.0f} B"
    return f"{figure.value / 1e6:,.4g} ms" if figure.value >= 1e6 else f"{figure.value / 1e3:.4g} µs"


_TRIALS: dict[type, Callable[[Any, Figures], Iterator[Trial]]] = {
    Relation: _relation,
    Equivalence: _equivalence,
    Contrast: _contrast,
    Ordering: _ordering,
    Extreme: _extreme,
    Value: _value,
    Growth: _growth,
    Gap: _gap,
    Exponent: _exponent,
    Crossing: _crossing,
    Sum: _sum,
    Spread: _spread,
}
