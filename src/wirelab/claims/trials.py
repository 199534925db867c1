"""Every kind of claim, tried wherever there are figures for it. Pure.

A difference counts as it is in the figures, however small.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import inf, log, nextafter
from statistics import StatisticsError, correlation, linear_regression
from typing import Any

from wirelab.analysis.decide.decision import Scale
from wirelab.claims.selection import by_place, constant, levels_text, pairs, place, selected, size_number
from wirelab.claims.verdict import Place, Reading, Trial
from wirelab.model.cell import Operation
from wirelab.model.figure import FactorName, Figure, Quantity
from wirelab.model.groups import gathered
from wirelab.study import claims as kinds
from wirelab.study.claim_base import Cells

BELOW_1, ABOVE_1 = nextafter(1.0, -inf), nextafter(1.0, inf)
ABOVE_0 = nextafter(0.0, inf)
Figures = Sequence[Figure]
_SIZE = {FactorName.SIZE}
_ENDS = (Operation.SERIALIZE, Operation.DESERIALIZE)
_Limits = tuple[float | None, float | None]
_RISES: _Limits = (ABOVE_1, None)
_FALLS: _Limits = (None, BELOW_1)


def trials(claim: kinds.Claim, figures: Figures) -> tuple[Trial, ...]:
    """The claim tried at every place for which there are figures; nothing for a kind that no plain number shows.

    Figures have no replicates, but for claims of first runs.
    """
    kind = _KINDS.get(type(claim))
    return () if kind is None else tuple(kind(claim, figures))


def _trial(at: Place, found: str, *readings: Reading) -> Trial:
    """It holds if all its readings are within their limits."""
    return Trial(at, found, all(reading.met for reading in readings), readings)


def _differing(*selectors: Cells) -> frozenset[FactorName]:
    return frozenset(name for cells in selectors for name in cells.named)


def _compared(claim: kinds.Compared, figures: Figures, *more: Cells) -> list[tuple[Figure, Figure]]:
    """Each figure of `of`, with the figure of `to` at the same place."""
    own = selected(figures, claim.quantity, claim.where, claim.of, *more)
    other = selected(figures, claim.to_quantity or claim.quantity, claim.where, claim.to, *more)
    return list(pairs(own, other, _differing(claim.of, claim.to)))


def _relation(claim: kinds.Relation, figures: Figures) -> Iterator[Trial]:
    for one, other in _compared(claim, figures):
        reading = Reading(one.value / other.value, *claim.limits, (one, other))
        yield _trial(_at(claim, one), _times(claim, one, other), reading)


def most_runs(claim: kinds.Relation, figures: Figures) -> Iterator[Trial]:
    """A relation claimed for most runs, tried run by run: the first of `of` with the first of `to`, and so on."""
    runs = [one for one in figures if FactorName.REPLICATE in one.levels]
    met: dict[Place, list[bool]] = {}
    for one, other in _compared(claim, runs):
        at = place(dict(_at(claim, one)), {FactorName.REPLICATE})
        met.setdefault(at, []).append(Reading(one.value / other.value, *claim.limits, (one, other)).met)
    for at, each in met.items():
        yield Trial(at, f"{sum(each)} of {len(each)} runs", 2 * sum(each) > len(each))


def _equivalence(claim: kinds.Equivalence, figures: Figures) -> Iterator[Trial]:
    for one, other in _compared(claim, figures):
        reading = Reading(one.value / other.value, 1 / (1 + claim.tolerance), 1 + claim.tolerance, (one, other))
        yield _trial(_at(claim, one), _times(claim, one, other), reading)


def _contrast(claim: kinds.Contrast, figures: Figures) -> Iterator[Trial]:
    differing = _differing(claim.here, claim.there)
    there: dict[tuple[Place, Place], list[tuple[Figure, Figure]]] = {}
    for one, other in _compared(claim, figures, claim.there):
        if one.value:
            there.setdefault((place(one.levels, differing), place(other.levels, differing)), []).append((one, other))
    several = _several(claim.there)
    for one, other in _compared(claim, figures, claim.here):
        key = place(one.levels, differing), place(other.levels, differing)
        for own_there, other_there in there.get(key, ()):
            ratio = own_there.value / other_there.value
            reading = Reading(one.value / other.value / ratio, *claim.limits, (one, other, own_there, other_there))
            at = ", ".join(level for name, level in place(own_there.levels) if name in several)
            where = f" at {at}" if at else ""
            yield _trial(place(one.levels), f"{_times(claim, one, other)} against {ratio:.3g}×{where}", reading)


def _at(claim: kinds.Compared, one: Figure) -> Place:
    """Where two were compared, without the factors that distinguish them, unless `of` has several levels of them."""
    return place(one.levels, _differing(claim.of, claim.to) - _several(claim.of))


def _times(claim: kinds.Compared, one: Figure, other: Figure) -> str:
    """Their ratio, and the level of `to`, if there are several."""
    several = _several(claim.to)
    which = ", ".join(level for name, level in place(other.levels) if name in several)
    return f"{one.value / other.value:.3g}×" + (f" of {which}" if which else "")


def _several(cells: Cells) -> frozenset[FactorName]:
    return frozenset(name for name, levels in cells.named.items() if len(levels) > 1)


def _ordering(claim: kinds.Ordering, figures: Figures) -> Iterator[Trial]:
    for at, own in by_place(selected(figures, claim.quantity, claim.where), {claim.factor}).items():
        found = {figure.levels.get(claim.factor, ""): figure for figure in _nonzero(own)}
        for lower, upper in pairwise(level for level in claim.order if level in found):
            one, other = found[lower], found[upper]
            reading = Reading(one.value / other.value, None, BELOW_1, (one, other))
            yield _trial(at, f"{lower} {_amount(one)}, {upper} {_amount(other)}", reading)


def _extreme(claim: kinds.Extreme, figures: Figures) -> Iterator[Trial]:
    least = claim.extreme == "least"
    pick: Callable[..., Figure] = min if least else max
    everything = selected(figures, claim.quantity, claim.where)
    for at, own in by_place(everything, _differing(claim.of)).items():
        named = selected(own, claim.quantity, claim.of)
        others = [figure for figure in _nonzero(own) if figure not in named]
        if named and others:
            found, best = (pick(each, key=lambda figure: figure.value) for each in (own, named))
            limits: _Limits = (None, 1.0) if least else (1.0, None)
            readings = (Reading(best.value / other.value, *limits, (*named, other)) for other in others)
            yield _trial(at, f"{levels_text(place(found.levels), constant(own))}: {_amount(found)}", *readings)


def _value(claim: kinds.Value, figures: Figures) -> Iterator[Trial]:
    for figure in selected(figures, claim.quantity, claim.where, claim.of):
        at = place(figure.levels, _differing(claim.of) - _several(claim.of))
        yield _trial(at, _amount(figure), Reading(figure.value, *claim.limits, (figure,)))


def _growth(claim: kinds.Growth, figures: Figures) -> Iterator[Trial]:
    limits = _RISES if claim.direction == "rises" else _FALLS
    for at, course in _by_size([(one,) for one in selected(figures, claim.quantity, claim.where, claim.of)]).items():
        for (size, (one,)), (next_size, (following,)) in pairwise(course):
            if one.value:
                found = f"{size} to {next_size}: {_amount(one)} to {_amount(following)}"
                yield _trial(at, found, Reading(following.value / one.value, *limits, (following, one)))


def _gap(claim: kinds.Gap, figures: Figures) -> Iterator[Trial]:
    rises = claim.direction == "rises"
    for at, course in _pair_courses(claim, figures):
        for (size, here), (next_size, there) in pairwise(course):
            if claim.compared == "ratio":
                now, then = (one.value / other.value for one, other in (here, there))
                limits, scale = (_RISES if rises else _FALLS), Scale.RATIO
                step = then / now if now else 0.0
            else:
                now, then = (one.value - other.value for one, other in (here, there))
                limits, scale = ((ABOVE_0, None) if rises else (None, -ABOVE_0)), Scale.NUMBER
                step = (then - now) / there[1].value  # as a share of the other figure, so that rounds count alike
            found = f"{size} to {next_size}: {now:.4g} to {then:.4g}"
            yield _trial(at, found, Reading(step, *limits, (*here, *there), scale))


def _pair_courses(
    claim: kinds.Gap | kinds.Crossing, figures: Figures
) -> Iterator[tuple[Place, list[tuple[str, tuple[Figure, ...]]]]]:
    """The pairs of `of` and `to` over sizes: a course for each level of `of`, and for each of `to` that it is with."""
    several = _several(claim.to)
    alike = gathered(
        (place(other.levels, {*FactorName} - several), (one, other)) for one, other in _compared(claim, figures)
    )
    for pairs_of_one in alike.values():
        yield from _by_size(pairs_of_one, _differing(claim.of, claim.to) - _several(claim.of)).items()


def _of_courses(
    claim: kinds.Exponent | kinds.Linear,
    figures: Figures,
    number: Callable[[Sequence[tuple[float, Figure]]], float],
    words: str,
) -> Iterator[Trial]:
    """A number for each course over sizes, less its partner's if the claim compares two."""
    differing = frozenset() if claim.to is None else _differing(claim.of, claim.to)
    other = {} if claim.to is None else _courses(claim, figures, claim.to)
    partners = gathered((place(dict(at), differing), course) for at, course in other.items())
    for at, course in _courses(claim, figures, claim.of).items():
        found, of = number(course), tuple(one for _, one in course)
        text = words.format(found)
        if claim.to is None:
            yield _trial(at, text, Reading(found, *claim.limits, of, Scale.NUMBER))
            continue
        for partner in partners.get(place(dict(at), differing), ()):
            theirs, both = number(partner), (*of, *(one for _, one in partner))
            against = f"{text} against {words.format(theirs)}: {found - theirs:.2f}"
            yield _trial(at, against, Reading(found - theirs, *claim.limits, both, Scale.NUMBER))


