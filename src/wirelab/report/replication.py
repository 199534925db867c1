"""A study measured again, beside what it printed: rows and sentences for the terminal. Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from wirelab.claims.ratios import Key
from wirelab.claims.ruling import Ruled, Ruling, Standing, rounds_needed
from wirelab.claims.verdict import Judged, Verdict, told_apart
from wirelab.model.figure import FactorName, Quantity
from wirelab.model.finding import Interval
from wirelab.report.quantities import MISSING, number, ratio, ratio_with_interval, together

_SHOWN = 2
_TOO_MANY_ROUNDS = 1000
_LEAST_ROUNDS = 3

Row = dict[str, str]


@dataclass(frozen=True, slots=True)
class Replication:
    """A study measured again.

    Attributes:
        study: its name.
        reference: the codec that ratios are to.
        left_out: sizes of the study that a brief replication does not measure.
        printed: its claims by its own printed numbers.
        published: by its authors' method here; None: not measured.
        sound: by the lab's method; None: not measured.
        printed_ratios: the published figures by those of the reference.
        published_ratios: times by their method.
        sound_ratios: times by the lab's method, with intervals at the error of all comparisons.
        sizes: ratios of sizes here, which no method changes.
        departures: where the rerun is not what the authors did, and what had to be assumed: sentences.
        rounds: of the lab's method.
        ending: why it ended, as a clause.
        lab: the lab file.
        complete: everything that was asked for was measured.
    """

    study: str
    reference: str
    left_out: tuple[str, ...]
    printed: tuple[Judged, ...]
    published: tuple[Judged, ...] | None
    sound: tuple[Ruled, ...] | None
    printed_ratios: Mapping[Key, float]
    published_ratios: Mapping[Key, float]
    sound_ratios: Mapping[Key, Interval]
    sizes: Mapping[Key, float]
    departures: tuple[str, ...]
    rounds: int | None
    ending: str
    lab: str
    complete: bool


def sections(found: Replication) -> Iterator[tuple[str, list[Row]]]:
    """What there is to show, each table with its title."""
    yield f"{found.study}: ratios to {found.reference}, published and here", ratio_rows(found)
    yield f"{found.study}: claims", verdict_rows(found)
    if rows := disagreements(found):
        yield "Where the two methods contradict each other", rows
    if rows := needed_rows(found):
        yield "What would decide the rest", rows


def lines(found: Replication) -> Iterator[str]:
    """What is said below the tables."""
    yield from summary_lines(found)
    if found.rounds is not None:
        plural = "" if found.rounds == 1 else "s"
        yield f"The sound method had {found.rounds} round{plural}: {found.ending}."
        if found.rounds < _LEAST_ROUNDS:
            yield "Fewer than three rounds decide hardly anything: give a larger --budget."
    if found.left_out:
        yield f"Sizes left out by --quick: {', '.join(found.left_out)}."
    if found.departures:
        yield "Their method, as it was measured here:"
        yield from (f"  - {sentence}" for sentence in found.departures)
    yield f"Everything measured is in {found.lab}."


def ratio_rows(found: Replication) -> list[Row]:
    """Each figure as a ratio to the reference: as printed, by the authors' method here, by the lab's."""
    rows = []
    for key in dict.fromkeys((*found.sizes, *found.sound_ratios, *found.published_ratios)):
        quantity, at = key
        levels = dict(at)
        codec, operation = levels.pop(FactorName.CODEC, ""), levels.pop(FactorName.OPERATION, "size")
        is_size = quantity is Quantity.SIZE
        published = ratio(found.sizes.get(key) if is_size else found.published_ratios.get(key))
        sound = published if is_size else together(ratio_with_interval(found.sound_ratios.get(key)))
        rows.append(
            {
                "operation": operation,
                "at": ", ".join(levels.values()) or MISSING,
                "codec": codec,
                "printed": ratio(found.printed_ratios.get(key)),
                "their method": published if found.published is not None else "",
                "sound method": sound if found.sound is not None else "",
            }
        )
    return rows


def verdict_rows(found: Replication) -> list[Row]:
    """Each claim with its verdicts."""
    together_ = zip_longest(found.printed, found.published or (), found.sound or ())
    return [
        {
            "claim": printed.claim.id,
            "place": printed.claim.place + (" (own)" if printed.claim.own else ""),
            "printed numbers": str(printed.verdict),
            "their method": str(published.verdict) if published else "",
            "sound method": _standing(sound),
            "found": sound_text(sound) if sound else "",
        }
        for printed, published, sound in together_
    ]


def _standing(sound: Ruled | None) -> str:
    if sound is None:
        return ""
    return str(sound.standing) if sound.rulings else str(Verdict.NOT_MEASURED)


def sound_text(ruled: Ruled) -> str:
    """What the rounds show of a claim, in short: the number that decides, and how many say so."""
    if not ruled.rulings:
        return ruled.why
    told = zip(told_apart([each.at for each in ruled.rulings]), ruled.rulings, strict=True)
    deciding = [(at, each) for at, each in told if each.standing is ruled.standing]
    count = f"{len(deciding)} of {len(ruled.rulings)}: " if len(ruled.rulings) > 1 else ""
    if len(reasons := {each.why for _, each in deciding}) == 1 and (why := reasons.pop()):
        return count + why
    texts = (f"{at} {_number_text(each)}".strip() + _wanted(each) for at, each in deciding[:_SHOWN])
    return count + "; ".join(texts) + (" …" if len(deciding) > _SHOWN else "")


def _number_text(ruling: Ruling) -> str:
    if ruling.p is not None:
        return f"p = {ruling.p:.2g}"
    if ruling.interval is None:
        return ruling.why or "too few rounds" if ruling.standing is Standing.UNRESOLVED else "as it was"
    if ruling.interval.method == "exact":
        return number(ruling.interval.estimate)
    low, high = (number(limit) if abs(limit) < 1e9 else "∞" for limit in (ruling.interval.low, ruling.interval.high))
    return f"{number(ruling.interval.estimate)} [{low}, {high}]"


def _wanted(ruling: Ruling) -> str:
    low, high = (None if limit is None else number(round(limit, 9)) for limit in (ruling.low, ruling.high))
    match low, high:
        case None, None:
            return ""
        case None, _:
            return f" (at most {high})"
        case _, None:
            return f" (at least {low})"
        case _:
            return f" ({low} to {high})"


def summary_lines(found: Replication) -> Iterator[str]:
    """How many claims have which verdict, by each source."""
    printed = _counted(each.verdict for each in found.printed)
    yield f"{len(found.printed)} claims. By the study's own numbers, {printed}."
    if found.published is not None:
        yield f"By its authors' method here, {_counted(each.verdict for each in found.published)}."
    if found.sound is not None:
        ruled = [each for each in found.sound if each.rulings]
        silent = len(found.sound) - len(ruled)
        rest = f", {Verdict.NOT_MEASURED}: {silent}" if silent else ""
        yield f"By the sound method, {_counted(each.standing for each in ruled)}{rest}."


def _counted(verdicts: Iterator[Verdict] | Iterator[Standing]) -> str:
    counts = Counter(map(str, verdicts))
    return ", ".join(f"{verdict}: {count}" for verdict, count in counts.most_common())


def disagreements(found: Replication) -> list[Row]:
    """The claims of which the two methods say the opposite."""
    opposite = {Standing.REPLICATED: Verdict.CONTRADICTED, Standing.CONTRADICTED: Verdict.HOLDS}
    return [
        {
            "claim": sound.claim.id,
            "their method": str(published.verdict),
            "sound method": str(sound.standing),
            "found": sound_text(sound),
        }
        for published, sound in zip(found.published or (), found.sound or (), strict=False)
        if opposite.get(sound.standing) is published.verdict
    ]


def needed_rows(found: Replication) -> list[Row]:
    """What would decide each claim that is left open."""
    return [
        {"claim": ruled.claim.id, "what would decide it": _needed(ruled.rulings)}
        for ruled in found.sound or ()
        if ruled.rulings and ruled.standing is Standing.UNRESOLVED
    ]


def _needed(rulings: Sequence[Ruling]) -> str:
    left = [ruling for ruling in rulings if ruling.standing is Standing.UNRESOLVED]
    reasons = list(dict.fromkeys(ruling.why for ruling in left if ruling.why))
    if reasons:
        return "; ".join(reasons)
    rounds = [needed for ruling in left if (needed := rounds_needed(ruling)) is not None]
    if not rounds:
        return "more rounds: these are too few to tell"
    if max(rounds) > _TOO_MANY_ROUNDS:
        return "no number of rounds: it is too close to the limit of what is claimed"
    return f"about {max(rounds):,} rounds"
