"""The outcome of each claim of a study, from all its verdicts; and the reasons, in sentences. Pure."""

from dataclasses import dataclass
from enum import StrEnum

from wirelab.claims.rulings import Ruled, Standing
from wirelab.claims.undecidable import untestable
from wirelab.claims.verdict import Judged, Verdict
from wirelab.report.replicate.evidence import found_text, sound_text, wanted_text
from wirelab.report.replicate.replication import Replication
from wirelab.study.claims import Claim


class Outcome(StrEnum):
    """A claim's outcome by the lab's method, or by its authors' method here where the lab's does not cover it.

    Only print decides claims that no measurement can test.
    """

    HELD = "held"
    IN_PART = "held in part"
    FAILED = "did not hold"
    OPEN = "still open"
    PRINTED = "decided by print"
    UNMEASURED = "not measured here"


_WRONG_SOMEWHERE = {Outcome.IN_PART, Outcome.FAILED}
_MEANS = {
    Standing.REPLICATED: Outcome.HELD,
    Standing.IN_PART: Outcome.IN_PART,
    Standing.CONTRADICTED: Outcome.FAILED,
    Standing.UNRESOLVED: Outcome.OPEN,
    Verdict.HOLDS: Outcome.HELD,
    Verdict.IN_PART: Outcome.IN_PART,
    Verdict.CONTRADICTED: Outcome.FAILED,
    Verdict.UNTOLD: Outcome.OPEN,
    Verdict.NOT_MEASURED: Outcome.UNMEASURED,
}


@dataclass(frozen=True, slots=True)
class ClaimVerdicts:
    """A claim with all its verdicts."""

    printed: Judged  # by the study's own numbers
    published: Judged | None  # by its authors' method here; None: not measured
    sound: Ruled | None  # by the lab's method; None: not measured

    @property
    def claim(self) -> Claim:
        """The claim itself."""
        return self.printed.claim

    @property
    def by_sound(self) -> bool:
        """Whether the lab's method has a ruling on it."""
        return self.sound is not None and bool(self.sound.rulings)

    @property
    def of_sizes(self) -> bool:
        """Whether the lab's method bases it only on sizes."""
        rulings = self.sound.rulings if self.sound is not None else ()
        return all(each.interval and each.interval.method == "exact" for each in rulings)

    @property
    def outcome(self) -> Outcome:
        """The outcome of the claim."""
        if self.sound is not None and self.sound.rulings:
            return _MEANS[self.sound.standing]
        if untestable(self.claim) and self.printed.verdict is not Verdict.NOT_MEASURED:
            return Outcome.PRINTED
        return Outcome.UNMEASURED if self.published is None else _MEANS[self.published.verdict]

    @property
    def disputed(self) -> bool:
        """Whether the two methods give it opposite outcomes."""
        if self.sound is None or self.published is None or not self.sound.rulings:
            return False
        return {_MEANS[self.sound.standing], _MEANS[self.published.verdict]} == {Outcome.HELD, Outcome.FAILED}

    def as_sound(self, judged: Judged) -> bool:
        """Whether plain numbers agree with the lab's method: that it holds, or is wrong somewhere."""
        here, there = self.sound and _MEANS[self.sound.standing], _MEANS[judged.verdict]
        return here is there is Outcome.HELD or {here, there} <= _WRONG_SOMEWHERE

    @property
    def unheld(self) -> bool:
        """Whether the lab's method shows it to be wrong somewhere, and the authors' method covers it here, too."""
        judged_by_both = self.by_sound and self.published is not None and bool(self.published.trials)
        return judged_by_both and self.outcome in _WRONG_SOMEWHERE

    @property
    def unexplained(self) -> bool:
        """Whether it is about times and did not hold, and neither print nor an experiment of ours says why."""
        explained = self.contradicted_by_itself or self.of_sizes or self.claim.reason
        return self.by_sound and self.outcome is Outcome.FAILED and not explained

    def turned(self, judged: Judged) -> bool:
        """Whether plain numbers contradict the verdict of the authors' method here.

        A claim that holds by their method turns if the numbers agree with the lab's method. A claim that does not hold
        by it turns if it holds by the numbers.
        """
        if self.published is not None and self.published.verdict is Verdict.HOLDS:
            return self.as_sound(judged)
        return self.as_sound(judged) if self.disputed else judged.verdict is Verdict.HOLDS

    @property
    def contradicted_by_itself(self) -> bool:
        """Whether the study's own numbers, or words, say the opposite of its statement; inferences of ours aside."""
        of_theirs = not (self.claim.own or self.claim.our_reading)
        return of_theirs and self.printed.verdict is Verdict.CONTRADICTED

    @property
    def surprising(self) -> bool:
        """Whether print says the opposite of its outcome."""
        return {self.outcome, _MEANS[self.printed.verdict]} == {Outcome.HELD, Outcome.FAILED}

    @property
    def found(self) -> str:
        """The basis of the outcome, in short."""
        if self.sound is not None and (self.sound.rulings or self.published is None):
            return sound_text(self.sound)
        if self.published is not None and self.published.trials:
            readings = [reading for trial in self.published.trials for reading in trial.readings]
            limits = {(reading.low, reading.high) for reading in readings}
            return found_text(self.published) + (wanted_text(self.claim, *limits.pop()) if len(limits) == 1 else "")
        return self.sound.why if self.sound is not None else found_text(self.published or self.printed)


