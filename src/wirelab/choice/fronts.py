"""The Pareto set of ways: no other writes and reads as fast and makes as few bytes. Pure.

Every cost that grows with times and bytes is least at one of them, whatever the prices and the use.
"""

from collections.abc import Sequence

from wirelab.analysis.decide.intervals import paired_ratio
from wirelab.choice.candidates import Candidate
from wirelab.model.findings.transfer import Way


def outdone(ordered: Sequence[Candidate], level: float, band: float) -> dict[Way, Way]:
    """Of candidates, the cheapest first, those outside the Pareto set, each with one within it that is better.

    One is better if it makes no more bytes, is slower in neither writing nor reading by more than the band, and is
    better in one of the three by more than that. Times count as what the interval of their ratio shows at `level`, so
    nobody is out by chance.
    """
    front: list[Candidate] = []
    found: dict[Way, Way] = {}
    for each in ordered:
        better = next((other for other in front if _outdoes(other, each, level, band)), None)
        if better is None:
            front.append(each)
        else:
            found[each.way] = better.way
    return found


def _outdoes(one: Candidate, other: Candidate, level: float, band: float) -> bool:
    if one.size_bytes is None or other.size_bytes is None or one.size_bytes > other.size_bytes:
        return False
    write = _least_ratio(
        {b: each.write_ns for b, each in other.rounds.items()},
        {b: each.write_ns for b, each in one.rounds.items()},
        level,
    )
    read = _least_ratio(
        {b: each.read_ns for b, each in other.rounds.items()},
        {b: each.read_ns for b, each in one.rounds.items()},
        level,
    )
    fewer = other.size_bytes / one.size_bytes if one.size_bytes else 1.0
    return min(write, read) >= 1 / (1 + band) and max(write, read, fewer) > 1 + band


def _least_ratio(own_ns: dict[int, float], other_ns: dict[int, float], level: float) -> float:
    """The least that the ratio may be; 1 where nobody reads, 0 where nothing is known."""
    if not any(own_ns.values()) and not any(other_ns.values()):
        return 1.0
    found = paired_ratio(own_ns, other_ns, level)
    return 0.0 if found is None else found.low