def _bend(claim: kinds.Bend, figures: Figures) -> Iterator[Trial]:
    at_size = size_number(claim.size) or 0.0
    for at, course in _courses(claim, figures, claim.of).items():
        points = [(x, one.value) for x, one in course]
        below, above = [each for each in points if each[0] <= at_size], [each for each in points if each[0] >= at_size]
        if len(below) > 1 and len(above) > 1 and (first := _slope(below)):
            ratio, of = _slope(above) / first, tuple(one for _, one in course)
            yield _trial(at, f"slope {ratio:.3g}× that below", Reading(ratio, *claim.limits, of, Scale.NUMBER))


def _courses(
    claim: kinds.Exponent | kinds.Linear | kinds.Bend, figures: Figures, cells: Cells
) -> dict[Place, list[tuple[float, Figure]]]:
    """Figures over the number of their size, at each place that has three sizes or more."""
    own = [(one,) for one in _nonzero(selected(figures, claim.quantity, claim.where, cells))]
    courses = {
        at: [(number, one) for size, (one,) in course if (number := size_number(size))]
        for at, course in _by_size(own).items()
    }
    return {at: course for at, course in courses.items() if len({number for number, _ in course}) > 2}


def _power(course: Sequence[tuple[float, Figure]]) -> float:
    return _slope([(log(x), log(one.value)) for x, one in course])


