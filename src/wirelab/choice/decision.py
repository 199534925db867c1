"""From candidates to a recommendation: needs, then the link, then a year's cost. A tie is called one. Pure."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from wirelab.analysis.decide.fastest import fastest_of, level_of_each
from wirelab.analysis.decide.intervals import paired_ratio, time_interval
from wirelab.choice.candidates import Candidate
from wirelab.choice.fronts import effective, outdone
from wirelab.choice.needs import Need
from wirelab.choice.prices import Prices
from wirelab.choice.recommendation import Choice, Dropped, Out, Recommendation, Step
from wirelab.choice.sensitivity import sensitivities
from wirelab.choice.use import Use, bits_per_s, fits
from wirelab.model.findings.finding import Interval
from wirelab.model.findings.transfer import Way
from wirelab.model.link import rate_words

Totals = Mapping[Way, Mapping[int, float]]
"""A year's cost of each way by round."""


def recommend(
    candidates: Sequence[Candidate],
    needs: Sequence[Need],
    use: Use,
    prices: Prices,
    *,
    confidence: float,
    band: float,
) -> Recommendation:
    """Choose one of `candidates`, whose answers are to `needs`.

    The cheapest ways are found as the fastest cells are: a way is out if another is cheaper by more than the `band`,
    paired by round, or better in time and bytes at once. Each of the two has half of the error, so that the cheapest,
    or one that equals it within the band, is among those that stay in at least `confidence` of sessions.
    """
    steps, left, out = _walked(candidates, needs, use)
    said = Recommendation(use, prices, tuple(needs), confidence, band, steps, (), out)
    if not left:
        return replace(said, drop=_to_drop(candidates, needs, use, prices))
    totals = _totals(left, use, prices)
    costs = {each.way: _cost(each.money(use, prices).total, totals[each.way], confidence) for each in left}
    ordered = sorted(left, key=lambda each: (costs[each.way].estimate, str(each.way)))
    joint = (1 + confidence) / 2
    level = level_of_each(max(2, len(ordered)), joint)
    beaten = outdone(ordered, use, level, band)
    cheapest = _cheapest([each.way for each in ordered], totals, joint, band)
    cheapest = cheapest - beaten.keys() or cheapest
    tied = [each for each in ordered if each.way in cheapest]
    taken, broken_by = _broken(tied, band)
    by_way = {each.way: each for each in ordered}

    def choice(each: Candidate) -> Choice:
        better = beaten.get(each.way)
        return Choice(
            candidate=each,
            money=each.money(use, prices),
            cost=costs[each.way],
            ratio=None if each.way == taken else _ratio(totals, each.way, taken, level, costs),
            may_be_cheapest=each.way in cheapest,
            outdone=better,
            outdone_by=None if better is None else _over(each, by_way[better], use),
        )

    choices = tuple(map(choice, ordered))
    second = next((each for each in (*tied, *ordered) if each.way != taken), None)
    beside = None if second is None else next(each for each in choices if each.candidate is second)
    others = [each for each in ordered if each.way != taken]
    rivals = {each.way for each in others} - cheapest - beaten.keys()
    return replace(
        said,
        steps=(*steps, Step("cost", "Can it be the cheapest?", len(cheapest), len(left) - len(cheapest))),
        choices=choices,
        taken=taken,
        broken_by=broken_by,
        second=None if second is None else second.way,
        regret=None if beside is None or beside.ratio is None else _regret(costs[taken], beside),
        sensitivities=sensitivities(by_way[taken], others, rivals, use, prices, confidence),
    )


def _totals(candidates: Sequence[Candidate], use: Use, prices: Prices) -> Totals:
    """A year's cost of each by round; two equal rounds if only sizes cost anything, because sizes are exact."""
    if not prices.processor.price and not prices.waiting.price:
        return {each.way: dict.fromkeys((0, 1), each.money(use, prices).total) for each in candidates}
    return {each.way: each.total_by_round(use, prices) for each in candidates}


def _walked(
    candidates: Sequence[Candidate], needs: Sequence[Need], use: Use
) -> tuple[tuple[Step, ...], list[Candidate], tuple[Out, ...]]:
    """Leave out candidates step by step: those not measured, those that miss a need, those too large for the link."""

    def unmet(at: int) -> Callable[[Candidate], str]:
        return lambda each: "" if each.answers[at].met else f"{each.answers[at].why} ({each.answers[at].basis})"

    asks: list[tuple[str, str, Callable[[Candidate], str]]] = [
        ("measured", "Does it have a size and all times that count?", lambda each: each.lacking),
        *((str(need), f"Does it meet the need {need}?", unmet(at)) for at, need in enumerate(needs)),
    ]
    if use.link is not None:
        asks.append(("link", f"Does the link carry it at {use.messages_per_s:,g} messages per second?", _overflow(use)))
    steps, out, left = [], [], [*candidates]
    for name, says, why in asks:
        found = [(each, why(each)) for each in left]
        gone = [Out(each, name, reason) for each, reason in found if reason]
        left = [each for each, reason in found if not reason]
        out += gone
        steps.append(Step(name, says, len(left), len(gone)))
    return tuple(steps), left, tuple(out)


