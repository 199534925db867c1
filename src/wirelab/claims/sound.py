"""Claims held against rounds of processes: all their numbers with intervals that hold together. Pure.

Every interval of a study, of every number, at every look, holds the truth together with all others with probability
1 - alpha: each spends its part of alpha (Bonferroni over numbers; over looks, `wirelab.design.boundary`). What is read
off them is therefore right in all but a share alpha of studies, whatever is read. Ratios borrow from each other how
much they scatter, as comparisons do (`wirelab.analysis.shrinkage`).
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice

from wirelab.analysis.intervals import deviation_interval, mean_interval, on_ratios, scatter_of
from wirelab.analysis.shrinkage import Scatter, shrunk
from wirelab.claims.deciding import untestable
from wirelab.claims.factorial import p_values
from wirelab.claims.reading import Scale
from wirelab.claims.ruling import Ruled, Ruling, Standing
from wirelab.claims.selecting import place, selected
from wirelab.claims.series import Rounds, Says, Series, by_rounds, series_of
from wirelab.claims.verdict import Place
from wirelab.design.sequential import Schedule
from wirelab.model.cell import Operation
from wirelab.model.errors import DesignError
from wirelab.model.figure import FactorName, Figure, Quantity
from wirelab.model.finding import Interval
from wirelab.study.claims import Assumption, Claim, Effect, Extreme, FirstRuns, Replay

Look = tuple[int, float]
"""A number of rounds, and the error that each number may spend there."""
_FEWEST = 2  # rounds of which an interval can be drawn
_UNSHOWN = "a test shows that something is there, never that it is not"
_UNSIZED = "its sizes are not known: every process was lost"


def numbers_of(claims: Sequence[Claim], planned: Sequence[Figure], band: float) -> int:
    """How many numbers and tests share the error of a study.

    Args:
        claims: of the study.
        planned: a figure of any value for each time and size that its design gives.
        band: what counts as equal.
    """
    return sum(
        1
        if isinstance(claim, Effect | Assumption)
        else sum(bool(one.of) for one in series_of(claim, planned, {}, band))
        for claim in claims
        if not _unruled(claim)
    )


def places_of(claims: Sequence[Claim], planned: Sequence[Figure], band: float) -> frozenset[Place]:
    """The places of all times that claims speak of; arguments as of `numbers_of`."""
    tested = {
        place(one.levels)
        for claim in claims
        if isinstance(claim, Effect | Assumption | Replay)
        for one in selected(planned, Quantity.TIME, claim.where)
    }
    ruled = (claim for claim in claims if not _unruled(claim))
    return frozenset(tested | {at for claim in ruled for one in series_of(claim, planned, {}, band) for at in one.of})


def rule(
    claims: Sequence[Claim],
    figures: Sequence[Figure],
    *,
    planned: Sequence[Figure],
    schedule: Schedule,
    band: float,
    rounds: int,
    ended: bool,
    silent: Mapping[Place, str] | None = None,
) -> tuple[Ruled, ...]:
    """Each claim with what the processes show of it.

    Args:
        claims: of one study.
        figures: times in ns, each with its round (from 0) as replicate; and sizes in bytes.
        planned: a figure of any value for each time and size that the design gives.
        schedule: looks and levels; its comparisons are `numbers_of` the claims.
        band: what counts as equal.
        rounds: complete rounds.
        ended: the run ends here, so this is the last look.
        silent: why the times at a place count for nothing and never will: lost, or never steady.
    """
    seen, looks = by_rounds(figures), _looks(schedule, rounds, ended=ended)
    numbers = [() if _has_no_numbers(claim) else series_of(claim, planned, seen, band) for claim in claims]
    rulings = iter(_decided([*chain.from_iterable(numbers)], looks, silent or {}, schedule.comparisons))
    own = [tuple(islice(rulings, len(each))) for each in numbers]
    return tuple(_ruled(claim, each, seen, looks) for claim, each in zip(claims, own, strict=True))


def open_places(ruled: Sequence[Ruled]) -> frozenset[Place]:
    """The places of the times that need a further round."""
    return frozenset(at for one in ruled for ruling in one.rulings if not ruling.decided for at in ruling.of)


def _looks(schedule: Schedule, rounds: int, *, ended: bool) -> tuple[Look, ...]:
    last = min(rounds, schedule.rounds)
    numbers = sorted({*(look for look in schedule.looks if look < last), last} - {0})
    return tuple((n, schedule.level_to_differ(n, last=ended and n == last)) for n in numbers)


def _unruled(claim: Claim) -> str:
    """Why processes rule on no claim of its kind; empty: they do."""
    match claim:
        case FirstRuns():
            return "the sound method warms up before it counts"
        case Extreme() if claim.quantity is Quantity.TIME and any(len(each) > 1 for each in claim.of.named.values()):
            return "it names several as one, and the least of several noisy times lies below their true least"
        case Assumption() if claim.assumption == "independent replicates":
            return "the sound method's replicates are processes of their own"
        case _:
            return untestable(claim)


def _has_no_numbers(claim: Claim) -> bool:
    return bool(_unruled(claim)) or isinstance(claim, Replay | Effect | Assumption)


def _ruled(claim: Claim, of_numbers: tuple[Ruling, ...], rounds: Rounds, looks: Sequence[Look]) -> Ruled:
    if why := _unruled(claim):
        return Ruled(claim, why=why)
    if isinstance(claim, Replay):
        return _replayed(claim, rounds)
    rulings = tuple(_tested(claim, rounds, looks)) if isinstance(claim, Effect | Assumption) else of_numbers
    return Ruled(claim, rulings, "" if rulings else "nothing that it speaks of is measured by this design")


def _replayed(claim: Replay, rounds: Rounds) -> Ruled:
    """A process that counts has given the very object back: that is checked before it times anything."""
    places = dict.fromkeys(
        place(one.levels)
        for figures in rounds.values()
        for one in selected(figures, Quantity.TIME, claim.where, claim.of)
        if one.levels.get(FactorName.OPERATION) == Operation.REPLAY
    )
    rulings = tuple(Ruling(at, (), None, None, None, Standing.REPLICATED, decided=True) for at in places)
    return Ruled(claim, rulings, "" if rulings else "nothing was replayed")


def _decided(
    numbers: Sequence[Series], looks: Sequence[Look], silent: Mapping[Place, str], sharing: int
) -> list[Ruling]:
    """What becomes of each number; the first look that decides it is final, and later ones borrow what it saw then.

    Args:
        numbers: of all claims.
        looks: in order.
        silent: as of `rule`.
        sharing: numbers and tests that share the error.
    """
    rulings = [_before_any_look(series, silent) for series in numbers]
    told = [at for at, series in enumerate(numbers) if series.of and not rulings[at].decided]
    logs: dict[int, list[float]] = {}
    for n, alpha in looks:
        left = [at for at in told if not rulings[at].decided]
        logs |= {at: _scaled(numbers[at], n) for at in left}
        left = [at for at in left if len(logs[at]) >= _FEWEST]
        alike = [at for at in told if _borrows(numbers[at]) and len(logs[at]) >= _FEWEST]
        borrowed = dict(zip(alike, shrunk([scatter_of(logs[at]) for at in alike], sharing), strict=True))
        for at in left:
            interval = _interval(numbers[at], logs[at], 1 - alpha, borrowed.get(at))
            standing = _shown(numbers[at], interval)
            decided = standing is not Standing.UNRESOLVED
            rulings[at] = replace(rulings[at], interval=interval, standing=standing, decided=decided)
    return rulings


def _before_any_look(series: Series, silent: Mapping[Place, str]) -> Ruling:
    """Sizes are exact, and some times tell nothing."""
    ruling = Ruling(series.at, series.of, series.low, series.high, None, Standing.UNRESOLVED, decided=False)
    if not series.of:
        if not series.values:
            return replace(ruling, why=_UNSIZED, decided=True)
        value = next(iter(series.values.values()))
        exact = Interval(value, value, value, 1.0, 1, "exact")
        return replace(ruling, interval=exact, standing=_shown(series, exact), decided=True)
    reasons = [silent[at] for at in series.of if at in silent]
    return replace(ruling, why=reasons[0], decided=True) if reasons else ruling


def _borrows(series: Series) -> bool:
    """Ratios scatter by something like the same percentage; slopes, differences and deviations do not compare."""
    return series.scale is Scale.RATIO and series.says is not Says.SPREADS


def _scaled(series: Series, n: int) -> list[float]:
    """Its values in the first `n` rounds, on the scale on which they scatter."""
    values = [value for number, value in sorted(series.values.items()) if number < n]
    return [math.log(value) for value in values] if series.scale is Scale.RATIO else values


def _interval(series: Series, values: Sequence[float], confidence: float, scatter: Scatter | None) -> Interval:
    if series.says is Says.SPREADS:
        return deviation_interval(values, confidence)
    found = mean_interval(values, confidence, scatter)
    return on_ratios(found) if series.scale is Scale.RATIO else found


def _shown(series: Series, interval: Interval) -> Standing:
    low, high = (-math.inf if series.low is None else series.low), (math.inf if series.high is None else series.high)
    inside = low <= interval.low and interval.high <= high
    if series.says in (Says.APART, Says.TOGETHER):
        differs = interval.low > 1 or interval.high < 1
        if differs:
            return Standing.REPLICATED if series.says is Says.APART else Standing.CONTRADICTED
        if inside:
            return Standing.CONTRADICTED if series.says is Says.APART else Standing.REPLICATED
        return Standing.UNRESOLVED
    if inside:
        return Standing.REPLICATED
    return Standing.CONTRADICTED if interval.high < low or interval.low > high else Standing.UNRESOLVED


def _tested(claim: Effect | Assumption, rounds: Rounds, looks: Sequence[Look]) -> Iterator[Ruling]:
    """Significant at a look's level: there is an effect, or the assumption is broken. Such claims hold no cell open."""
    there = claim.significant if isinstance(claim, Effect) else not claim.met
    standing = Standing.REPLICATED if there else Standing.CONTRADICTED
    found: dict[Place, Ruling] = {}
    for n, alpha in looks:
        seen = {number: figures for number, figures in rounds.items() if number < n}
        try:
            ps = dict(p_values(claim, seen))
        except DesignError as error:
            yield Ruling((), (), None, None, None, Standing.UNRESOLVED, decided=True, why=error.what)
            return
        for at, p in ps.items():
            if at not in found or not found[at].decided:
                found[at] = _by_test(at, p, shown=p < alpha / len(ps), standing=standing)
    yield from found.values()


def _by_test(at: Place, p: float, *, shown: bool, standing: Standing) -> Ruling:
    if shown:
        return Ruling(at, (), None, None, None, standing, decided=True, p=p)
    return Ruling(at, (), None, None, None, Standing.UNRESOLVED, decided=False, p=p, why=_UNSHOWN)