def _straight(course: Sequence[tuple[float, Figure]]) -> float:
    """R squared of a line that rises; below 0 where it falls."""
    try:
        r = correlation([x for x, _ in course], [one.value for _, one in course])
    except StatisticsError:  # constant: no line rises
        return 0.0
    return r * abs(r)


def _crossing(claim: kinds.Crossing, figures: Figures) -> Iterator[Trial]:
    """Each size on its side of the crossing is a place, so the claim may hold at most sizes and not at one."""
    for at, course in _pair_courses(claim, figures):
        sizes = [size for size, _ in course]
        if set(claim.between) <= set(sizes):
            first, second = sizes.index(claim.between[0]), sizes.index(claim.between[1])
            for i, (size, (one, other)) in enumerate(course):
                if i <= first or i >= second:
                    limits: _Limits = (ABOVE_1, None) if i <= first else (None, 1.0)
                    reading = Reading(one.value / other.value, *limits, (one, other))
                    yield _trial((*at, (FactorName.SIZE, size)), _times(claim, one, other), reading)


def _sum(claim: kinds.Sum, figures: Figures) -> Iterator[Trial]:
    differing = _differing(claim.whole, *claim.parts)
    parts = [by_place(selected(figures, claim.quantity, claim.where, each), differing) for each in claim.parts]
    for whole in _nonzero(selected(figures, claim.quantity, claim.where, claim.whole)):
        at = place(whole.levels, differing)
        found = [each.get(at, []) for each in parts]
        if all(len(each) == 1 for each in found):
            own = [each[0] for each in found]
            share = sum(each.value for each in own) / whole.value
            yield _trial(at, f"{share:.3g} of the whole", Reading(share, *claim.limits, (whole, *own)))


