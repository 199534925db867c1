"""The outcome of a claim compared with numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import inf

from wirelab.analysis.decide.decision import Scale
from wirelab.model.figure import FactorName, Figure
from wirelab.study.claims import Claim

Place = tuple[tuple[FactorName, str], ...]


class Verdict(StrEnum):
    """A verdict by a study's own printed numbers."""

    HOLDS = "holds"
    IN_PART = "in part"
    CONTRADICTED = "contradicted"
    UNTOLD = "cannot be decided from means"
    NOT_MEASURED = "not measured"


@dataclass(frozen=True, slots=True)
class Reading:
    """One number of a claim, and its limits."""

    value: float
    low: float | None  # it is at least this; None: no limit
    high: float | None  # it is at most this; None: no limit
    of: tuple[Figure, ...]  # the figures it is made of
    scale: Scale = Scale.RATIO  # how it scatters
    apart: bool | None = None
    """True: the claim is that it is not 1; False: that it is 1, within the limits; None: that it is within limits."""

    @property
    def limits(self) -> tuple[float, float]:
        """The limits between which the claim says it is."""
        return -inf if self.low is None else self.low, inf if self.high is None else self.high

    @property
    def met(self) -> bool:
        """Whether it is within its limits, which count as within."""
        low, high = self.limits
        return low <= self.value <= high


@dataclass(frozen=True, slots=True)
class Trial:
    """A claim tried once: at one place, such as one size."""

    at: Place  # the levels where it was tried
    found: str  # the numbers there, as text
    holds: bool  # whether the claim holds there
    readings: tuple[Reading, ...] = ()  # the numbers, each with its limits; none where a test decides


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim with its verdict."""

    claim: Claim  # the judged one
    trials: tuple[Trial, ...] = ()  # wherever the numbers allow one
    why: str = ""  # why a claim has no trials; for one that the study contradicts in words, where it does
    contradicted_in_words: bool = False  # whether the study's own text contradicts it
    untold: bool = False  # it is about single runs, and the numbers are means
    over: str = ""  # the study's levels that its means cover, if some were not measured: `3 of 4 codecs`

    @property
    def verdict(self) -> Verdict:
        """Whether it holds everywhere, in part of the places, or nowhere."""
        if self.contradicted_in_words:
            return Verdict.CONTRADICTED
        if not self.trials:
            return Verdict.NOT_MEASURED
        if self.untold:
            return Verdict.UNTOLD
        held = sum(trial.holds for trial in self.trials)
        if held == len(self.trials):
            return Verdict.HOLDS
        return Verdict.IN_PART if held else Verdict.CONTRADICTED

    @property
    def places(self) -> tuple[str, ...]:
        """Each trial's place for people: the levels that distinguish it from the others."""
        return distinguished([trial.at for trial in self.trials])


def distinguished(places: Sequence[Place]) -> tuple[str, ...]:
    """Each place for people: the levels that distinguish it from the others."""
    levels_of_each = [dict(at) for at in places]
    varied = [name for name in FactorName if len({levels.get(name) for levels in levels_of_each}) > 1]
    return tuple(", ".join(levels[name] for name in varied if name in levels) for levels in levels_of_each)
