"""Where a series of sessions changes its level, with a bound on how often a change is found where there is none. Pure.

There is one number per session: ln(ratio), or the machine's speed. Between changes, sessions scatter normally around
one level. The search of the audits (`wirelab.analysis.audit.changepoints`) is for hundreds of batches, and bounds no
error.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import fmean

LEAST = 2
"""The fewest sessions on either side of a change: a single disturbed session is no change."""
FEWEST = 2 * LEAST
"""The fewest sessions in which a change can be found."""
_TO_DIVIDE = 2 * FEWEST
"""The fewest sessions with which parts of a series are searched, too: a level that came and went hides in the whole."""


@dataclass(frozen=True, slots=True)
class Step:
    """A change of level.

    Attributes:
        at: number of the first session after it, from 0.
        change: the later level less the earlier one.
        low: its lower limit.
        high: its upper limit; all changes of a series are within theirs together.
    """

    at: int
    change: float
    low: float
    high: float


def steps(values: Sequence[float], alpha: float, least: float = 0.0) -> tuple[Step, ...]:
    """The changes of level in a series, in order; if there are none, one is found with probability at most `alpha`.

    The whole series and windows of it are each divided where Student's t is largest; the narrowest one that shows a
    change has it (Baranowski, Chen and Fryzlewicz 2019, "Narrowest-over-threshold detection"), and both parts are
    searched in the same way. The whole spends half of the error, all windows together the other half, by Bonferroni's
    inequality over places; each part has its share by its sessions, so that all parts without a change err together in
    at most `alpha` of series (Meinshausen 2008, "Hierarchical testing of variable importance").

    In the end a change is taken back if its limits contain one that is no larger than `least`, in either direction:
    sessions that resemble the ones before them drift by a little, and that would be found.
    """
    n = len(values)
    places = sorted(_search(values, (0, n), alpha / max(1, n)))
    while True:
        ends = [0, *places, n]
        parts = [ends[at : at + 3] for at in range(len(places))]
        together = sum(end - first for first, _, end in parts)
        found = [_sized(values, first, at, end, alpha / together) for first, at, end in parts]
        unsure = [at for at, each in enumerate(found) if each.low <= least and each.high >= -least]
        if not unsure:
            return tuple(found)
        del places[min(unsure, key=lambda at: abs(found[at].change) / (found[at].high - found[at].low or 1.0))]


def _search(values: Sequence[float], part: tuple[int, int], per_session: float) -> Iterator[int]:
    first, end = part
    if (n := end - first) < FEWEST:
        return
    windows = list(_windows(first, end))
    spent = [(part, per_session * n / (2 if windows else 1) / (n - FEWEST + 1))]
    tests = sum(high - low - FEWEST + 1 for low, high in windows)
    spent += [(window, per_session * n / 2 / tests) for window in windows]
    shown = []
    for (low, high), level in spent:
        tail, place = min((_tail(values[low:at], values[at:high]), at) for at in range(low + LEAST, high - LEAST + 1))
        if tail <= level:
            shown.append((high - low, tail, place))
    if not shown:
        return
    *_, place = min(shown)
    yield place
    yield from _search(values, (first, place), per_session)
    yield from _search(values, (place, end), per_session)


def _windows(first: int, end: int) -> Iterator[tuple[int, int]]:
    """Half of the sessions, a quarter and so on, each window half over the next (Kovács et al. 2023, "Seeded")."""
    length = (end - first) // 2
    while end - first >= _TO_DIVIDE and length >= FEWEST:
        shift = max(1, length // 2)
        starts = range(first, end - length + 1, shift)
        yield from ((low, low + length) for low in dict.fromkeys((*starts, end - length)))
        length //= 2


def _sized(values: Sequence[float], first: int, at: int, end: int, per_session: float) -> Step:
    """How large a change is, by the sessions between those next to it."""
    from scipy.special import stdtrit

    before, after = values[first:at], values[at:end]
    change, n = fmean(after) - fmean(before), end - first
    level = per_session * n / (n - FEWEST + 1)
    half = float(stdtrit(n - 2, 1 - level / 2)) * _error(before, after)
    return Step(at, change, change - half, change + half)


def _tail(before: Sequence[float], after: Sequence[float]) -> float:
    """How probable such a difference is if both have one level."""
    from scipy.special import stdtr

    error, change = _error(before, after), abs(fmean(after) - fmean(before))
    statistic = change / error if error > 0 else inf if change > 0 else 0.0
    return 2 * float(stdtr(len(before) + len(after) - 2, -statistic))


def _error(before: Sequence[float], after: Sequence[float]) -> float:
    squares = 0.0
    for part in (before, after):
        centre = fmean(part)
        squares += sum((value - centre) ** 2 for value in part)
    return sqrt(squares / (len(before) + len(after) - 2) * (1 / len(before) + 1 / len(after)))
