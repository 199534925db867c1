"""A study measured again, beside what it printed: rows of text, and sentences. Pure."""

from collections import Counter
from collections.abc import Iterable, Iterator

from wirelab.claims.ruling import Standing
from wirelab.claims.verdict import Verdict
from wirelab.model.figure import FactorName, Quantity
from wirelab.report.judged import found_text
from wirelab.report.outcome import told
from wirelab.report.quantities import MISSING, ratio, ratio_with_interval, together
from wirelab.report.replication import Replication
from wirelab.report.ruled import needed_text, sound_text, standing_text
from wirelab.report.wording import listed
from wirelab.study.claims import Claim

_LEAST_ROUNDS = 3

Row = dict[str, str]


def sections(found: Replication) -> Iterator[tuple[str, list[Row]]]:
    """What there is to show, each table with its title."""
    if rows := ratio_rows(found):
        yield f"{found.study}: ratios to {found.reference}, published and here", rows
    yield f"{found.study}: claims", verdict_rows(found)
    if rows := disagreements(found):
        yield "Where the two methods contradict each other", rows
    if rows := needed_rows(found):
        yield "What would decide the rest", rows


def lines(found: Replication) -> Iterator[str]:
    """What is said below the tables."""
    yield from summary_lines(found)
    yield from course_lines(found)
    if found.published is not None:
        yield "Their method, as it was measured here:"
        yield from (f"  - {sentence}" for sentence in found.published.departures)
    if found.published is not None and found.sound is not None and found.differences:
        yield f"The two methods differ by: {'; '.join(found.differences)}."
    yield f"Everything measured is in {found.lab}."


def course_lines(found: Replication) -> Iterator[str]:
    """How far the measuring went, and what it left out."""
    if not ratio_rows(found):
        yield f"There are no ratios: {found.reference}, which others are divided by, was not measured here."
    if found.sound is not None:
        run = found.sound.results.run
        yield f"The sound method had {run.rounds} round{'' if run.rounds == 1 else 's'}: {run.ending}."
        if run.rounds < _LEAST_ROUNDS:
            yield "Fewer than three rounds decide hardly anything: give a larger --budget."
    if found.left_out:
        yield f"Sizes left out by --quick: {', '.join(found.left_out)}."
    runs = [each.results for each in (found.sound, found.published) if each is not None]
    missing: dict[str, dict[str, None]] = {}
    for one in (one for results in runs for one in results.not_run):
        missing.setdefault(one.why, {})[one.what] = None
    yield from (f"Missing here: {listed([*names])} ({why})." for why, names in missing.items())
    if losses := [loss for results in runs for loss in results.losses]:
        names = listed(list(dict.fromkeys(str(loss.cell.subject) for loss in losses)))
        first = losses[0].what.rstrip(".")
        number = "One process" if len(losses) == 1 else f"{len(losses)} processes"
        yield f"{number} of {names} {'was' if len(losses) == 1 else 'were'} lost; the first: {first}."


def ratio_rows(found: Replication) -> list[Row]:
    """Each figure as a ratio to the reference: as printed, by the authors' method here, by the lab's."""
    theirs = found.published.ratios if found.published else {}
    ours = found.sound.ratios if found.sound else {}
    rows = []
    for key in dict.fromkeys((*found.sizes, *ours, *theirs)):
        quantity, at = key
        levels = dict(at)
        codec, operation = levels.pop(FactorName.CODEC, ""), levels.pop(FactorName.OPERATION, "size")
        is_size = quantity is Quantity.SIZE
        published = ratio(found.sizes.get(key) if is_size else theirs.get(key))
        sound = published if is_size else together(ratio_with_interval(ours.get(key)))
        rows.append(
            {
                "operation": operation,
                "at": ", ".join(levels.values()) or MISSING,
                "codec": codec,
                "printed": ratio(found.printed.ratios.get(key)),
                "their method": published if found.published else "",
                "sound method": sound if found.sound else "",
            }
        )
    return rows


def verdict_rows(found: Replication) -> list[Row]:
    """Each claim with its verdicts."""
    return [
        {
            "claim": one.claim.id,
            "place": place_text(one.claim),
            "printed numbers": str(one.printed.verdict),
            "their method": str(one.published.verdict) if one.published else "",
            "sound method": standing_text(one.sound) if one.sound else "",
            "found": sound_text(one.sound) if one.sound else "",
        }
        for one in told(found)
    ]


def place_text(claim: Claim) -> str:
    """Where a claim stands, and whether it is the lab's own question."""
    return claim.place + (" (own)" if claim.own else "")


def summary_lines(found: Replication) -> Iterator[str]:
    """How many claims have which verdict, by each source."""
    printed = found.printed.judged
    yield f"{len(printed)} claims. By the study's own numbers, {_counted(each.verdict for each in printed)}."
    if found.published is not None:
        yield f"By its authors' method here, {_counted(each.verdict for each in found.published.judged)}."
    if found.sound is not None:
        yield f"By the sound method, {_counted(standing_text(each) for each in found.sound.ruled)}."


_SAYS: dict[str, tuple[str, str]] = {
    Verdict.HOLDS: ("holds", "hold"),
    Verdict.IN_PART: ("holds in part", "hold in part"),
    Verdict.CONTRADICTED: ("is contradicted", "are contradicted"),
    Verdict.NOT_MEASURED: ("was not measured", "were not measured"),
    Standing.REPLICATED: ("is replicated", "are replicated"),
    Standing.UNRESOLVED: ("is unresolved", "are unresolved"),
}


def _counted(verdicts: Iterable[str]) -> str:
    counts = Counter(map(str, verdicts))
    return listed([f"{count} {_SAYS[verdict][count != 1]}" for verdict, count in counts.most_common()])


def disagreements(found: Replication) -> list[Row]:
    """The claims of which the two methods say the opposite, and what becomes of that with single changes."""
    return [
        {
            "claim": one.claim.id,
            "their method": str(one.published.verdict),
            "sound method": str(one.sound.standing),
            "found": sound_text(one.sound),
        }
        | {what: f"{judged.verdict}, {found_text(judged)}" for what, judged in found.changed(one.claim)}
        for one in told(found)
        if one.disputed and one.published and one.sound
    ]


def needed_rows(found: Replication) -> list[Row]:
    """What would decide each claim that is left open."""
    return [
        {"claim": ruled.claim.id, "what would decide it": needed}
        for ruled in (found.sound.ruled if found.sound else ())
        if (needed := needed_text(ruled))
    ]
