"""Questions about a format that people ask before they measure, each with the part of a run that it leaves. Pure."""

from collections import Counter
from collections.abc import Sequence

from wirelab.analysis.decide.fastest import fastest_of
from wirelab.analysis.decide.intervals import time_interval
from wirelab.choice.candidates import Candidate
from wirelab.choice.decision import moved
from wirelab.choice.needs import Basis, Left, Need
from wirelab.choice.use import Times


def questions(
    candidates: Sequence[Candidate], needs: Sequence[Need], *, confidence: float, band: float
) -> tuple[Left, ...]:
    """The part of the candidates that each of `needs` leaves, first without any need; their answers are to `needs`.

    A way is not the fastest if another is faster by more than the `band`, paired by round; with `confidence`, the
    fastest is among those that stay. Ways that changed their speed while they were measured are left out there.
    """
    measured = [each for each in candidates if not each.lacking]
    found = [_left(None, measured, (), confidence, band)]
    for at, need in enumerate(needs):
        meeting = [each for each in measured if each.answers[at].met]
        bases = [each.answers[at].basis for each in meeting]
        found.append(_left(need, meeting, bases, confidence, band))
    return tuple(found)


def _left(need: Need | None, left: Sequence[Candidate], bases: Sequence[Basis], confidence: float, band: float) -> Left:
    if not left:
        return Left(need, (), {})
    by_size = sorted(left, key=lambda each: (each.size_bytes or 0.0, str(each.way)))
    steady = [each for each in left if not each.unsteady]
    totals = {each.way: {b: _both_ns(times) for b, times in each.rounds.items()} for each in steady}
    means = {each.way: _both_ns(each.measured) for each in steady}
    ways = sorted(totals, key=lambda way: (means[way], str(way)))
    fastest = (fastest_of(ways, totals, confidence, band=band) if len(ways) > 1 else ()) or tuple(ways)
    by_round = [*totals[fastest[0]].values()] if fastest else []  # none where its codecs share no round
    return Left(
        need,
        formats=tuple(dict.fromkeys(each.way.format for each in by_size)),
        bases=Counter(bases),
        smallest=by_size[0].way,
        size_bytes=by_size[0].size_bytes,
        fastest=fastest,
        time=moved(time_interval(by_round, confidence), means[fastest[0]]) if by_round else None,
    )


def _both_ns(times: Times) -> float:
    return times.write_ns + times.read_ns
