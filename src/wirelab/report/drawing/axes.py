"""Logarithmic axes: their limits, their ticks, and labels that do not cover each other. Pure."""

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass

_FEWEST_TICKS, _MOST_TICKS = 3, 7
_LEAST, _MOST_LOG = sys.float_info.min, math.log(sys.float_info.max)
CHARACTER_PX, LINE_PX = 5.9, 13
"""The width of a character and the height of a line of small texts."""
Label = tuple[float, float, str]
"""A text at a point, in pixels from the plot's upper left corner."""
_Box = tuple[float, float, float, float]  # left, top, right, bottom
_MANTISSAS = ((1.0,), (1.0, 3.0), (1.0, 2.0, 5.0), (1.0, 1.5, 2.0, 3.0, 5.0, 7.0))


@dataclass(frozen=True, slots=True)
class LogAxis:
    """A logarithmic axis from `low`, above 0, at pixel 0 to `high` at its last pixel."""

    low: float
    high: float
    pixels: float

    def pixel(self, value: float) -> float:
        """Place `value` on the axis."""
        low = math.log(self.low)
        return self.pixels * (math.log(value) - low) / (math.log(self.high) - low)

    def value(self, pixel: float) -> float:
        """Find the value at `pixel`."""
        low = math.log(self.low)
        return math.exp(min(low + (math.log(self.high) - low) * pixel / self.pixels, _MOST_LOG))

    def ticks(self) -> list[float]:
        """Choose three to seven round values on the axis."""
        for mantissas in _MANTISSAS:
            found = [value for value in self._multiples(mantissas) if self.low <= value <= self.high]
            if _FEWEST_TICKS <= len(found) <= _MOST_TICKS:
                return found
        if self.high / self.low > 10 ** (_MOST_TICKS - 1):
            decades = [value for value in self._multiples((1.0,)) if self.low <= value <= self.high]
            return decades[:: math.ceil(len(decades) / _MOST_TICKS)]
        return self._even_ticks()

    def _multiples(self, mantissas: tuple[float, ...]) -> list[float]:
        first, last = math.floor(math.log10(self.low)), math.ceil(math.log10(self.high))
        return [float(f"{m}e{power}") for power in range(first, last + 1) for m in mantissas]

    def _even_ticks(self) -> list[float]:
        rough = (self.high - self.low) / 3
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(m * power for m in (5, 2, 1) if m * power <= rough * (1 + 1e-9))
        first, last = math.ceil(self.low / step), math.floor(self.high / step)
        return [float(f"{index * step:.12g}") for index in range(first, last + 1)]


def log_axis(values: Sequence[float], pixels: float, margin: float = 0.08) -> LogAxis:
    """Make an axis that holds `values` (above 0, at least one) with `margin` of its length free at either end."""
    low, high = math.log(min(values)), math.log(max(values))
    room = max((high - low) * margin, 0.02)
    return LogAxis(max(math.exp(low - room), _LEAST), math.exp(min(high + room, _MOST_LOG)), pixels)


def place_labels(labels: Sequence[Label], width: float, height: float) -> list[tuple[float, float] | None]:
    """Find where each text's centre goes so that no text covers another, a point, or the plot's edge.

    Greedy, first labels first; None where no place is free.
    """
    points: list[_Box] = [(x - 6, y - 6, x + 6, y + 6) for x, y, _ in labels]
    taken: list[_Box] = []
    centres: list[tuple[float, float] | None] = []
    for index, (x, y, text) in enumerate(labels):
        half, half_line = len(text) * CHARACTER_PX / 2, LINE_PX / 2
        side, above = half + 9, half_line + 7
        offsets = [(side, 0.0), (-side, 0.0), (0.0, -above), (0.0, above)]
        offsets += [(dx * 0.9, dy * 0.8) for dx in (side, -side) for dy in (-above, above)]
        others = points[:index] + points[index + 1 :] + taken
        for centre in ((x + dx, y + dy) for dx, dy in offsets):
            box = (centre[0] - half, centre[1] - half_line, centre[0] + half, centre[1] + half_line)
            inside = box[0] >= 0 and box[1] >= 0 and box[2] <= width and box[3] <= height
            if inside and not any(_overlap(box, other) for other in others):
                taken.append(box)
                centres.append(centre)
                break
        else:
            centres.append(None)
    return centres


def _overlap(one: _Box, other: _Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def stacked(pixels: Sequence[float]) -> list[float]:
    """Places for texts that should be at `pixels` (ascending), each at least a line below the one before."""
    places: list[float] = []
    for pixel in pixels:
        places.append(max(pixel, places[-1] + LINE_PX) if places else pixel)
    return places