def claim_verdicts(found: Replication) -> tuple[ClaimVerdicts, ...]:
    """Each claim of a replication with all its verdicts."""
    published = dict(enumerate(found.published.judged if found.published else ()))
    sound = dict(enumerate(found.sound.ruled if found.sound else ()))
    return tuple(ClaimVerdicts(each, published.get(at), sound.get(at)) for at, each in enumerate(found.printed.judged))


def counted(found: Replication) -> tuple[ClaimVerdicts, ...]:
    """Each claim of a replication, except those that repeat another."""
    return tuple(one for one in claim_verdicts(found) if one.claim.repeats is None)


def reasons(one: ClaimVerdicts) -> str:
    """The remarks of print and of the authors' method on a claim that held or did not, as sentences."""
    says = [_of_print(one)]
    if not one.by_sound:
        says.append("The lab's method does not cover it: only its authors' method gives this, without intervals.")
    elif one.disputed:
        says.append("Its authors' method gives the opposite here (see below).")
    elif one.claim.reason and one.outcome is Outcome.FAILED:
        says.append(f"An experiment shows why: {one.claim.reason}")
    elif one.of_sizes and one.outcome is Outcome.FAILED and not one.contradicted_by_itself:
        so = "the data or the versions differ" if one.printed.verdict is Verdict.HOLDS else "no single change was tried"
        says.append(f"It does not depend on how times are measured, so {so}.")
    elif one.outcome is Outcome.FAILED and one.printed.verdict is Verdict.HOLDS and _missed(one.published):
        says.append("Its authors' method, as far as it could be rerun, does not give it here either.")
    return " ".join(filter(None, says))


def _of_print(one: ClaimVerdicts) -> str:
    held = one.outcome is Outcome.HELD
    match one.printed.verdict:
        case Verdict.CONTRADICTED:
            own = "text contradicts" if one.printed.contradicted_in_words else "numbers contradict"
            return f"The study's own {own} it." if held else f"The study's own {own} it, too."
        case Verdict.IN_PART:
            return f"Its own numbers bear it out in part ({found_text(one.printed)})."
        case Verdict.HOLDS:
            return "" if held else f"Its own numbers bear it out ({found_text(one.printed)})."
        case Verdict.UNTOLD:
            return "It is about single runs, and the study prints only their means."
        case Verdict.NOT_MEASURED:
            return "" if one.claim.own else "The study prints no figures for it."


def _missed(published: Judged | None) -> bool:
    return published is not None and published.verdict in (Verdict.CONTRADICTED, Verdict.IN_PART)
