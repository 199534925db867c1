"""The Pareto set of ways: no other writes and reads as fast and makes as few bytes. Pure.

Every cost that grows with times and bytes is least at one of them, whatever the prices and the reads per write.
"""

from collections.abc import Sequence

from wirelab.analysis.decide.intervals import paired_ratio
from wirelab.choice.candidates import Candidate
from wirelab.choice.use import Times, Use
from wirelab.model.findings.transfer import Way


def outdone(ordered: Sequence[Candidate], use: Use, level: float, band: float) -> dict[Way, Way]:
    """The candidates outside the Pareto set, each with one within it that is better; `ordered` has the cheapest first.

    One is better if it makes no more bytes, is slower in neither writing nor reading by more than the band, and is
    better in one of the three by more than that. Times count by the limit of their ratio's interval at `level`, so that
    chance does not put a candidate out.
    """
    front: list[Candidate] = []
    found: dict[Way, Way] = {}
    for each in ordered:
        better = next((other for other in front if _outdoes(other, each, use, level, band)), None)
        if better is None:
            front.append(each)
        else:
            found[each.way] = better.way
    return found


def effective(times: Times, use: Use) -> tuple[float, float]:
    """The average times to write and to read a message, in ns, the extra time of first calls included."""
    return (
        times.write_ns + use.cold_starts * times.cold_write_ns,
        times.read_ns + use.cold_starts * times.cold_read_ns,
    )


def _outdoes(one: Candidate, other: Candidate, use: Use, level: float, band: float) -> bool:
    if one.size_bytes is None or other.size_bytes is None or one.size_bytes > other.size_bytes:
        return False
    ratios = [_least_ratio(other, one, use, level, which) for which in (0, 1)]
    fewer = other.size_bytes / one.size_bytes if one.size_bytes else 1.0
    return min(ratios) >= 1 / (1 + band) and max(*ratios, fewer) > 1 + band


def _least_ratio(own: Candidate, other: Candidate, use: Use, level: float, which: int) -> float:
    """The least that the ratio of writing (0) or reading (1) may be; 1 where nobody reads, 0 where nothing is known."""
    if not any(effective(each.measured, use)[which] for each in (own, other)):
        return 1.0
    own_ns, other_ns = ({b: effective(times, use)[which] for b, times in each.rounds.items()} for each in (own, other))
    found = paired_ratio(own_ns, other_ns, level)
    return 0.0 if found is None else found.low
