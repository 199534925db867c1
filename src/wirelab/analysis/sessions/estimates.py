"""One number from several sessions: its mean, how well it is known, and by how much sessions and machines differ. Pure.

A round's ln(ratio), or ln(time), is mean + machine + session + round, the last three random: sessions are nested in
machines. Each number has variances of its own, because codecs do not scatter alike.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist, fmean, stdev

import numpy as np

from wirelab.analysis.sessions.mixed import fit_mixed
from wirelab.model.findings.sessions import InSession, Reach, Spread
from wirelab.model.groups import gathered

FROM_UNITS = 5
"""The fewest sessions (or machines) for a bootstrap of them."""
_DRAWS, _SEED = 4_000, 20_261_126


@dataclass(frozen=True, slots=True)
class Repeated:
    """A number in one session: its logarithm in each round."""

    at: int  # the session's number
    machine: str
    logs: tuple[float, ...]

    @property
    def found(self) -> InSession:
        """The number by this session's rounds."""
        return InSession(self.at, math.exp(fmean(self.logs)), len(self.logs))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean of logarithms."""

    mean: float
    variance: float  # of the mean
    freedom: float  # degrees of freedom of that variance
    reach: Reach  # the widest repetition
    units: int  # the number of repetitions: rounds, sessions or machines
    means: tuple[float, ...]  # of each unit, in the order of sessions
    spread: Spread  # by how much these differ, and the units within them
    sessions: int
    machines: int
    rounds: int  # of all sessions together


def estimated(sessions: Sequence[Repeated]) -> Estimate | None:
    """The mean over the widest repetition: machines if there are several, else sessions, else rounds.

    It is estimated by REML, with Satterthwaite's degrees of freedom. If REML finds no variance between machines (or
    sessions), as it does too often when they are few, it would treat every round as independent. The interval then
    follows from the means of machines (or sessions) themselves, as it does in balanced data anyway. Degrees of freedom
    are never more than these means have.

    None with fewer than two rounds in all.
    """
    own = [each for each in sessions if each.logs]
    logs = np.concatenate([each.logs for each in own]) if own else np.zeros(0)
    if len(logs) < 2:
        return None
    by_machine = gathered((each.machine, fmean(each.logs)) for each in own)
    facts = {"sessions": len(own), "machines": len(by_machine), "rounds": len(logs)}
    if len(own) == 1:
        values = logs.tolist()
        return _of_means(values, Reach.SESSION, Spread(rounds=stdev(values)), facts)
    if len(by_machine) == 1:
        reach, means = Reach.SESSIONS, by_machine[own[0].machine]
    else:
        reach, means = Reach.MACHINES, [fmean(each) for each in by_machine.values()]
    of_sessions = np.repeat(np.arange(len(own)), [len(each.logs) for each in own])
    names = list(by_machine)
    of_machines = np.array([names.index(each.machine) for each in own])[of_sessions]
    groups = {"machines": of_machines} if len(by_machine) > 1 else {}
    if len(by_machine) < len(own) < len(logs):  # else a session is the same as its machine, or as its one round
        groups["sessions"] = of_sessions
    if not groups or len(by_machine) == len(logs):
        spread = Spread(**{str(reach): stdev(means)})
        return _of_means(means, reach, spread, facts)
    fit = fit_mixed(logs, np.ones((len(logs), 1)), list(groups.values()))
    within = "rounds" if "sessions" in groups or len(own) < len(logs) else "sessions"
    spread = Spread(
        **{name: math.sqrt(each) for name, each in zip(groups, fit.variances, strict=True)},
        **{within: math.sqrt(fit.rest)},
    )
    found = _of_means(means, reach, spread, facts)
    if fit.variances[0] <= 0:
        return found
    mean = fit.contrast([1.0])
    freedom = min(max(mean.freedom, 1.0), found.freedom)
    return replace(found, mean=mean.estimate, variance=mean.variance, freedom=freedom)


def _of_means(means: Sequence[float], reach: Reach, spread: Spread, facts: dict[str, int]) -> Estimate:
    units = len(means)
    variance = stdev(means) ** 2 / units
    return Estimate(fmean(means), variance, units - 1.0, reach, units, tuple(means), spread, **facts)


def bootstrapped(estimate: Estimate, confidence: float) -> tuple[float, float] | None:
    """Limits of the mean by drawing units with replacement; None if the units are too few, or are rounds.

    Percentiles are taken further out, as a t interval is wider than a normal one, because draws from few units differ
    too little ("expanded", Hesterberg 2015, "What teachers should know about the bootstrap").
    """
    if estimate.units < FROM_UNITS or estimate.reach is Reach.SESSION:
        return None
    from scipy.special import stdtrit

    n = estimate.units
    quantile = float(stdtrit(n - 1, (1 + confidence) / 2))
    below = NormalDist().cdf(-math.sqrt(n / (n - 1)) * quantile)
    drawn = np.random.default_rng(_SEED).integers(0, n, (_DRAWS, n))
    means = np.asarray(estimate.means)[drawn].mean(axis=1)
    low, high = np.quantile(means, (below, 1 - below))
    return float(low), float(high)
