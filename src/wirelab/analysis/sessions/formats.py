"""Formats between platforms, over several sessions: each format's time over the reference's. Pure."""

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations

from wirelab.analysis.decide.fastest import ByRound, level_of_each
from wirelab.analysis.decide.intervals import differences
from wirelab.analysis.decide.round_ratios import Logs
from wirelab.analysis.sessions.estimates import Estimate, Repeated, estimated
from wirelab.analysis.sessions.verdicts import Judged, judged, known
from wirelab.analysis.transfer import own_times
from wirelab.model.findings.finding import Verdict
from wirelab.model.findings.sessions import InSession, PooledFormat, Reach, Route
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


@dataclass(frozen=True, slots=True)
class _Seen:
    """A format in one session."""

    carried: Carried
    way: WayFinding
    totals_ns: Mapping[int, float]
    ratios: Logs | None  # to the reference; None: it is the reference

    @property
    def times(self) -> Logs:
        return tuple((b, math.log(ns)) for b, ns in sorted(self.totals_ns.items()))

    def repeated(self, logs: Logs) -> Repeated:
        return Repeated(self.carried.machine, tuple(value for _, value in logs))


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
                    ratios = None if name == reference else differences(totals, against)
                    seen.setdefault((route, name, reference), []).append(_Seen(session, way, totals, ratios))
    compared = {key: estimated([one.repeated(one.ratios) for one in own if one.ratios]) for key, own in seen.items()}
    family = {key: each for key, each in compared.items() if each is not None}
    answers = dict(zip(family, judged(list(family.values()), alpha=alpha, band=band), strict=True))
    fastest = _fastest(seen, compared, answers, confidence)
    return tuple(_format(key, own, answers.get(key), confidence, key in fastest) for key, own in seen.items())


def _fastest(
    seen: Mapping[_Key, Sequence[_Seen]],
    compared: Mapping[_Key, Estimate | None],
    answers: Mapping[_Key, Judged],
    confidence: float,
) -> Set[_Key]:
    """The formats among which the fastest is, for each route and the one that all are compared with there.

    Like `fastest_of` within a session: a format is out if any other is found to be faster. In at most 1 - `confidence`
    of reports, that happens to the truly fastest one. A format and its reference are not distinguished here if their
    verdict does not distinguish them. A pair whose sessions reach less far than those of others puts no format out.
    """
    left: set[_Key] = set()
    for keys in gathered(((route, reference), (route, name, reference)) for route, name, reference in seen).values():
        ordered = sorted(keys, key=_is_reference)  # which is the other one of each of its pairs
        pairs = (
            (one, other, compared[one] if _is_reference(other) else _apart(seen[one], seen[other]))
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
    there = {each.carried.at: each for each in other}
    pairs = [(each, there[each.carried.at]) for each in one if each.carried.at in there]
    return estimated([each.repeated(differences(each.totals_ns, against.totals_ns)) for each, against in pairs])


def _format(
    key: _Key, own: Sequence[_Seen], answer: Judged | None, confidence: float, may_be_fastest: bool
) -> PooledFormat:
    route, name, reference = key
    time = estimated([each.repeated(each.times) for each in own])
    compared = name != reference
    logs = [(each, each.ratios if compared else each.times) for each in own]
    return PooledFormat(
        format=name,
        route=route,
        against=reference if compared else "",
        codecs=tuple(dict.fromkeys(" → ".join(str(cell.subject) for cell in each.way.way.cells) for each in own)),
        ratio=None if answer is None else answer.pooled,
        verdict=None if not compared else Verdict.UNRESOLVED if answer is None else answer.verdict,
        time_ns=None if time is None else known(time, confidence),
        sessions=tuple(_found(each, values) for each, values in logs if values),
        may_be_fastest=may_be_fastest,
    )


def _found(each: _Seen, logs: Logs) -> InSession:
    return InSession(each.carried.at, math.exp(math.fsum(value for _, value in logs) / len(logs)), len(logs))
