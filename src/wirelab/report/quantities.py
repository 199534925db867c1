"""Quantities as people read them: three significant digits, a unit, no float noise. Pure."""

import math
from collections.abc import Sequence

from wirelab.model.findings.finding import Interval

MISSING = "–"
_NANOSECONDS = ((1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1.0, "ns"))
_BYTES = ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B"))
_DIGITS = 3
_MOST_EXTRA_DECIMALS = 2
_NEAR_ONE = 1.1
_LEAST_PLAIN, _MOST_PLAIN = 1e-4, 1e12


def duration(ns: float | None) -> str:
    """Write `ns` nanoseconds as `847 µs`, `1.23 ms`, `12.3 s`; None as a dash."""
    return MISSING if ns is None else _with_unit(ns, _NANOSECONDS)


def size(byte_count: float | None) -> str:
    """Write bytes, decimal: `512 B`, `83.0 kB`, `1.20 MB`; None as a dash."""
    if byte_count is not None and 0 <= byte_count < 999.5:
        return f"{byte_count:.0f} B"
    return MISSING if byte_count is None else _with_unit(byte_count, _BYTES)


def rate(byte_count: float | None, ns: float | None) -> str:
    """Write bytes in a time as bytes per second: `83.0 MB/s`; a dash where one is unknown."""
    return MISSING if not ns or byte_count is None else f"{size(byte_count / ns * 1e9)}/s"


def ratio(value: float | None, digits: int = _DIGITS) -> str:
    """Write a ratio to `digits` significant digits: `3.97×`; None as a dash."""
    return MISSING if value is None else f"{_plain(value, digits)}×"


def duration_with_interval(times: Interval | None) -> tuple[str, str]:
    """Write times in nanoseconds as estimate and limits in the estimate's unit: `1.23 ms` and `[1.20, 1.26]`."""
    if times is None:
        return MISSING, ""
    scale, unit = _unit(times.estimate, _NANOSECONDS)
    estimate, limits = _with_limits(times, scale, _DIGITS)
    return f"{estimate} {unit}", limits


def ratio_with_interval(ratios: Interval | None) -> tuple[str, str]:
    """Write a ratio as estimate and limits: `3.97×` and `[3.90, 4.05]`.

    Near 1, where the third decimal decides a verdict, it is written: `1.003×` and `[0.991, 1.014]`.
    """
    if ratios is None:
        return MISSING, ""
    estimate, limits = _with_limits(ratios, 1.0, 4 if 1 <= ratios.estimate < _NEAR_ONE else _DIGITS)
    return f"{estimate}×", limits


def share_words(ratios: Interval | None) -> str:
    """Write a ratio for a sentence: `0.52× [0.50, 0.54]`."""
    return "an unknown share" if ratios is None else together(ratio_with_interval(ratios))


def together(written: Sequence[str]) -> str:
    """Join an estimate and its limits, or other parts, where there are any."""
    return " ".join(filter(None, written))


def count(number: int) -> str:
    """Write a count with thousands set apart: `1,100`."""
    return f"{number:,}"


def several(number: int, of: str) -> str:
    """A number of things: `1 session`, `3 sessions`, `2 processes`."""
    plural = "" if number == 1 else "es" if of.endswith("s") else "s"
    return f"{count(number)} {of}{plural}"


def percent(share: float | None) -> str:
    """Write a share (0.95) as `95 %`, to one decimal where that says more: `99.5 %`; None as a dash."""
    if share is None:
        return MISSING
    text = f"{100 * share:.1f}"
    return f"{text.removesuffix('.0')} %"


def level_text(level: float) -> str:
    """Write an interval's level with as many decimals as distinguish it from 100 %: `97.5 %`, `99.96 %`."""
    decimals = max(1, math.ceil(-math.log10(1 - level)) - 1) if level < 1 else 0
    return f"{100 * level:.{decimals}f}".rstrip("0").rstrip(".") + " %" if decimals else "100 %"


