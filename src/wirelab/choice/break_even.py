"""The value of a choice's input at which another codec is as cheap: solved for, since costs are affine. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Generic, TypeVar

from wirelab.choice.prices import Prices
from wirelab.choice.use import Use
from wirelab.model.link import Link

Key = TypeVar("Key")
_PARALLEL = 1e-9
"""Lines whose slopes differ by no more than this share of them count as parallel."""


@dataclass(frozen=True, slots=True)
class Line(Generic[Key]):
    """A cost, or a time, that is `fixed` + `slope` · x."""

    of: Key
    fixed: float
    slope: float


@dataclass(frozen=True, slots=True)
class Overtaking(Generic[Key]):
    """One that costs as little as the best at `x`, and less beyond."""

    of: Key
    x: float


def overtaken(
    best: Line[Key], others: Iterable[Line[Key]], x: float, most: float = float("inf")
) -> tuple[Overtaking[Key] | None, Overtaking[Key] | None]:
    """The first others that are as cheap as the `best` one below `x`, and above it, beyond 0 and up to `most`.

    Others that are already cheaper at `x` are left aside.
    """
    below: list[Overtaking[Key]] = []
    above: list[Overtaking[Key]] = []
    for other in others:
        steeper = other.slope - best.slope
        parallel = abs(steeper) <= _PARALLEL * max(abs(other.slope), abs(best.slope))
        if parallel or (other.fixed - best.fixed) + steeper * x < 0:
            continue
        at = (best.fixed - other.fixed) / steeper
        if 0 < at <= most:
            (below if steeper > 0 else above).append(Overtaking(other.of, at))
    return max(below, key=lambda each: each.x, default=None), min(above, key=lambda each: each.x, default=None)


class Input(StrEnum):
    """A value that a user gives for a choice, and may change."""

    PROCESSOR = "processor price"
    TRAFFIC = "traffic price"
    STORAGE = "storage price"
    WAITING = "waiting price"
    READS = "reads per write"
    MONTHS = "months kept"
    COLD_STARTS = "share of cold starts"
    LINK = "link"  # as the seconds that a bit takes; people see its rate
    MESSAGES = "messages per second"  # all costs grow with it


PRICED: Sequence[Input] = tuple(each for each in Input if each is not Input.MESSAGES)
"""Inputs that costs are affine in."""
PRICES = {Input.PROCESSOR: "processor", Input.TRAFFIC: "traffic", Input.STORAGE: "storage", Input.WAITING: "waiting"}
"""Inputs that are prices, with their names in `Prices`."""
_USES = {
    Input.READS: "reads",
    Input.MONTHS: "months",
    Input.COLD_STARTS: "cold_starts",
    Input.MESSAGES: "messages_per_s",
}


def value_of(given: Input, use: Use, prices: Prices) -> float:
    """The current value of an input."""
    if given in PRICES:
        return float(getattr(prices, PRICES[given]).price)
    if given is Input.LINK:
        return 0.0 if use.link is None else 1 / use.link.bits_per_s
    return float(getattr(use, _USES[given]))


def with_value(given: Input, value: float, use: Use, prices: Prices) -> tuple[Use, Prices]:
    """The same with another value of one input."""
    if given in PRICES:
        name = PRICES[given]
        return use, prices.model_copy(update={name: getattr(prices, name).model_copy(update={"price": value})})
    if given is Input.LINK:
        delay_s = 0.0 if use.link is None else use.link.delay_s
        return replace(use, link=Link(1 / value if value else float("inf"), delay_s)), prices
    changed: dict[str, Any] = {_USES[given]: value}
    return replace(use, **changed), prices


def most_of(given: Input) -> float:
    """The largest value that an input may have; for a link, one second per bit."""
    return 1.0 if given in (Input.COLD_STARTS, Input.LINK) else 1e9
