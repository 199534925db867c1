"""The outcome of a claim compared with processes, each number of it with an interval."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from wirelab.analysis.decide import decision
from wirelab.claims.verdict import Place
from wirelab.model.findings.finding import Interval
from wirelab.study.claims import Claim, Extreme


class Standing(StrEnum):
    """A verdict by measuring here."""

    REPLICATED = "replicated"
    IN_PART = "replicated in part"
    CONTRADICTED = "contradicted"
    UNRESOLVED = "unresolved"


@dataclass(frozen=True, slots=True)
class Ruling:
    """One number of a claim, at one place."""

    at: Place  # the levels where it was tried
    of: tuple[Place, ...]
    """The places of the times that it is made of, or none: it is made of sizes, or of all that the claim selects."""
    low: float | None  # what the claim says it is at least, or None
    high: float | None  # what the claim says it is at most, or None
    interval: Interval | None  # the number with its interval; None: too few rounds, or a test that has a P value alone
    standing: Standing  # what that shows
    decided: bool  # no further round is needed
    p: float | None = None  # of the test, where the claim is of one
    why: str = ""  # of an unresolved one that no round will decide, the reason
    asked: decision.Asked | None = None  # the number in each round; None where rounds do not decide
    of_two_times: bool = False  # it is the time of its first place by that of its second


def rounds_needed(ruling: Ruling) -> float | None:
    """About how many rounds would decide it; see `wirelab.analysis.decide.decision.rounds_needed`."""
    if ruling.interval is None or ruling.asked is None or ruling.standing is not Standing.UNRESOLVED:
        return None
    return decision.rounds_needed(ruling.asked, ruling.interval.level)


@dataclass(frozen=True, slots=True)
class Ruled:
    """A claim with all its rulings."""

    claim: Claim  # what is claimed
    rulings: tuple[Ruling, ...] = ()  # wherever it was tried
    why: str = ""  # of a claim without any, why there are none
    over: str = ""  # over which of the study's levels its means run, where some were not measured: `3 of 4 codecs`

    @property
    def standing(self) -> Standing:
        """Replicated: shown everywhere; in part: at some places; contradicted: wrong somewhere, and nowhere shown."""
        found = set(self._by_place())
        if Standing.CONTRADICTED in found:
            return Standing.IN_PART if Standing.REPLICATED in found else Standing.CONTRADICTED
        return Standing.REPLICATED if found == {Standing.REPLICATED} else Standing.UNRESOLVED

    @property
    def decisive(self) -> Standing:
        """The standing of the rulings that a report shows first: of a claim that holds in part, what contradicts it."""
        return Standing.CONTRADICTED if self.standing is Standing.IN_PART else self.standing

    def _by_place(self) -> Iterator[Standing]:
        """The standing of each number, or of each place where several numbers together say that something is least."""
        if not isinstance(self.claim, Extreme):
            yield from (ruling.standing for ruling in self.rulings)
            return
        for at in dict.fromkeys(ruling.at for ruling in self.rulings):
            own = {ruling.standing for ruling in self.rulings if ruling.at == at}
            worst = (each for each in (Standing.CONTRADICTED, Standing.UNRESOLVED, Standing.REPLICATED) if each in own)
            yield next(worst)
