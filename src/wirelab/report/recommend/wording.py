"""A recommendation in words: names, money, inputs, and the answer. Pure."""

import math
from collections.abc import Callable, Iterable

from wirelab.choice.break_even import PRICES, Input
from wirelab.choice.recommendation import Recommendation, Sensitivity, Turning
from wirelab.choice.use import Use
from wirelab.model.findings.finding import Interval
from wirelab.model.findings.transfer import Way
from wirelab.model.link import rate_words
from wirelab.report.quantities import listed, number, percent, share_words, together


class Names:
    """Names of ways: a codec, with its platform if there are several; between platforms, a format."""

    def __init__(self, ways: Iterable[Way]) -> None:
        self._several = len({cell.platform for way in ways for cell in way.cells}) > 1

    def of(self, way: Way) -> str:
        """The name of a way."""
        at = {(cell.platform, cell.subject) for cell in way.cells}
        if len(at) > 1:
            return f"{way.format} ({way.writer.subject} → {', '.join(str(cell.subject) for cell in way.readers)})"
        return f"{way.writer.subject} on {way.writer.platform}" if self._several else str(way.writer.subject)


_LEAST_PLAIN, _MOST_PLAIN = 1e-4, 1e12
"""Costs below and from here on are written with a power of ten."""


def money(value: float, currency: str) -> str:
    """Write money to three significant digits: `1,240 USD`."""
    return f"{number(value)} {currency}"


def money_with_interval(cost: Interval, currency: str) -> tuple[str, str]:
    """Write money as estimate and limits, to three significant digits, or four where the interval is narrow.

    No limits where nothing is known of them, or where they are exact.
    """
    width = cost.high - cost.low
    if not width or not math.isfinite(width):
        return money(cost.estimate, currency), ""
    largest = max(abs(cost.estimate), abs(cost.low), abs(cost.high))
    if not _LEAST_PLAIN <= largest < _MOST_PLAIN:
        return money(cost.estimate, currency), f"[{number(cost.low)}, {number(cost.high)}]"
    first = math.floor(math.log10(largest))
    places = min(max(math.ceil(-math.log10(width)), 2 - first), 3 - first)
    written = [f"{round(each, places) + 0.0:,.{max(0, places)}f}" for each in (cost.estimate, cost.low, cost.high)]
    return f"{written[0]} {currency}", f"[{written[1]}, {written[2]}]"


def use_words(use: Use) -> str:
    """How the messages are used, in words."""
    parts = [f"{use.messages_per_s:,.6g} message{'s' * (use.messages_per_s != 1)} per second"]
    parts += [
        "each written once and never read" if not use.reads else f"each written once and read {_times(use.reads)}"
    ]
    if use.months and use.copies:
        copies = f"in {use.copies:g} copies" if use.copies != 1 else "in one copy"
        parts.append(f"kept {use.months:g} month{'s' * (use.months != 1)} {copies}")
    if use.link is not None:
        parts.append(f"over {use.link}")
    if use.cold_starts:
        parts.append(f"{percent(use.cold_starts)} of calls the first of their process")
    return ", ".join(parts)


def _times(reads: float) -> str:
    return "once" if reads == 1 else "twice" if reads == 2 else f"{reads:,.6g} times"


def limits_words(given: Input, turning: Turning) -> str:
    """Write the values between which the run does not decide which of two is cheaper; empty if it always does."""
    if not turning.low < turning.high:
        return ""
    low, high = (_plain(given, end) if math.isfinite(end) else "∞" for end in (turning.low, turning.high))
    return f"[{low}, {high}]"


def now_words(each: Sensitivity, found: Recommendation) -> str:
    """Write the present value of an input, as it was given."""
    if each.value is None:
        return "none"
    return f"{_plain(each.input, each.value, '{:,.6g}'.format)}{_unit(each.input, found)}"


def value_words(given: Input, value: float, found: Recommendation) -> str:
    """Write a value of an input with its unit."""
    return f"{_plain(given, value)}{_unit(given, found)}"


def _plain(given: Input, value: float, write: Callable[[float], str] = number) -> str:
    """Write a value of an input without its unit, which the rate of a link always has."""
    if given is Input.LINK:
        return rate_words(value, 3)
    return write(100 * value if given is Input.COLD_STARTS else value)