def _throughput(claim: kinds.Throughput, figures: Figures) -> Iterator[Trial]:
    """Bytes per time; sizes have no operation."""
    sizes = {place(one.levels): one for one in _nonzero(selected(figures, Quantity.SIZE))}
    own, other = (_nonzero(selected(figures, Quantity.TIME, claim.where, cells)) for cells in (claim.of, claim.to))
    differing = _differing(claim.of, claim.to)
    for one, another in pairs(own, other, differing):
        of, to = (sizes.get(place(each.levels, {FactorName.OPERATION})) for each in (one, another))
        if of is not None and to is not None:
            rates = of.value / one.value, to.value / another.value
            found = f"{rates[0] / rates[1]:.3g}×: {rates[0] * 1e3:.3g} and {rates[1] * 1e3:.3g} MB/s"
            reading = Reading(rates[0] / rates[1], *claim.limits, (one, another, of, to))
            yield _trial(place(one.levels, differing - _several(claim.of)), found, reading)


def _exchange(claim: kinds.Exchange, figures: Figures) -> Iterator[Trial]:
    own, other = ([*_sums(claim, cells, figures)] for cells in (claim.of, claim.to))
    made_of = {place(one.levels): parts for one, parts in (*own, *other)}
    differing = _differing(claim.of, claim.to)
    for one, another in pairs([one for one, _ in own], [one for one, _ in other], differing):
        ratio = one.value / another.value
        parts = made_of[place(one.levels)] + made_of[place(another.levels)]
        found = f"{ratio:.3g}×: {_amount(one)}, {_amount(another)}"
        if claim.by_size:
            own_size, other_size = (made_of[place(each.levels)][-1].value for each in (one, another))
            if not own_size or not other_size:
                continue
            larger = own_size / other_size
            ratio, found = ratio / larger, f"{ratio:.3g}× the time of {larger:.3g}× the size"
        at = place(one.levels, differing - _several(claim.of))
        yield _trial(at, found, Reading(ratio, *claim.limits, parts))


def _sums(claim: kinds.Exchange, cells: Cells, figures: Figures) -> Iterator[tuple[Figure, tuple[Figure, ...]]]:
    """The time of each of `cells` over each link, and the figures from which it is calculated."""
    times = by_place(selected(figures, Quantity.TIME, claim.where, cells), {FactorName.OPERATION})
    sizes = by_place(selected(figures, Quantity.SIZE, claim.where, cells), ())
    for at, own in times.items():
        ends = [one for each in _ENDS for one in own if one.levels.get(FactorName.OPERATION) == each]
        size = sizes.get(at, [])
        if len(ends) == len(_ENDS) and len(size) == 1:
            for link in claim.links:
                levels = {**dict(at), FactorName.LINK: str(link)}
                time_ns = sum(one.value for one in ends) + link.time_ns(size[0].value)
                yield Figure(Quantity.TIME, levels, time_ns), (*ends, *size)