def _overflow(use: Use) -> Callable[[Candidate], str]:
    def why(each: Candidate) -> str:
        load = each.load(each.measured)
        if use.link is None or fits(load, use):
            return ""
        return f"it needs {rate_words(bits_per_s(load, use), 3)} of a link of {rate_words(use.link.bits_per_s, 3)}"

    return why


def _cost(total: float, rounds: Mapping[int, float], confidence: float) -> Interval:
    """A year's cost at the session's mean times, with the interval of its rounds around it; (0, ∞) without any."""
    by_round = [*rounds.values()]
    if not by_round:
        return Interval(total, 0.0, math.inf, confidence, 0, "t")
    if total <= 0 or min(by_round) <= 0:
        return Interval(total, total, total, confidence, len(by_round), "exact")
    return moved(time_interval(by_round, confidence), total)


def moved(interval: Interval, estimate: float) -> Interval:
    """The same interval, relative to another estimate: cells that missed rounds have means of other rounds."""
    factor = estimate / interval.estimate
    return replace(interval, estimate=estimate, low=interval.low * factor, high=interval.high * factor)


def _ratio(totals: Totals, way: Way, to: Way, level: float, costs: Mapping[Way, Interval]) -> Interval | None:
    if min((*totals[way].values(), *totals[to].values()), default=0.0) <= 0:
        return None
    found = paired_ratio(totals[way], totals[to], level)
    return None if found is None else moved(found, costs[way].estimate / costs[to].estimate)


def _cheapest(ways: Sequence[Way], totals: Totals, confidence: float, band: float) -> frozenset[Way]:
    """The ways of which no other was found to be cheaper by more than the band."""
    free = {way for way in ways if totals[way] and max(totals[way].values()) <= 0}
    if free or len(ways) == 1:
        return frozenset(free or ways)
    return frozenset(fastest_of(ways, totals, confidence, band=band))


def _broken(tied: Sequence[Candidate], band: float) -> tuple[Way, str]:
    """Decide among candidates that tie in costs, at least one; returns the way, and why as a clause."""
    if len(tied) == 1:
        return tied[0].way, ""
    sizes = [each.size_bytes or 0.0 for each in tied]
    rest = [each for each, size in zip(tied, sizes, strict=True) if size <= (1 + band) * min(sizes)]
    if len(rest) == 1:
        return rest[0].way, "it makes the fewest bytes, and sizes are exact"
    that: list[str] = []
    for worth, says, alike in _ELSE:
        worths = [own for own in map(worth, rest) if own is not None]
        if len(worths) < len(rest):
            continue  # it is not known of all
        best = [each for each, own in zip(rest, worths, strict=True) if own == max(worths)]
        if len(best) == 1:
            return best[0].way, f"{says}{_among(that)}"
        if len(best) < len(rest):
            rest, that = best, [*that, alike]
    says = f"its estimate is the lowest{_among(that)}"
    return rest[0].way, f"{says}, which may be chance, and nothing else distinguishes them"


def _among(that: Sequence[str]) -> str:
    return ", among those with about the fewest bytes" + (f" that {' and '.join(that)}" if that else "")


_ELSE: Sequence[tuple[Callable[[Candidate], float | None], str, str]] = (
    (
        lambda each: None if each.survived is None else each.survived[0] / each.survived[1],
        "it keeps the most values when a schema changes (executed)",
        "keep the most values when a schema changes",
    ),
    (lambda each: float(each.readable), "only it writes text that people can read", "write text that people can read"),
    (lambda each: float(not each.needs_schema), "only it needs no schema", "need no schema"),
)
"""The worth of a candidate, None if it is not known; why the best one is taken; and how several best ones are alike."""


def _over(each: Candidate, other: Candidate, use: Use) -> tuple[float, float, float]:
    (write, read), (least_write, least_read) = effective(each.measured, use), effective(other.measured, use)
    return (
        write / least_write,
        read / least_read if least_read else 1.0,
        (each.size_bytes or 0.0) / other.size_bytes if other.size_bytes else 1.0,
    )


def _regret(cost: Interval, second: Choice) -> Interval:
    """The extra cost of the second: the cost of the way that is taken, times the ratio less 1."""
    assert second.ratio is not None
    low, high = (cost.estimate * (limit - 1) for limit in (second.ratio.low, second.ratio.high))
    return replace(second.ratio, estimate=second.cost.estimate - cost.estimate, low=low, high=high)


def _to_drop(candidates: Sequence[Candidate], needs: Sequence[Need], use: Use, prices: Prices) -> tuple[Dropped, ...]:
    """The fewest needs without which something is left: each such choice of them."""
    _, able, _ = _walked(candidates, (), use)
    unmet = {each.way: {at for at, answer in enumerate(each.answers) if not answer.met} for each in able}
    found = []
    for gone in combinations(range(len(needs)), min(map(len, unmet.values()), default=0)):
        left = [each for each in able if unmet[each.way].issubset(gone)]
        if left:
            best = min(left, key=lambda each: (each.money(use, prices).total, str(each.way)))
            found.append(Dropped(tuple(needs[at] for at in gone), len(left), best.way))
    return tuple(sorted(found, key=lambda each: -each.left))
