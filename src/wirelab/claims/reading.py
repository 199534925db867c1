"""The numbers that a claim rests on, at each place where there are figures, and what they have to be. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, nextafter

from wirelab.analysis.decision import Scale
from wirelab.model.figure import Figure

BELOW_1, ABOVE_1 = nextafter(1.0, -inf), nextafter(1.0, inf)
ABOVE_0 = nextafter(0.0, inf)


@dataclass(frozen=True, slots=True)
class Reading:
    """One number of a claim, and what it has to be.

    Attributes:
        value: the number.
        low: it is at least this; None: no limit.
        high: it is at most this; None: no limit.
        of: the figures it is made of.
        scale: how it scatters.
    """

    value: float
    low: float | None
    high: float | None
    of: tuple[Figure, ...]
    scale: Scale = Scale.RATIO

    @property
    def met(self) -> bool:
        """Whether it is what it has to be; a limit itself is."""
        return (self.low is None or self.value >= self.low) and (self.high is None or self.value <= self.high)


def slope(points: Sequence[tuple[float, float]]) -> float:
    """Of y over x, by least squares."""
    centre = sum(x for x, _ in points) / len(points)
    return sum((x - centre) * y for x, y in points) / sum((x - centre) ** 2 for x, _ in points)


def nonzero(figures: Iterable[Figure]) -> list[Figure]:
    """The figures that something can be divided by."""
    return [figure for figure in figures if figure.value]
