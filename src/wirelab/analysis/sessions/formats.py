"""Formats between platforms, over several sessions: each format's time over the reference's. Pure."""

import math
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations

from wirelab.analysis.decide.fastest import ByRound, level_of_each
from wirelab.analysis.decide.intervals import differences
from wirelab.analysis.sessions.estimates import Estimate, Repeated, estimated
from wirelab.analysis.sessions.verdicts import Judged, judged_by, known
from wirelab.analysis.transfer import own_times
from wirelab.model.findings.finding import Verdict
from wirelab.model.findings.sessions import PooledFormat, Reach, Route
from wirelab.model.findings.transfer import TransferFinding, WayFinding
from wirelab.model.groups import gathered


@dataclass(frozen=True, slots=True)
class Carried:
    """A transfer in one session."""

    at: int  # the session's number
    machine: str
    finding: TransferFinding
    times_ns: ByRound

    @property
    def routes(self) -> Mapping[Route, dict[str, tuple[WayFinding, dict[int, float]]]]:
        """The time of each format in each round after the qualifying ones, in ns, by its name."""
        first = self.finding.qualifying
        after = {cell: {b: ns for b, ns in own.items() if b >= first} for cell, own in self.times_ns.items()}
        found: dict[Route, dict[str, tuple[WayFinding, dict[int, float]]]] = {}
        for each in self.finding.ways:
            if each.link_ns is not None and (own := own_times(each.way, after)):
                to = tuple(cell.platform for cell in each.way.readers)
                route = Route(each.way.writer.corpus, each.way.writer.platform, to, self.finding.link)
                totals = {b: ns + each.link_ns for b, ns in own.items()}
                found.setdefault(route, {})[each.way.format] = each, totals
        return found

    def repeated(self, logs: Iterable[float]) -> Repeated:
        """A number in this session."""
        return Repeated(self.at, self.machine, tuple(logs))


@dataclass(frozen=True, slots=True)
class _Seen:
    """A format in one session."""

    session: Carried
    way: WayFinding
    totals_ns: Mapping[int, float]
    ratio: Repeated | None  # to the reference; None: it is the reference

    @property
    def time(self) -> Repeated:
        return self.session.repeated(math.log(ns) for _, ns in sorted(self.totals_ns.items()))


_Key = tuple[Route, str, str]
"""A route, a format, and the one that it is compared with."""


def pooled_formats(
    sessions: Sequence[Carried], *, alpha: float, band: float, confidence: float
) -> tuple[PooledFormat, ...]:
    """Each format on each route that any session has, over all that compare it with the same one.

    In at most a share `alpha` of such reports, any format is wrongly called different. A session without a verdict on a
    format, because processes were not steady, is left out.
    """
    seen: dict[_Key, list[_Seen]] = {}
    for session in sessions:
        reference = session.finding.reference
        for route, formats in session.routes.items():
            _, against = formats.get(reference, (None, {}))
            for name, (way, totals) in formats.items():
                if way.verdict is not Verdict.UNSTEADY:
                    ratio = None if name == reference else _ratio(session, totals, against)
                    seen.setdefault((route, name, reference), []).append(_Seen(session, way, totals, ratio))
    compared = {key: [one.ratio for one in own if one.ratio is not None] for key, own in seen.items()}
    answers = judged_by(compared, alpha=alpha, band=band)
    fastest = _fastest(seen, answers, confidence)
    return tuple(_format(key, own, answers.get(key), confidence, key in fastest) for key, own in seen.items())


def _ratio(session: Carried, own_ns: Mapping[int, float], other_ns: Mapping[int, float]) -> Repeated:
    return session.repeated(log for _, log in differences(own_ns, other_ns))


def _fastest(seen: Mapping[_Key, Sequence[_Seen]], answers: Mapping[_Key, Judged], confidence: float) -> Set[_Key]:
    """The formats among which the fastest is, for each route and the one that all are compared with there.

    Like `fastest_of` within a session: a format is out if any other is found to be faster. In at most 1 - `confidence`
    of reports, that happens to the truly fastest one. A format and its reference are not distinguished here if their
    verdict does not distinguish them. A pair whose sessions reach less far than those of others puts no format out.
    """
    to_reference = {key: each.estimate for key, each in answers.items()}
    left: set[_Key] = set()
    for keys in gathered(((route, reference), (route, name, reference)) for route, name, reference in seen).values():
        ordered = sorted(keys, key=_is_reference)  # which is the other one of each of its pairs
        pairs = (
            (one, other, to_reference.get(one) if _is_reference(other) else _apart(seen[one], seen[other]))
            for one, other in combinations(ordered, 2)
        )
        found = [(one, other, each) for one, other, each in pairs if each is not None]
        farthest = max((each.reach for *_, each in found), key=list(Reach).index, default=Reach.SESSION)
        level = level_of_each(max(2, len(keys)), confidence)
        out = set()
        for one, other, each in found:
            alike = _is_reference(other) and not answers[one].verdict.differs
            interval = known(each, level).value
            if each.reach is farthest and not alike and not interval.low <= 1 <= interval.high:
                out.add(one if interval.low > 1 else other)
        left.update(key for key in keys if key not in out)
    return left


def _is_reference(key: _Key) -> bool:
    _, name, reference = key
    return name == reference


def _apart(one: Sequence[_Seen], other: Sequence[_Seen]) -> Estimate | None:
    """The ratio of two formats over all sessions that have both."""
    there = {each.session.at: each for each in other}
    pairs = [(each, there[each.session.at]) for each in one if each.session.at in there]
    return estimated([_ratio(each.session, each.totals_ns, against.totals_ns) for each, against in pairs])


def _format(
    key: _Key, own: Sequence[_Seen], answer: Judged | None, confidence: float, may_be_fastest: bool
) -> PooledFormat:
    route, name, reference = key
    time = estimated([each.time for each in own])
    compared = name != reference
    shown = [each.ratio or each.time for each in own]
    return PooledFormat(
        format=name,
        route=route,
        against=reference if compared else "",
        codecs=tuple(dict.fromkeys(" → ".join(str(cell.subject) for cell in each.way.way.cells) for each in own)),
        ratio=None if answer is None else answer.pooled,
        verdict=None if not compared else Verdict.UNRESOLVED if answer is None else answer.verdict,
        time_ns=None if time is None else known(time, confidence),
        sessions=tuple(each.found for each in shown if each.logs),
        may_be_fastest=may_be_fastest,
    )
