"""Formats between platforms, over several sessions: what each takes, over what the reference takes. Pure."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wirelab.analysis.decide.fastest import ByRound
from wirelab.analysis.decide.intervals import differences
from wirelab.analysis.decide.round_ratios import Logs
from wirelab.analysis.sessions.estimates import Estimate, Repeated, estimated
from wirelab.analysis.sessions.verdicts import Judged, judged, known
from wirelab.analysis.transfer import own_times
from wirelab.model.findings.finding import Verdict
from wirelab.model.findings.sessions import InSession, PooledFormat, Route
from wirelab.model.findings.transfer import TransferFinding, WayFinding


@dataclass(frozen=True, slots=True)
class Carried:
    """A transfer in one session."""

    at: int  # the session's number
    machine: str
    finding: TransferFinding
    times_ns: ByRound

    @property
    def routes(self) -> Mapping[Route, dict[str, tuple[WayFinding, dict[int, float]]]]:
        """What each format took in each round after the qualifying ones, in ns, by its name."""
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
    """What one session has of a format."""

    carried: Carried
    way: WayFinding
    times: Logs
    ratios: Logs | None  # to the reference; None: it is the reference

    def repeated(self, logs: Logs) -> Repeated:
        return Repeated(self.carried.machine, tuple(value for _, value in logs))


def pooled_formats(
    sessions: Sequence[Carried], *, alpha: float, band: float, confidence: float
) -> tuple[PooledFormat, ...]:
    """Each format on each route that any session has, over all that compare it with the same one.

    All together call any format different that is not in at most a share `alpha` of such reports. A session of which
    nothing was said, because processes were not steady, is left out.
    """
    seen: dict[tuple[Route, str, str], list[_Seen]] = {}
    for session in sessions:
        reference = session.finding.reference
        for route, formats in session.routes.items():
            _, against = formats.get(reference, (None, {}))
            for name, (way, totals) in formats.items():
                if way.verdict is not Verdict.UNSTEADY:
                    times = tuple((b, math.log(ns)) for b, ns in sorted(totals.items()))
                    ratios = None if name == reference else differences(totals, against)
                    seen.setdefault((route, name, reference), []).append(_Seen(session, way, times, ratios))
    compared = {key: _estimate(own) for key, own in seen.items()}
    family = {key: each for key, each in compared.items() if each is not None}
    answers = dict(zip(family, judged(list(family.values()), alpha=alpha, band=band), strict=True))
    return tuple(_format(key, own, answers.get(key), confidence) for key, own in seen.items())


def _estimate(own: Sequence[_Seen]) -> Estimate | None:
    repeated = [each.repeated(each.ratios) for each in own if each.ratios]
    return estimated(repeated) if repeated else None


def _format(
    key: tuple[Route, str, str], own: Sequence[_Seen], answer: Judged | None, confidence: float
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
    )


def _found(each: _Seen, logs: Logs) -> InSession:
    return InSession(each.carried.at, math.exp(math.fsum(value for _, value in logs) / len(logs)), len(logs))
