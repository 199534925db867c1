"""One row a claim, every value as text: the table of claims on the page of a replication. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wirelab.claims.ruling import Ruled
from wirelab.report.judged import found_text
from wirelab.report.outcome import Outcome, Told, told
from wirelab.report.quantities import MISSING
from wirelab.report.replication import Replication
from wirelab.report.replication_text import place_text
from wirelab.report.ruled import number_text, ruling_texts, sound_text, standing_text, test_text, wanted_text

_CLASSES = {Outcome.HELD: "held", Outcome.FAILED: "failed", Outcome.OPEN: "unresolved", Outcome.UNMEASURED: "soft"}


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A claim as text.

    Attributes:
        study: its study.
        words: the study's own.
        place: where it says so.
        outcome: what became of it.
        look: of the outcome: a class of the style sheet.
        printed: the verdict by the study's own numbers, and what these are.
        published: by its authors' method here, likewise.
        sound: by the sound method, likewise: ratio and interval, or P value.
        test: the kind of interval or test behind the sound method's verdict.
        everywhere: of a claim tried at several places, what was found at each.
    """

    study: str
    words: str
    place: str
    outcome: str
    look: str
    printed: tuple[str, str]
    published: tuple[str, str]
    sound: tuple[str, str]
    test: str
    everywhere: tuple[str, ...]


def claim_rows(found: Sequence[Replication]) -> tuple[ClaimRow, ...]:
    """All claims of all studies."""
    return tuple(_row(study.study, one) for study in found for one in told(study))


def _row(study: str, one: Told) -> ClaimRow:
    outcome, ruled = one.outcome, one.sound
    rulings = ruling_texts(ruled) if ruled else []
    return ClaimRow(
        study=study,
        words=one.claim.words,
        place=place_text(one.claim),
        outcome=str(outcome),
        look=_CLASSES[outcome],
        printed=(str(one.printed.verdict), found_text(one.printed)),
        published=(str(one.published.verdict), found_text(one.published)) if one.published else (MISSING, ""),
        sound=(standing_text(ruled), sound_text(ruled)) if ruled else (MISSING, ""),
        test=test_text(one.claim, rulings[0][1]) if rulings else "",
        everywhere=tuple(_everywhere(ruled)) if ruled else (),
    )


def _everywhere(ruled: Ruled) -> Iterator[str]:
    same_reason = all(each.p is None and each.why and each.why == ruled.rulings[0].why for each in ruled.rulings)
    for at, each in () if same_reason or len(ruled.rulings) == 1 else ruling_texts(ruled):
        says = (each.p is None and each.why) or f"{number_text(each)}{wanted_text(each.low, each.high)}"
        yield f"{f'{at}: ' if at else ''}{says}, {each.standing}"
