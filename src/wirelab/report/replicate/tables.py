"""The tables of a study measured again: ratios, claims, and those that are still open. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence

from wirelab.claims.rulings import Ruled
from wirelab.claims.selection import averaged, place
from wirelab.claims.verdict import Judged
from wirelab.model.figure import FactorName, Quantity
from wirelab.report.quantities import MISSING, duration, ratio, ratio_with_interval
from wirelab.report.replicate.estimates import replicates
from wirelab.report.replicate.evidence import (
    found_text,
    needed_text,
    number_text,
    place_text,
    ruling_texts,
    sound_text,
    standing_text,
    test_text,
    wanted_text,
)
from wirelab.report.replicate.outcome import ClaimVerdicts, Outcome, claim_verdicts, counted
from wirelab.report.replicate.replication import Replication
from wirelab.report.table import Column, Entry, Table, numbers, words

_LOOKS = {
    Outcome.HELD: "held",
    Outcome.IN_PART: "unresolved",
    Outcome.FAILED: "failed",
    Outcome.OPEN: "unresolved",
    Outcome.PRINTED: "soft",
    Outcome.UNMEASURED: "soft",
}


def tally_table(found: Sequence[Replication]) -> Table:
    """The number of claims with each outcome, for each study."""
    rows = []
    for study in found:
        every = counted(study)
        tally = Counter(one.outcome for one in every)
        against = sum(one.contradicted_by_itself for one in every)
        rows.append((study.study, str(len(every)), *(str(tally[each]) for each in Outcome), str(against)))
    names = ("claims", *map(str, Outcome), "contradicted by the study itself")
    return Table("Outcomes of the claims", (*words("study"), *numbers(*names)), tuple(rows))


def ratios_table(found: Replication) -> Table:
    """Each figure as a ratio to the reference: as printed, by the authors' method here, by the lab's."""
    theirs = {**found.published.ratios, **found.published.sizes} if found.published else {}
    ours = found.sound.ratios if found.sound else {}
    rows = []
    for key in dict.fromkeys((*found.sizes, *ours, *theirs)):
        quantity, at = key
        levels = dict(at)
        codec, operation = levels.pop(FactorName.CODEC, ""), levels.pop(FactorName.OPERATION, "size")
        sized = (ratio(found.sizes.get(key)), "")
        own, limits = sized if quantity is Quantity.SIZE else ratio_with_interval(ours.get(key))
        rows.append(
            (
                operation,
                ", ".join(levels.values()) or MISSING,
                codec,
                ratio(found.printed.ratios.get(key)),
                ratio(theirs.get(key)) if found.published else "",
                Entry(own, (limits,)) if found.sound else "",
            )
        )
    columns = (
        *words("operation", "at", "codec"),
        *numbers("printed", "their method"),
        Column("the lab's method", number=True, limits="interval"),
    )
    title = f"{found.study}: ratios to {found.reference}, published and here"
    return Table(title, columns, tuple(rows), sortable=True)


def means_table(found: Replication) -> Table:
    """Mean and standard deviation of each cell by the authors' method, as published and here, with their runs."""
    measured = found.published.figures if found.published else ()
    runs = replicates(measured)
    here, printed = (
        {(each.quantity, place(each.levels)): each.value for each in averaged(figures)}
        for figures in (measured, found.printed.figures)
    )
    rows = []
    for quantity, at in here:
        if quantity is Quantity.TIME:
            levels = dict(at)
            codec, operation = levels.pop(FactorName.CODEC, ""), levels.pop(FactorName.OPERATION, "")
            spread = Quantity.DEVIATION, at
            theirs, ours = (
                [duration(of[key]) if key in of else MISSING for key in ((quantity, at), spread)]
                for of in (printed, here)
            )
            rows.append((operation, ", ".join(levels.values()), codec, *theirs, *ours, str(runs[at] or 1)))
    columns = (*words("operation", "at", "codec"), *numbers("printed mean", "printed SD", "mean", "SD", "runs"))
    return Table(f"{found.study}: means and standard deviations by its authors' method", columns, tuple(rows))


def claims_table(found: Sequence[Replication]) -> Table:
    """Each claim of all studies in its own words, with all its verdicts and their basis."""
    columns = (
        Column("claim", limits="place"),
        *((Column("study", levels=True),) if len(found) > 1 else ()),
        *(Column(name, levels=True) for name in ("outcome", "printed numbers", "their method", "the lab's method")),
    )
    rows = tuple(
        (
            Entry(one.claim.words, (place_text(one.claim),)),
            *((study.study,) if len(found) > 1 else ()),
            Entry(one.outcome, look=_LOOKS[one.outcome]),
            _judged(one.printed),
            _judged(one.published),
            _ruled(one),
        )
        for study in found
        for one in claim_verdicts(study)
    )
    return Table("Claims", columns, rows, sortable=True)


def verdicts_table(found: Replication) -> Table:
    """Each claim by its name, with its verdicts."""
    columns = words("claim", "place", "printed numbers", "their method", "the lab's method", "found")
    rows = tuple(
        (
            one.claim.id,
            place_text(one.claim),
            str(one.printed.verdict),
            str(one.published.verdict) if one.published else "",
            standing_text(one.sound) if one.sound else "",
            sound_text(one.sound) if one.sound else "",
        )
        for one in claim_verdicts(found)
    )
    return Table(f"{found.study}: claims", columns, rows)


def needed_table(found: Sequence[Replication]) -> Table | None:
    """The rounds that would decide each claim that is left open, or why none would; None where there is none."""
    several = len(found) > 1
    rows = tuple(
        (ruled.claim.words, *((one.study,) if several else ()), needed)
        for one in found
        for ruled in (one.sound.ruled if one.sound else ())
        if (needed := needed_text(ruled))
    )
    columns = words("claim", *(("study",) if several else ()), "what would decide it, or what prevents that")
    return Table("Claims that are still open", columns, rows, sortable=True) if rows else None


def _judged(judged: Judged | None) -> Entry:
    return Entry(judged.verdict, (found_text(judged),)) if judged else Entry(MISSING)


def _ruled(one: ClaimVerdicts) -> Entry:
    if one.sound is None:
        return Entry(MISSING)
    rulings = ruling_texts(one.sound)
    test = test_text(one.claim, rulings[0][1]) if rulings else ""
    return Entry(standing_text(one.sound), (sound_text(one.sound), test), details=tuple(_everywhere(one.sound)))


def _everywhere(ruled: Ruled) -> Iterator[str]:
    """The result at each place, for a claim tried at several."""
    same_reason = all(each.p is None and each.why and each.why == ruled.rulings[0].why for each in ruled.rulings)
    for at, each in () if same_reason or len(ruled.rulings) == 1 else ruling_texts(ruled):
        says = (each.p is None and each.why) or f"{number_text(each)}{wanted_text(ruled.claim, each.low, each.high)}"
        yield f"{f'{at}: ' if at else ''}{says}, {each.standing}"
