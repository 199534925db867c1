"""Which input moves the choice, and at which value: where lines cross, and where the run does not decide. Pure."""

import math
from collections.abc import Callable, Sequence, Set
from dataclasses import replace

from wirelab.analysis.decide.intervals import paired_ratio
from wirelab.choice.break_even import PRICED, Input, Line, Overtaking, most_of, overtaken, value_of, with_value
from wirelab.choice.candidates import Candidate
from wirelab.choice.prices import Prices
from wirelab.choice.recommendation import Sensitivity, Turning
from wirelab.choice.use import Use, bits_per_s
from wirelab.model.findings.transfer import Way

_DOUBLINGS, _HALVINGS = 60, 50


def sensitivities(
    best: Candidate, others: Sequence[Candidate], rivals: Set[Way], use: Use, prices: Prices, confidence: float
) -> tuple[Sensitivity, ...]:
    """For each input, where one of the `rivals` among the others costs as little as the `best`, or its link is full.

    Others that may be as cheap now are no rivals, for nothing has to change for them; nor are those that are outdone.
    Reads and first calls that count nothing now are left out, because their times are not known.
    """
    own = [each for each in others if each.way in rivals]
    unknown = {Input.READS: not use.reads, Input.COLD_STARTS: not use.cold_starts}
    moved = [_priced(each, best, own, use, prices, confidence) for each in PRICED if not unknown.get(each)]
    moved.append(Sensitivity(Input.MESSAGES, use.messages_per_s, None, None))  # all costs grow with them alike
    return tuple(_with_end(each, best, others, use, prices) for each in moved)


def line_of(each: Candidate, given: Input, use: Use, prices: Prices) -> Line[Way]:
    """A candidate's yearly cost over an input, which it is affine in."""
    most = most_of(given)
    at_zero, at_most = (each.money(*with_value(given, x, use, prices)).total for x in (0.0, most))
    return Line(each.way, at_zero, (at_most - at_zero) / most)


def _priced(
    given: Input, best: Candidate, rivals: Sequence[Candidate], use: Use, prices: Prices, confidence: float
) -> Sensitivity:
    now = value_of(given, use, prices)
    own = line_of(best, given, use, prices)
    others = [line_of(each, given, use, prices) for each in rivals]
    below, above = overtaken(own, others, now, most=most_of(given))
    by_way = {each.way: each for each in rivals}

    def turning(found: Overtaking[Way] | None) -> Turning | None:
        if found is None:
            return None
        rival = by_way[found.of]

        def ratio(x: float) -> tuple[float, float]:
            return _limits(rival, best, *with_value(given, x, use, prices), confidence)

        near, far = _unsure(ratio, now, found.x, most_of(given))
        return Turning(rival.way, found.x, min(near, far), max(near, far))

    if given is not Input.LINK:
        return Sensitivity(given, now, turning(below), turning(above))
    rate = None if use.link is None else use.link.bits_per_s
    return Sensitivity(given, rate, _as_rate(turning(above)), _as_rate(turning(below)))  # a slower link takes longer


def _with_end(
    found: Sensitivity, best: Candidate, others: Sequence[Candidate], use: Use, prices: Prices
) -> Sensitivity:
    """The first effect of a slower link, and of more reads or messages: it makes another as cheap, or it is full."""
    rate = bits_per_s(best.load(best.measured), use)
    if use.link is None or not rate or found.input not in (Input.LINK, Input.READS, Input.MESSAGES):
        return found
    is_link = found.input is Input.LINK
    value = rate if is_link else value_of(found.input, use, prices) * use.link.bits_per_s / rate
    way = _smaller(best, others, *with_value(found.input, 1 / rate if is_link else value, use, prices))
    ends = [Turning(way, value, value, value, full=True)]
    if is_link:
        return replace(found, below=max([*ends, *filter(None, [found.below])], key=lambda each: each.value))
    return replace(found, above=min([*ends, *filter(None, [found.above])], key=lambda each: each.value))


def _limits(rival: Candidate, best: Candidate, use: Use, prices: Prices, confidence: float) -> tuple[float, float]:
    """The limits of the rival's cost over the best one's; 0 and ∞ if the run does not show them."""
    own, other = (each.total_by_round(use, prices) for each in (rival, best))
    are_costs = min((*own.values(), *other.values()), default=0.0) > 0
    found = paired_ratio(own, other, confidence) if are_costs else None
    return (0.0, math.inf) if found is None else (found.low, found.high)


def _unsure(ratio: Callable[[float], tuple[float, float]], now: float, x: float, most: float) -> tuple[float, float]:
    """Where the run stops deciding which of two is cheaper: towards the value now, and beyond the crossing."""

    def dearer(at: float) -> bool:
        return ratio(at)[0] > 1

    def cheaper(at: float) -> bool:
        return ratio(at)[1] < 1

    near = _edge(dearer, now, x) if dearer(now) else now
    step = (x - now) or x or 1.0
    for _ in range(_DOUBLINGS):
        far = min(max(x + step, 0.0), most)
        if cheaper(far):
            return near, _edge(cheaper, far, x)
        if far in (0.0, most):
            return near, far
        step *= 2
    return near, math.copysign(math.inf, step)


def _edge(holds: Callable[[float], bool], inside: float, outside: float) -> float:
    """The value at which something ceases to hold, between one where it does and one where it does not."""
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if holds(middle) else (inside, middle)
    return outside


def _as_rate(found: Turning | None) -> Turning | None:
    """The seconds that a bit takes, as the rate of a link; None if that rate would be infinite."""
    if found is None or not found.value:
        return None
    ends = sorted(1 / each if each else math.inf for each in (found.low, found.high))
    return Turning(found.way, 1 / found.value, ends[0], ends[1])


def _smaller(best: Candidate, others: Sequence[Candidate], use: Use, prices: Prices) -> Way | None:
    """The cheapest of those that make fewer bytes than the best one."""
    fewer = [each for each in others if (each.size_bytes or 0.0) < (best.size_bytes or 0.0)]
    return min(fewer, key=lambda each: each.money(use, prices).total).way if fewer else None