def _unit(given: Input, found: Recommendation) -> str:
    if given in PRICES:
        return f" {found.prices.currency} per {getattr(found.prices, PRICES[given]).per}"
    return " %" if given is Input.COLD_STARTS else ""


def answer(found: Recommendation, names: Names) -> str:
    """Say which to take, how much cheaper it is, how sure that is, and what would change it."""
    best = found.best
    if best is None:
        return _nothing(found, names)
    currency = found.prices.currency
    name = names.of(best.candidate.way)
    cost = together(money_with_interval(best.cost, currency))
    what = f"{cost} per year for {use_words(found.use)}"
    doubt = _DOUBT if any(each.candidate.unsteady for each in (*found.tied, best)) else ""
    if len(found.choices) == 1:
        only = "the only one left" if found.out else "the only one that was measured"
        return f"Take {name}: {what}. It is {only}.{doubt}"
    if len(found.tied) > 1:
        return f"{_tie(found, names, name, what)}{doubt}{_change(found, names)}"
    second = found.choice_of(found.second)
    assert second is not None
    dearer = f"{names.of(second.candidate.way)}, the next, costs {share_words(second.ratio)} as much"
    others = [each.ratio for each in found.choices if each is not best]
    clear = all(each is not None and each.low > 1 + found.band for each in others)
    sure = f"no other is {'as cheap' if clear else 'cheaper'} ({percent(found.confidence)} sure)"
    return f"Take {name}: {what}. {dearer}, and {sure}.{doubt}{_change(found, names)}"


_DOUBT = (
    " Most processes behind this still changed their speed while they were measured, so none of it is sure. Measure "
    "again on a quiet machine."
)
_SHOWN = 4


def _tie(found: Recommendation, names: Names, name: str, what: str) -> str:
    others = [names.of(each.candidate.way) for each in found.tied if each.candidate.way != found.taken]
    shown = others[:_SHOWN] + ([f"{len(others) - _SHOWN} more"] if len(others) > _SHOWN else [])
    if not any(each.cost.estimate for each in found.tied):
        why = f"At these prices {name} and {listed(shown)} cost nothing"
    else:
        why = (
            f"It may be the cheapest, and so may {listed(shown)}: this run shows no difference of more than "
            f"{percent(found.band)} between their costs"
        )
    return f"A tie. Take {name}, because {found.broken_by}: {what}. {why}."


def _nothing(found: Recommendation, names: Names) -> str:
    measured = found.steps[0].left
    if not measured:
        return "Nothing can be recommended: no codec has both a size and all times that count."
    if not found.drop:
        return "Nothing can be recommended: the link cannot carry the bytes of any codec that was measured."
    first = found.drop[0]
    needs = listed([str(each) for each in first.needs])
    left = f"{first.left} of {measured} codecs would be left"
    best = f"{names.of(first.cheapest)} would cost the least by this run's estimate"
    return f"Nothing meets all needs. Drop {needs}: then {left}, and {best}."


def _change(found: Recommendation, names: Names) -> str:
    """The input that is nearest to changing the choice."""
    turnings = [
        (_distance(each, turning), each, turning, way)
        for each in found.sensitivities
        for turning, way in ((each.below, "Below"), (each.above, "Above"))
        if turning is not None
    ]
    if not turnings and len(found.tied) > 1:
        return ""
    if not turnings:
        return " No change of a single price, or of a condition of use that this run covers, would change that."
    _, each, turning, way = min(turnings, key=lambda one: one[0])
    value = _OF_INPUTS.get(each.input, f"a {each.input} of {{}}").format(value_words(each.input, turning.value, found))
    now = "" if each.value is None else f" (now {now_words(each, found)})"
    if turning.full:
        then = "nothing else fits" if turning.way is None else f"{names.of(turning.way)} would be the choice"
        return f" {way} {value}{now} the link does not carry it, and {then}."
    assert turning.way is not None
    return f" {way} {value}{now}, {names.of(turning.way)} would be cheaper."


_OF_INPUTS = {
    Input.READS: "{} reads per write",
    Input.MONTHS: "{} months of storage",
    Input.MESSAGES: "{} messages per second",
    Input.COLD_STARTS: "{} of cold starts",
}
"""A value of an input in a sentence; others are `a traffic price of …`."""


def _distance(each: Sensitivity, turning: Turning) -> float:
    if not each.value or not turning.value:
        return math.inf
    return abs(math.log(turning.value / each.value))
