"""The answers of runs about two formats in one place: on a platform, or from one to others. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from wirelab.analysis.decide.decision import verdict_on
from wirelab.analysis.decide.intervals import paired_ratio
from wirelab.model.cell import Cell, Operation
from wirelab.model.findings.finding import Interval, Verdict
from wirelab.model.findings.transfer import TransferFinding
from wirelab.model.groups import gathered
from wirelab.model.link import Link, rate_words
from wirelab.report.explorer import Carrying, Explorer, Who
from wirelab.report.published.runs import PublishedRun
from wirelab.report.quantities import listed, ratio, ratio_with_interval, several, together
from wirelab.report.run.explore import explorer
from wirelab.report.run.marks import marks_of
from wirelab.report.run.wording import FASTER, SLOWER

_CONFIDENCE = 0.95
_OWN = "The interval is the run's own: it allows for its other comparisons and for early stopping."
_OF_PAIR = "The interval is 95 % for this pair."
_ROUND_TRIP = (Operation.SERIALIZE, Operation.DESERIALIZE)


@dataclass(frozen=True, slots=True, order=True)
class Decision:
    """A question that readers have: one of two formats, in one place."""

    one: str
    other: str
    where: str  # `on jvm`, `from jvm to python`

    @property
    def title(self) -> str:
        """As a question."""
        return f"{self.one} or {self.other} {self.where}?"


@dataclass(frozen=True, slots=True)
class Side:
    """A format in a run: its fastest codec there."""

    format: str
    codecs: str  # that write and read it
    who: Who
    total_ns: float  # to write once and to read once, and over the link of a transfer
    codecs_ns: float  # without the link
    size_bytes: int
    receivers: int
    rounds: Mapping[int, float]
    unsteady: bool  # most processes of a cell behind it still changed their speed: its time gets no verdict


@dataclass(frozen=True, slots=True)
class Evidence:
    """The answer of a run to a decision."""

    run: PublishedRun
    data: str
    link: Link | None  # of a transfer
    one: Side
    other: Side
    ratio: Interval | None  # of the first one's time over the other's; None: there are no rounds in common
    band: float
    own: bool = False  # the ratio is the run's own, which allows for its other comparisons and for early stopping

    @property
    def verdict(self) -> Verdict:
        """The verdict by the interval of this pair and the run's band."""
        if self.one.unsteady or self.other.unsteady:
            return Verdict.UNSTEADY
        return Verdict.UNRESOLVED if self.ratio is None else verdict_on(self.ratio, self.band)

    @property
    def words(self) -> str:
        """The verdict on the first one, as tables have it."""
        if self.verdict is not Verdict.DIFFERENT or self.ratio is None:
            return str(self.verdict) if self.ratio is not None else "no rounds in common"
        return FASTER if self.ratio.estimate < 1 else SLOWER

    @property
    def turn(self) -> float | None:
        """The rate of a link, in bits per second, at which both take the same time; None: one is never slower."""
        one, other = self.one, self.other
        bits = 8e9 * (one.receivers * one.size_bytes - other.receivers * other.size_bytes)
        slower_ns = other.codecs_ns - one.codecs_ns
        return bits / slower_ns if slower_ns and bits / slower_ns > 0 else None


def decisions(runs: Sequence[PublishedRun]) -> dict[Decision, tuple[Evidence, ...]]:
    """Every decision that some run can answer, in order; `runs` and evidence have the newest first."""
    found = gathered(each for run in runs for each in _of_run(run))
    return {decision: tuple(found[decision]) for decision in sorted(found)}


def _of_run(run: PublishedRun) -> Iterator[tuple[Decision, Evidence]]:
    explored, transfer = explorer(run.results, run.rankings, marks_of(run.results)), ""
    found = run.results.findings.forecast.transfer
    link = None if found is None else found.link
    if found is not None and found.ways:
        writer, *readers = found.ways[0].way.cells
        transfer = f"from {writer.platform} to {listed([cell.platform for cell in readers])}"
    ends = {each.way.format: each.way.cells for each in found.ways} if found else {}
    places: dict[tuple[int, str], list[Side]] = {}
    for way in explored.ways:
        who = explored.whos[way.who]
        if who.hollow or (transfer and way.name != who.format):
            continue  # a compressor is a choice of its own
        where = transfer or f"on {who.platform}"
        places.setdefault((way.place, where), []).append(_side(run, explored, way, link, ends.get(way.name, ())))
    for (place, where), sides in places.items():
        fastest = {each.format: each for each in sorted(sides, key=lambda each: -each.total_ns)}
        for one, other in combinations(sorted(fastest), 2):
            data = explored.places[place].title.removesuffix(f" {where}")
            made = _evidence(run, explored, data, link, fastest[one], fastest[other])
            yield Decision(one, other, where), made