def number(value: float | None, digits: int = _DIGITS) -> str:
    """Write a number of any unit and sign to `digits` significant digits; None as a dash.

    `-0.0333`, `1,190,000`; as `1.23e-07` where there would be more zeros than anyone counts.
    """
    if value is None:
        return MISSING
    if not math.isfinite(value):
        return "∞" if value > 0 else "−∞" if value < 0 else MISSING
    if value and not _LEAST_PLAIN <= abs(value) < _MOST_PLAIN:
        return f"{value:.{digits - 1}e}"
    return f"{float(f'{value:.{digits - 1}e}'):,.{decimals(value, digits)}f}"


def probability(p: float | None) -> str:
    """Write a p value to four decimals: `0.5724`, `<0.0001`; None as a dash."""
    if p is None:
        return MISSING
    return "<0.0001" if p < 0.00005 else f"{p:.4f}"


def time_left(seconds: float) -> str:
    """Write how long something will take or took, to the second: `40 s`, `1 min 20 s`, `2 h 5 min`."""
    whole = max(0, math.ceil(seconds))
    hours, minutes, rest = whole // 3600, whole % 3600 // 60, whole % 60
    if hours:
        return f"{hours} h {minutes} min" if minutes else f"{hours} h"
    if minutes:
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    return f"{rest} s"


def decimals(value: float, digits: int = _DIGITS) -> int:
    """How many decimals show `value` to `digits` significant digits (none where the digits end before the point)."""
    if value == 0:
        return 0
    rounded = float(f"{value:.{digits - 1}e}")  # 9.996 is written 10.0, not 10.00
    return max(0, digits - 1 - math.floor(math.log10(abs(rounded))))


def _plain(value: float, digits: int = _DIGITS) -> str:
    _check(value)
    return f"{float(f'{value:.{digits - 1}e}'):.{decimals(value, digits)}f}"


def _unit(value: float, units: Sequence[tuple[float, str]]) -> tuple[float, str]:
    _check(value)
    rounded = float(f"{value:.{_DIGITS - 1}e}")  # 999.7 µs is written 1.00 ms
    return next(((scale, unit) for scale, unit in units if rounded >= scale), units[-1])


def _with_unit(value: float, units: Sequence[tuple[float, str]]) -> str:
    scale, unit = _unit(value, units)
    return f"{_plain(value / scale)} {unit}"


def _with_limits(interval: Interval, scale: float, digits: int) -> tuple[str, str]:
    """All to the estimate's decimals, or to as many more as the interval's width gives meaning to.

    No limits where the interval excludes nothing.
    """
    estimate, low, high = (value / scale for value in (interval.estimate, interval.low, interval.high))
    _check(estimate)
    places = decimals(estimate, digits)
    width = high - low
    if math.isfinite(width) and width > 0:
        places = min(max(places, math.ceil(-math.log10(width))), places + _MOST_EXTRA_DECIMALS)
    if low <= 0 and high == math.inf:  # one process: there is nothing to say
        return f"{estimate:.{places}f}", ""
    return f"{estimate:.{places}f}", f"[{_limit(low, places)}, {_limit(high, places)}]"


def _limit(value: float, places: int) -> str:
    return f"{value:.{places}f}" if math.isfinite(value) else "∞"


def _check(value: float) -> None:
    if not math.isfinite(value) or value < 0:
        raise ValueError(f"not a quantity: {value}")


def capitalized(text: str) -> str:
    """The text with a capital letter at its beginning, as a sentence has it."""
    return text[:1].upper() + text[1:]


def ended(text: str) -> str:
    """The text with a full stop, unless it leaves something out at its end."""
    return text if text.endswith("…") else f"{text}."


def listed(items: Sequence[str]) -> str:
    """Join at least one item as a sentence does: `a, b and c`."""
    return " and ".join(filter(None, (", ".join(items[:-1]), items[-1])))
