"""What becomes of a claim when it is held against processes, each number of it with an interval."""

import math
from bisect import bisect_left
from dataclasses import dataclass
from enum import StrEnum

from wirelab.analysis.intervals import narrowed
from wirelab.claims.verdict import Place
from wirelab.model.finding import Interval
from wirelab.model.forecast import MOST_ROUNDS
from wirelab.study.claims import Claim

_FEWEST = 3  # rounds that tell of scatter


class Standing(StrEnum):
    """By measuring here."""

    REPLICATED = "replicated"
    CONTRADICTED = "contradicted"
    UNRESOLVED = "unresolved"


@dataclass(frozen=True, slots=True)
class Ruling:
    """One number of a claim, at one place.

    Attributes:
        at: the levels where it was tried.
        of: the places of the times that it is made of, or none: it is made of sizes, or of all that the claim selects.
        low: what the claim says it is at least, or None.
        high: what the claim says it is at most, or None.
        interval: the number with its interval; None: too few rounds, or a test that has a P value alone.
        p: of the test, where the claim is of one.
        standing: what that shows.
        decided: no further round is needed.
        why: of an unresolved one that no round will decide, the reason.
    """

    at: Place
    of: tuple[Place, ...]
    low: float | None
    high: float | None
    interval: Interval | None
    standing: Standing
    decided: bool
    p: float | None = None
    why: str = ""


def rounds_needed(ruling: Ruling) -> float | None:
    """About how many rounds would decide it, if its number and its scatter stay what they are; None: cannot be told.

    After so many, an interval at the same level has no limit of the claim inside. Infinite: more than `MOST_ROUNDS`.
    """
    interval = ruling.interval
    limits = [limit for limit in (ruling.low, ruling.high) if limit is not None]
    if interval is None or ruling.standing is not Standing.UNRESOLVED or not limits:
        return None
    if interval.processes < _FEWEST or narrowed(interval, _FEWEST) is None:
        return None

    def decides(rounds: int) -> bool:
        then = narrowed(interval, rounds)
        return then is not None and not any(then.low <= limit <= then.high for limit in limits)

    later = range(interval.processes + 1, MOST_ROUNDS + 1)
    at = bisect_left(later, True, key=decides)
    return later[at] if at < len(later) else math.inf


@dataclass(frozen=True, slots=True)
class Ruled:
    """A claim with all its rulings.

    Attributes:
        claim: what is claimed.
        rulings: wherever it was tried.
        why: of a claim without any, why there are none.
    """

    claim: Claim
    rulings: tuple[Ruling, ...] = ()
    why: str = ""

    @property
    def standing(self) -> Standing:
        """Replicated: everywhere; contradicted: somewhere."""
        found = {ruling.standing for ruling in self.rulings}
        if Standing.CONTRADICTED in found:
            return Standing.CONTRADICTED
        return Standing.REPLICATED if found == {Standing.REPLICATED} else Standing.UNRESOLVED
