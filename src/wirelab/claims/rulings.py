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
    """The places of the times that it is calculated from; none: it is from sizes, or from all cells of the claim."""
    low: float | None  # its lower limit by the claim, or None
    high: float | None  # its upper limit by the claim, or None
    interval: Interval | None  # the number with its interval; None: too few rounds, or a test with only a p value
    standing: Standing  # the verdict
    decided: bool  # no further round is needed
    p: float | None = None  # of the test, where the claim is of one
    why: str = ""  # the reason why it is unresolved, if no round will decide it
    asked: decision.Asked | None = None  # the number in each round; None where rounds do not decide
    pair: tuple[Place, Place] | None = None  # the two places, if it is the time of one over that of the other


def rounds_needed(ruling: Ruling) -> float | None:
    """About how many rounds would decide it; see `wirelab.analysis.decide.decision.rounds_needed`."""
    if ruling.interval is None or ruling.asked is None or ruling.standing is not Standing.UNRESOLVED:
        return None
    return decision.rounds_needed(ruling.asked, ruling.interval.level)


@dataclass(frozen=True, slots=True)
class Ruled:
    """A claim with all its rulings."""

    claim: Claim  # the judged one
    rulings: tuple[Ruling, ...] = ()  # wherever it was tried
    why: str = ""  # why a claim without rulings has none
    over: str = ""  # the study's levels that its means cover, if some were not measured: `3 of 4 codecs`

    @property
    def standing(self) -> Standing:
        """Replicated: shown everywhere; in part: at some places; contradicted: wrong somewhere, and shown nowhere."""
        found = set(self._by_place())
        if Standing.CONTRADICTED in found:
            return Standing.IN_PART if Standing.REPLICATED in found else Standing.CONTRADICTED
        return Standing.REPLICATED if found == {Standing.REPLICATED} else Standing.UNRESOLVED

    @property
    def decisive(self) -> Standing:
        """The standing of the rulings that a report shows first: contradictions, for a claim that holds in part."""
        return Standing.CONTRADICTED if self.standing is Standing.IN_PART else self.standing

    def _by_place(self) -> Iterator[Standing]:
        """The standing of each number, or of each place where several numbers together show that something is least."""
        if not isinstance(self.claim, Extreme):
            yield from (ruling.standing for ruling in self.rulings)
            return
        for at in dict.fromkeys(ruling.at for ruling in self.rulings):
            own = {ruling.standing for ruling in self.rulings if ruling.at == at}
            worst = (each for each in (Standing.CONTRADICTED, Standing.UNRESOLVED, Standing.REPLICATED) if each in own)
            yield next(worst)
