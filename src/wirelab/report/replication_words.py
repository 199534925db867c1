"""What a replication found, in plain sentences that the data decides. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wirelab.claims.factorial import FactorialClaim
from wirelab.claims.verdict import Verdict
from wirelab.report.grid import Grid
from wirelab.report.judged import found_text
from wirelab.report.outcome import Outcome, Told, reasons, told
from wirelab.report.replication import Replication
from wirelab.report.replication_text import place_text
from wirelab.report.wording import listed


@dataclass(frozen=True, slots=True)
class Entry:
    """A claim as a reader meets it in a list.

    Attributes:
        words: the study's own.
        place: where it says so.
        found: what came out here.
        why: what print and the other method add, as sentences; may be empty.
    """

    words: str
    place: str
    found: str
    why: str = ""


def in_short(found: Sequence[Replication]) -> Iterator[str]:
    """What became of all claims together."""
    every = [one for study in found for one in told(study)]
    tally = Counter(one.outcome for one in every)
    if not every:
        yield "Nothing was measured."
        return
    studies = "" if len(found) == 1 else f" of {len(found)} studies"
    yield f"Of {len(every)} claims{studies}, {_tally_words(tally)}."
    if own := sum(one.claim.own for one in every):
        yield f"{own} of them {'is a question' if own == 1 else 'are questions'} of the lab's own."
    if against := sum(one.printed.verdict is Verdict.CONTRADICTED for one in every):
        by = "The study itself contradicts" if len(found) == 1 else "The studies themselves contradict"
        yield f"{by} {against} of them."
    failed = [one for one in every if one.outcome is Outcome.FAILED]
    before = sum(one.printed.verdict in (Verdict.CONTRADICTED, Verdict.IN_PART) for one in failed)
    if failed:
        how_many = "Of the one that did not hold" if len(failed) == 1 else f"Of the {len(failed)} that did not hold"
        yield f"{how_many}, the printed numbers do not fully bear out {before or 'any'} either."
    disputed = sum(one.disputed for one in every)
    if disputed:
        yield f"On {disputed} of them the authors' method says the opposite of the sound method here."


def tally_grid(found: Sequence[Replication]) -> Grid:
    """How many claims of each study came to what."""
    rows = []
    for study in found:
        every = told(study)
        tally = Counter(one.outcome for one in every)
        against = sum(one.printed.verdict is Verdict.CONTRADICTED for one in every)
        rows.append((study.study, str(len(every)), *(str(tally[each]) for each in Outcome), str(against)))
    header = ("study", "claims", *map(str, Outcome), "contradicted by the study itself")
    return Grid("What became of the claims", header, tuple(rows))


def entries(found: Replication, outcome: Outcome) -> tuple[Entry, ...]:
    """The claims of a study that held, or did not; first those of which print says the opposite."""
    own = [one for one in told(found) if one.outcome is outcome]
    own.sort(key=lambda one: not one.surprising)
    return tuple(Entry(one.claim.words, place_text(one.claim), one.found, reasons(one)) for one in own)


def disputes(found: Replication) -> tuple[str, tuple[Told, ...]]:
    """By what the two methods differ, and the claims of which they say the opposite."""
    opposed = tuple(one for one in told(found) if one.disputed)
    if not opposed:
        return "", ()
    claims = "this claim" if len(opposed) == 1 else f"these {len(opposed)} claims"
    tested = any(isinstance(one.claim, FactorialClaim) for one in opposed)
    says = (
        f"Of {claims} the authors' method says the opposite here, although machine, libraries and data are the same.",
        f"The two methods differ by: {'; '.join(found.differences)}." if found.differences else "",
        "Their numbers also count as they are, without intervals.",
        "In their analysis of variance, what a test misses counts as absent." if tested else "",
        "What single changes make of them stands below." if found.changes else "Which of these it is was not measured.",
    )
    return " ".join(filter(None, says)), opposed


def changes(found: Replication, one: Told) -> tuple[str, ...]:
    """What becomes of a disputed claim by their method with one thing done as the lab does it: sentences.

    First what turns it, then each change with what was found.
    """
    own = found.changed(one.claim)
    if not own:
        return ()
    turned = [what for what, judged in own if one.as_sound(judged)]
    says = f"It turns {listed(turned)}." if turned else "No single change turns it."
    if own[0][0] in turned:
        says = "Measured again, it turns by itself: chance, or what else ran in the process."
    return (says, *(f"{what[0].upper()}{what[1:]}: {judged.verdict}, {found_text(judged)}." for what, judged in own))


def _tally_words(tally: Counter[Outcome]) -> str:
    says = {
        Outcome.HELD: "{} held",
        Outcome.FAILED: "{} did not hold",
        Outcome.OPEN: "{} {are} still open",
        Outcome.UNMEASURED: "{} could not be measured here",
    }
    parts = [
        words.format(tally[outcome], are="is" if tally[outcome] == 1 else "are")
        for outcome, words in says.items()
        if tally[outcome]
    ]
    return listed(parts)