def _spread(claim: kinds.Spread, figures: Figures) -> Iterator[Trial]:
    means = {place(figure.levels): figure for figure in selected(figures, Quantity.TIME, claim.where, claim.of)}
    for deviation in selected(figures, Quantity.DEVIATION, claim.where, claim.of):
        mean = means.get(place(deviation.levels))
        if mean is not None and mean.value:
            share = deviation.value / mean.value
            reading = Reading(share, *claim.limits, (deviation, mean))
            yield _trial(place(deviation.levels), f"{share:.0%} of the mean", reading)


def _first_runs(claim: kinds.FirstRuns, figures: Figures) -> Iterator[Trial]:
    own = [one for one in selected(figures, Quantity.TIME, claim.where, claim.of) if FactorName.REPLICATE in one.levels]
    for at, runs in by_place(own, {FactorName.REPLICATE}).items():
        ordered = sorted(runs, key=lambda one: int(one.levels[FactorName.REPLICATE]))
        first, later = ([one.value for one in part] for part in (ordered[: claim.runs], ordered[claim.runs :]))
        if sum(later):
            ratio = (sum(first) / len(first)) / (sum(later) / len(later))
            yield _trial(at, f"{ratio:.3g}×", Reading(ratio, *claim.limits, tuple(ordered)))


def _by_size(
    series: Sequence[tuple[Figure, ...]], without: frozenset[FactorName] = frozenset()
) -> dict[Place, list[tuple[str, tuple[Figure, ...]]]]:
    """The figures at each place over sizes, the smallest first; only sizes whose labels begin with a number."""
    courses: dict[Place, list[tuple[str, tuple[Figure, ...]]]] = {}
    for figures in series:
        size = figures[0].levels.get(FactorName.SIZE, "")
        if size_number(size) is not None:
            courses.setdefault(place(figures[0].levels, without | _SIZE), []).append((size, figures))
    return {at: sorted(course, key=lambda point: size_number(point[0]) or 0) for at, course in courses.items()}


def _amount(figure: Figure) -> str:
    if figure.quantity.is_share:
        return f"{figure.value:.0%}"
    if figure.quantity not in (Quantity.TIME, Quantity.DEVIATION):
        return f"{figure.value:,.0f} B"
    return f"{figure.value / 1e6:,.4g} ms" if figure.value >= 1e6 else f"{figure.value / 1e3:.4g} µs"


def _slope(points: Sequence[tuple[float, float]]) -> float:
    return linear_regression(*zip(*points, strict=True)).slope


def _nonzero(figures: Iterable[Figure]) -> list[Figure]:
    """The figures by which something can be divided."""
    return [figure for figure in figures if figure.value]


_KINDS: dict[type, Callable[[Any, Figures], Iterator[Trial]]] = {
    kinds.Relation: _relation,
    kinds.Equivalence: _equivalence,
    kinds.Contrast: _contrast,
    kinds.Ordering: _ordering,
    kinds.Extreme: _extreme,
    kinds.Value: _value,
    kinds.Growth: _growth,
    kinds.Gap: _gap,
    kinds.Exponent: partial(_of_courses, number=_power, words="{:.2f}"),
    kinds.Linear: partial(_of_courses, number=_straight, words="R² {:.3f}"),
    kinds.Bend: _bend,
    kinds.Crossing: _crossing,
    kinds.Sum: _sum,
    kinds.Throughput: _throughput,
    kinds.Exchange: _exchange,
    kinds.Spread: _spread,
    kinds.FirstRuns: _first_runs,
}