def _side(run: PublishedRun, explored: Explorer, way: Carrying, link: Link | None, ends: Sequence[Cell]) -> Side:
    crossing_ns = way.receivers * link.time_ns(way.size_bytes) if link else 0.0
    who = explored.whos[way.who]
    data = explored.places[way.place].title
    behind = [each for each in run.results.findings.cells if _is_behind(each.cell, who, data, ends)]
    return Side(
        format=who.format,
        codecs=" → ".join(dict.fromkeys(str(cell.subject) for cell in ends)) or who.subject,
        who=who,
        total_ns=way.write_ns + way.read_ns + crossing_ns,
        codecs_ns=way.write_ns + way.read_ns,
        size_bytes=way.size_bytes,
        receivers=way.receivers,
        rounds={at: sum(pair) + crossing_ns for at, pair in enumerate(way.rounds) if pair is not None},
        unsteady=any(each.mostly_unsteady for each in behind),
    )


def _is_behind(cell: Cell, who: Who, data: str, ends: Sequence[Cell]) -> bool:
    """Whether a way's time is a cell's: that of an end of a transfer, or else of its codec on its data."""
    if ends or cell.twin:
        return cell in ends
    own = (cell.platform, str(cell.subject)) == (who.platform, who.subject)
    return own and cell.operation in _ROUND_TRIP and data.partition(" ")[0] == str(cell.corpus)


def _evidence(run: PublishedRun, explored: Explorer, data: str, link: Link | None, one: Side, other: Side) -> Evidence:
    own = _own_ratio(run.results.findings.forecast.transfer, one.format, other.format)
    if own is not None:
        return Evidence(run, data, link, one, other, own, explored.band, own=True)
    found = paired_ratio(one.rounds, other.rounds, _CONFIDENCE) if one.rounds and other.rounds else None
    return Evidence(run, data, link, one, other, found, explored.band)


def _own_ratio(found: TransferFinding | None, one: str, other: str) -> Interval | None:
    """The ratio of two formats that a transfer compared itself; None if neither is its reference."""
    ratios = {} if found is None else {each.way.format: each.ratio for each in found.ways}
    if found is None or found.reference not in (one, other):
        return None
    if found.reference == other:
        return ratios.get(one)
    turned = ratios.get(other)
    return None if turned is None or turned.low <= 0 else turned.inverse


def answer(decision: Decision, seen: Evidence) -> str:
    """The answer of a run, as sentences."""
    one, other = seen.one, seen.other
    over = f", take it over {seen.link}" if seen.link else ""
    task = f"to write {seen.data}{over} and read it"
    if seen.verdict is Verdict.UNSTEADY:
        why = "most processes of one of them still changed their speed while they were measured"
        return f"Nothing can be said about the time {task}: {why}."
    if seen.ratio is None:
        return f"Nothing can be said about the time {task}: the run has too few rounds of both."
    bytes_ = f" and {ratio(one.size_bytes / other.size_bytes)} as many bytes" if other.size_bytes else ""
    takes = f"{one.format} takes {together(ratio_with_interval(seen.ratio))} the time of {other.format}{bytes_}"
    smaller = one.format if one.size_bytes <= other.size_bytes else other.format
    match seen.verdict:
        case Verdict.DIFFERENT:
            first = one if seen.ratio.estimate < 1 else other
            sized = "and smaller" if first.format == smaller else f"but {smaller} is smaller"
            return f"{first.format} is faster {decision.where}, {sized}: {task}, {takes}.{_turn_words(seen)}"
        case Verdict.EQUIVALENT | Verdict.NEGLIGIBLE:
            said = f"Both are equally fast {decision.where}"
        case _:
            said = f"This run does not show which is faster {decision.where}"
    return f"{said}: {task}, {takes}. {smaller} is smaller."


def _turn_words(seen: Evidence) -> str:
    if seen.turn is None:
        return ""
    smaller, larger = sorted((seen.one, seen.other), key=lambda each: each.size_bytes)
    if seen.link is not None and seen.link.bits_per_s < seen.turn:
        return f" Above about {rate_words(seen.turn)}, {larger.format} would take less."
    return f" Below about {rate_words(seen.turn)}, {smaller.format} would take less."


def basis(seen: Evidence) -> str:
    """The basis of an answer."""
    interval = _OWN if seen.own else _OF_PAIR
    sides = listed([f"{each.codecs} ({_version(each)})" for each in (seen.one, seen.other)])
    return (
        f"Measured {seen.run.day} on {seen.run.machine}, {several(seen.run.results.run.rounds, 'round')}, A/A twin: "
        f"{seen.run.twins}. The fastest codec of each format there: {sides}. {interval}"
    )


def _version(side: Side) -> str:
    facts = dict(side.who.facts)
    return " ".join(filter(None, (facts.get("library", ""), facts.get("version", "")))) or "version not known"
