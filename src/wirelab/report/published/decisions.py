"""The answers of runs about two formats in one place: on a platform, or from one to others. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from wirelab.analysis.decide.decision import verdict_on
from wirelab.analysis.decide.intervals import paired_ratio
from wirelab.model.findings.finding import Interval, Verdict
from wirelab.model.findings.transfer import TransferFinding, Way
from wirelab.model.groups import gathered
from wirelab.model.link import Link, rate_words
from wirelab.report.published.runs import PublishedRun
from wirelab.report.quantities import listed, ratio, ratio_with_interval, several, together
from wirelab.report.run.explore import Carried, band_of, carried
from wirelab.report.run.wording import FASTER, SLOWER

_CONFIDENCE = 0.95
_OWN = "The interval is the run's own: it allows for its other comparisons and for early stopping."
_OF_PAIR = "The interval is 95 % for this pair."


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

    way: Way
    library: str  # of the codec that writes, with its version
    total_ns: float  # to write once and to read once, and over the link of a transfer
    codecs_ns: float  # without the link
    size_bytes: int
    rounds: Mapping[int, float]
    unsteady: bool  # most processes of a cell behind it still changed their speed: its time gets no verdict

    @property
    def format(self) -> str:
        """Its name."""
        return self.way.format

    @property
    def codecs(self) -> str:
        """The codecs that write and read it."""
        return " → ".join(dict.fromkeys(str(cell.subject) for cell in self.way.cells))


@dataclass(frozen=True, slots=True)
class Evidence:
    """The answer of a run to a decision."""

    run: PublishedRun
    data: str
    link: Link | None  # of a transfer
    one: Side
    other: Side
    ratio: Interval | None  # of the first one's time over the other's; None: they have fewer than two rounds in common
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
            return str(self.verdict) if self.ratio is not None else "too few rounds in common"
        return FASTER if self.ratio.estimate < 1 else SLOWER

    @property
    def turn(self) -> float | None:
        """The rate of a link, in bits per second, at which both take the same time; None: one is never slower."""
        one, other = self.one, self.other
        receivers = len(one.way.readers)
        bits = 8e9 * receivers * (one.size_bytes - other.size_bytes)
        slower_ns = other.codecs_ns - one.codecs_ns
        return bits / slower_ns if slower_ns and bits / slower_ns > 0 else None


def decisions(runs: Sequence[PublishedRun]) -> dict[Decision, tuple[Evidence, ...]]:
    """Every decision that some run can answer, in order; `runs` and evidence have the newest first."""
    found = gathered(each for run in runs for each in _of_run(run))
    return {decision: tuple(found[decision]) for decision in sorted(found)}


def _of_run(run: PublishedRun) -> Iterator[tuple[Decision, Evidence]]:
    sides = gathered(
        ((each.data, each.route or f"on {each.way.writer.platform}"), _side(run, each))
        for each in carried(run.shown(run.rankings))
        if each.way.writer.subject.compressor is None  # a compressor is a choice of its own
    )
    for (data, where), own in sides.items():
        fastest = {each.format: each for each in sorted(own, key=lambda each: -each.total_ns)}
        for one, other in combinations(sorted(fastest), 2):
            yield Decision(one, other, where), _evidence(run, data, fastest[one], fastest[other])


def _side(run: PublishedRun, each: Carried) -> Side:
    way, found, link = each.way, each.found, _link(run)
    crossing_ns = found.receivers * link.time_ns(found.size_bytes) if link else 0.0
    codec = run.results.codec_of(way.writer)
    return Side(
        way=way,
        library="version not known" if codec is None else f"{codec.library} {codec.version}".strip(),
        total_ns=found.write_ns + found.read_ns + crossing_ns,
        codecs_ns=found.write_ns + found.read_ns,
        size_bytes=found.size_bytes,
        rounds={at: sum(pair) + crossing_ns for at, pair in enumerate(found.rounds) if pair is not None},
        unsteady=any(one.mostly_unsteady for one in run.results.findings.cells if one.cell in way.cells),
    )


def _link(run: PublishedRun) -> Link | None:
    transfer = run.results.findings.forecast.transfer
    return None if transfer is None else transfer.link


def _evidence(run: PublishedRun, data: str, one: Side, other: Side) -> Evidence:
    own = _own_ratio(run.results.findings.forecast.transfer, one.format, other.format)
    found = own or paired_ratio(one.rounds, other.rounds, _CONFIDENCE)
    return Evidence(run, data, _link(run), one, other, found, band_of([run.results]), own=own is not None)


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
    least, most = sorted((one, other), key=lambda each: each.size_bytes)
    smaller = least.format if least.size_bytes < most.size_bytes else ""
    match seen.verdict:
        case Verdict.DIFFERENT:
            first = one if seen.ratio.estimate < 1 else other
            sized = ", and smaller" if first.format == smaller else f", but {smaller} is smaller" if smaller else ""
            return f"{first.format} is faster {decision.where}{sized}: {task}, {takes}.{_turn_words(seen)}"
        case Verdict.EQUIVALENT | Verdict.NEGLIGIBLE:
            said = f"Both are equally fast {decision.where}"
        case _:
            said = f"This run does not show which is faster {decision.where}"
    return f"{said}: {task}, {takes}.{f' {smaller} is smaller.' if smaller else ''}"


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
    sides = listed([f"{each.codecs} ({each.library})" for each in (seen.one, seen.other)])
    return (
        f"Measured {seen.run.day} on {seen.run.machine}, {several(seen.run.results.run.rounds, 'round')}, A/A twin: "
        f"{seen.run.twins}. The fastest codec of each format there: {sides}. {interval}"
    )
