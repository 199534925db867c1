"""The link that encoded data crosses from one platform to another."""

import re
from dataclasses import dataclass

from wirelab.model.errors import UsageError
from wirelab.model.units import NS_PER_S

_RATES = {"T": 1e12, "G": 1e9, "M": 1e6, "k": 1e3, "": 1.0}
_DELAYS = {"s": 1.0, "ms": 1e-3, "us": 1e-6}
_NUMBER = r"(\d{1,9}(?:\.\d{1,12})?)"
_LINK = re.compile(rf"{_NUMBER}\s?([TGMk]?)bit/s(?:,\s?{_NUMBER}\s?(s|ms|us))?")


@dataclass(frozen=True, slots=True)
class Link:
    """A link between two platforms: its rate, and the delay of one way."""

    bits_per_s: float
    delay_s: float = 0.0

    def time_ns(self, byte_count: float) -> float:
        """How long so many bytes take, from the first leaving to the last arriving."""
        return (self.delay_s + 8 * byte_count / self.bits_per_s) * NS_PER_S

    def __str__(self) -> str:
        return rate_words(self.bits_per_s, 12) + (f", {_with_unit(self.delay_s, _DELAYS)}" if self.delay_s else "")


def rate_words(bits_per_s: float, digits: int = 2) -> str:
    """Write a rate to so many significant digits: `38 Mbit/s`."""
    return _with_unit(float(f"{bits_per_s:.{digits}g}"), _RATES) + "bit/s"


def parse_link(text: str) -> Link:
    """Read `RATE[,DELAY]`: `1Gbit/s`, `20Mbit/s,40ms`; a UsageError if it is not of that form, or the rate is 0."""
    match = _LINK.fullmatch(text)
    if match is None or not float(match[1]):
        raise UsageError(
            f"link '{text}'",
            "it is not a valid link",
            why="a link is a rate in bits per second, above 0, and optionally a one-way delay",
            remedy="write, for example, 1Gbit/s or 20Mbit/s,40ms",
        )
    return Link(float(match[1]) * _RATES[match[2]], float(match[3]) * _DELAYS[match[4]] if match[3] else 0.0)


def _with_unit(value: float, units: dict[str, float]) -> str:
    unit, scale = next(((unit, scale) for unit, scale in units.items() if value >= scale), list(units.items())[-1])
    number = f"{value / scale:.12g}"
    # With an exponent, `parse_link` would not read it.
    return f"{f'{value / scale:.12f}'.rstrip('0').rstrip('.') if 'e' in number else number} {unit}"
