"""Verdicts on numbers of several sessions, all together: at most the family's error of any false difference. Pure."""

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from wirelab.analysis.decide.decision import verdict_on
from wirelab.analysis.decide.intervals import on_ratios
from wirelab.analysis.decide.shrinkage import Scatter, shrunk
from wirelab.analysis.sessions.estimates import Estimate, Repeated, bootstrapped, estimated
from wirelab.model.findings.finding import Interval, Verdict
from wirelab.model.findings.sessions import Pooled
from wirelab.model.groups import gathered

METHOD = "t"
K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Judged:
    """A ratio over sessions, and its verdict."""

    estimate: Estimate
    pooled: Pooled
    verdict: Verdict


def judged_by(seen: Mapping[K, Sequence[Repeated]], *, alpha: float, band: float) -> dict[K, Judged]:
    """The verdict on each ratio by its sessions; ratios with fewer than two rounds in all are left out."""
    family = {key: estimate for key, own in seen.items() if (estimate := estimated(own)) is not None}
    return dict(zip(family, judged([*family.values()], alpha=alpha, band=band), strict=True))


def judged(family: Sequence[Estimate], *, alpha: float, band: float) -> tuple[Judged, ...]:
    """The verdict on each ratio; at most a share `alpha` of such families has any false difference.

    The error is shared evenly; a ratio that is found to differ leaves its share to the others (Holm 1979). The interval
    that is shown is the one that the verdict is based on. The variance of a ratio from session to session is shrunk
    towards the others', like scatter within a session, among ratios that reach equally far: a few sessions of one ratio
    show little about it.
    """
    found: dict[int, Pooled] = {}
    while True:
        left = len(family) - len(found)
        shown = {at: each for at, each in enumerate(_drawn_together(family, left, alpha)) if at not in found}
        fresh = {at: each for at, each in shown.items() if not each.value.low <= 1 <= each.value.high}
        found |= fresh
        if not fresh or len(found) == len(family):
            break
    pooled = shown | found
    return tuple(Judged(each, pooled[at], verdict_on(pooled[at].value, band)) for at, each in enumerate(family))


def known(estimate: Estimate, confidence: float) -> Pooled:
    """A number without a comparison: a time, with an interval of its own."""
    return _pooled(estimate, _scatter(estimate), confidence, confidence)


def _drawn_together(family: Sequence[Estimate], left: int, alpha: float) -> list[Pooled]:
    """Each ratio at the level of one of `left` comparisons."""
    drawn = {
        reach: iter(shrunk(list(map(_scatter, alike)), left))
        for reach, alike in gathered((each.reach, each) for each in family).items()
    }
    return [_pooled(each, next(drawn[each.reach]), 1 - alpha / left, 1 - alpha) for each in family]


def _scatter(own: Estimate) -> Scatter:
    return Scatter(own.variance * own.units, own.freedom)


def _pooled(own: Estimate, scatter: Scatter, level: float, confidence: float) -> Pooled:
    from scipy.special import stdtrit

    half = float(stdtrit(scatter.freedom, (1 + level) / 2)) * math.sqrt(scatter.variance / own.units)
    logs = Interval(own.mean, own.mean - half, own.mean + half, confidence, own.rounds, METHOD)
    limits = bootstrapped(own, confidence)
    return Pooled(
        value=replace(on_ratios(logs), calibrated=level),
        reach=own.reach,
        freedom=scatter.freedom,
        spread=own.spread,
        sessions=own.sessions,
        machines=own.machines,
        bootstrap=None if limits is None else (math.exp(limits[0]), math.exp(limits[1])),
    )
