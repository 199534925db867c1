"""Prepares the results of runs for the readers of a page, who choose among them. Pure."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TypeVar

from wirelab.choice.prices import Prices
from wirelab.model.cell import Cell, CorpusName, ModeKind, Operation, Sink
from wirelab.model.findings.finding import CellFinding, Interval
from wirelab.model.findings.transfer import TransferFinding, Way
from wirelab.model.subject import Profile
from wirelab.report.explorer import Carrying, Explored, Explorer, Facet, Limits, Place, Who, anchor
from wirelab.report.quantities import listed
from wirelab.report.run.marks import VERDICT_MARKS, Marks
from wirelab.report.run.ranking import Ranking
from wirelab.report.run.results import Results
from wirelab.report.run.wording import REFERENCE, verdict_look, verdict_words

_BAND = 0.02
_NONE = "none"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Shown:
    """The part of a run that a page shows."""

    results: Results
    rankings: tuple[Ranking, ...]
    name: str = ""  # of the run among those of a page of several; empty: it is the only one
    called: str = ""  # the words that distinguish its rankings from those of other runs
    further: Mapping[str, str] = field(default_factory=dict)  # factors that all of its cells have in common

    @property
    def findings(self) -> Mapping[Cell, CellFinding]:
        """The findings of the shown cells."""
        return {each.cell: each for ranking in self.rankings for each in ranking.findings}

    def titled(self, title: str) -> str:
        """A title that no other run of the page has."""
        return f"{title}, {self.called}" if self.called else title


_Levels = Mapping[Cell, tuple[int, ...]]
"""The levels of each facet, by the cells of a run."""


def explorer(results: Results, shown: Sequence[Ranking], marks: Marks) -> Explorer:
    """Lay a run's cells out with the factors that differ between them."""
    return explorer_of((Shown(results, tuple(shown)),), marks)


def explorer_of(runs: Sequence[Shown], marks: Marks) -> Explorer:
    """Lay out the cells of several runs; comparisons and rankings of ways stay within one run."""
    facets, levels = _facets(runs)
    whos: dict[tuple[str, object], Who] = {}
    for run in runs:
        for cell in run.findings:
            whos.setdefault((cell.platform, cell.subject), _who(run.results, cell, marks))
    number = {key: at for at, key in enumerate(whos)}

    def who(cell: Cell) -> int:
        return number[cell.platform, cell.subject]

    ranked = [(run, own, ranking) for run, own in zip(runs, levels, strict=True) for ranking in run.rankings]

    def explored(at: int, run: Shown, own: _Levels, ranking: Ranking, finding: CellFinding) -> Explored:
        found = ranking.ratios.get(finding.cell)
        verdict = REFERENCE if ranking.is_reference(finding) else verdict_words(found)
        other = None if found is None else found.comparison.against
        against = None if other is None else number.get((other.platform, other.subject))
        return Explored(
            anchor=anchor(finding.cell, run.name),
            who=who(finding.cell),
            ranking=at,
            levels=own[finding.cell],
            time_ns=_limits(finding.time_ns),
            size_bytes=finding.encoded_bytes,
            allocated_bytes=finding.allocated_bytes,
            ratio=_limits(None if found is None else found.ratio),
            against=against,
            verdict=verdict,
            look=verdict if verdict == REFERENCE else verdict_look(verdict),
            rounds_ns=_by_round(run.results.times_by_round(finding)),
            warm_up_ns=run.results.warm_ups.get(finding.cell, ()),
            unsteady=finding.mostly_unsteady,
        )

    ways = [
        (Place(run.titled(f"{each.data} {each.route}".rstrip()), each.objects), own[each.way.writer], each)
        for run, own in zip(runs, levels, strict=True)
        for each in carried(run)
    ]
    places = tuple(dict.fromkeys(place for place, *_ in ways))
    links = {run.results.findings.forecast.transfer.link for run in runs if run.results.findings.forecast.transfer}
    link = next(iter(links)) if len(links) == 1 else None
    prices = next((run.results.prices for run in runs if run.results.prices is not None), None)
    return Explorer(
        rankings=tuple(run.titled(ranking.title) for run, _, ranking in ranked),
        series=tuple(
            (run.titled(ranking.series), ranking.data.objects if ranking.data else 0) for run, _, ranking in ranked
        ),
        fastest=tuple(tuple(map(who, ranking.may_be_fastest)) for *_, ranking in ranked),
        facets=facets,
        whos=tuple(whos.values()),
        cells=tuple(
            explored(at, run, own, ranking, each)
            for at, (run, own, ranking) in enumerate(ranked)
            for each in ranking.findings
        ),
        places=places,
        ways=tuple(
            replace(each.found, who=who(each.way.writer), place=places.index(place), levels=own)
            for place, own, each in ways
        ),
        verdicts=VERDICT_MARKS,
        band=band_of([run.results for run in runs]),
        link=(link.bits_per_s, link.delay_s) if link else None,
        prices=None if prices is None else (prices.processor.price, prices.traffic.of_a_byte * 1e9),
        currency="" if prices is None else prices.currency,
        priced="" if prices is None else _priced(prices),
    )


def band_of(results: Sequence[Results]) -> float:
    """The half-width of the equivalence band of runs, the widest of several."""
    return max((found.band for each in results for found in each.findings.comparisons), default=_BAND)


def _priced(prices: Prices) -> str:
    """Describe the prices that a page's reader begins with."""
    of = (f"{each.price:g} per {each.per} ({each.of}; {each.as_of})" for each in (prices.processor, prices.traffic))
    return f"List prices in {prices.currency} to begin with: {' and '.join(of)}."


def _facets(runs: Sequence[Shown]) -> tuple[tuple[Facet, ...], list[_Levels]]:
    """The factors with several levels, and the places of each cell's levels, by run."""
    found = [_factors(run) for run in runs]
    every = [factors for own in found for factors in own.values()]
    names = dict.fromkeys(chain.from_iterable(every))
    # Sizes and operations have an order of their own, in which the study lists them.
    ordered = {name: tuple(dict.fromkeys(each[name] for each in every)) for name in names}
    ordered |= {name: tuple(sorted(ordered[name])) for name in ("runtime", "format", "library") if name in ordered}
    facets = tuple(Facet(name, levels) for name, levels in ordered.items() if len(levels) > 1)

    def places(factors: Mapping[str, str]) -> tuple[int, ...]:
        return tuple(each.levels.index(factors[each.name]) for each in facets)

    return facets, [{cell: places(factors) for cell, factors in own.items()} for own in found]


def _factors(run: Shown) -> dict[Cell, dict[str, str]]:
    cells = tuple(run.findings)
    # Libraries' versions differ anyway: they are a factor only where a study asks for some, or there are several runs.
    versions = bool(run.name) or any(cell.subject.version for cell in cells)
    return {cell: _factors_of(run, cell, versions=versions) for cell in cells}


def _factors_of(run: Shown, cell: Cell, *, versions: bool) -> dict[str, str]:
    """The level of each factor by which readers choose a cell of a run."""
    results, subject = run.results, cell.subject
    known = results.codec_of(cell)
    given = "tuned" if results.profile is Profile.TUNED else "set by hand"
    strength = "" if subject.level is None else f"-{subject.level}"
    return {
        "runtime": cell.platform,
        "format": results.format_of(cell),
        "library": subject.name if known is None else known.library,
        "version": (subject.version if known is None else known.version) if versions else "",
        "operation": str(cell.operation),
        "data": cell.corpus.workload,
        "size": cell.corpus.size,
        "variant": cell.corpus.variant,
        "settings": given if subject.parameters else "default",
        "compressor": f"{subject.compressor}{strength}" if subject.compressor else _NONE,
        "mode": str(cell.mode),
        "sink": str(cell.sink),
        **run.further,
    }


def _who(results: Results, cell: Cell, marks: Marks) -> Who:
    codec, name = results.codec_of(cell), results.format_of(cell)
    facts: list[tuple[str, str]] = []
    if codec is not None:
        facts += [("library", codec.library), ("version", codec.version), ("contract", codec.contract)]
        said = ("source", codec.source), ("documentation", codec.documentation), ("authors", codec.authors)
        facts += [fact for fact in said if fact[1]]
    if cell.platform in results.runtimes:
        facts.append(("runtime", results.runtimes[cell.platform]))
    return Who(
        name=f"{cell.subject}@{cell.platform}",
        subject=str(cell.subject),
        platform=cell.platform,
        format=name,
        facts=(*facts, *results.details.get(cell.platform, {}).items()),
        **marks.look(name, cell),
    )


def _limits(found: Interval | None) -> Limits | None:
    return None if found is None else (found.estimate, found.low, found.high)


def _by_round(found: Mapping[int, T]) -> tuple[T | None, ...]:
    """Values from the first round on; None in rounds that have none."""
    return tuple(map(found.get, range(max(found, default=-1) + 1)))


@dataclass(frozen=True, slots=True)
class Carried:
    """A way of a run, with the data that it carries."""

    way: Way
    data: str  # with mode and sink where they are not the usual ones
    route: str  # `from jvm to python`; empty: one codec writes and reads
    objects: int
    found: Carrying  # without its places in an explorer


def carried(run: Shown) -> Iterator[Carried]:
    """The ways of a run that was a transfer; else each subject that writes and reads the same data on one platform."""
    transfer = run.results.findings.forecast.transfer
    objects = {each.name: each.objects for each in run.results.corpora}
    return _round_trips(run, objects) if transfer is None else _of_transfer(run, transfer, objects)


def _round_trips(run: Shown, objects: Mapping[CorpusName, int]) -> Iterator[Carried]:
    findings = run.findings
    for cell, writer in findings.items():
        reader = findings.get(replace(cell, operation=Operation.DESERIALIZE))
        if cell.operation is not Operation.SERIALIZE or reader is None or writer.encoded_bytes is None:
            continue
        if writer.time_ns is None or reader.time_ns is None:
            continue
        unusual = [str(cell.mode)] if cell.mode is not ModeKind.STEADY else []
        unusual += [str(cell.sink)] if cell.sink is not Sink.MEMORY else []
        found = Carrying(
            name=f"{cell.subject} · {cell.platform}",
            write_ns=writer.time_ns.estimate,
            read_ns=reader.time_ns.estimate,
            receivers=1,
            size_bytes=writer.encoded_bytes,
            rounds=_rounds_of(run.results, (writer, reader)),
            unsteady=writer.mostly_unsteady or reader.mostly_unsteady,
        )
        data = f"{cell.corpus} ({', '.join(unusual)})" if unusual else str(cell.corpus)
        way = Way(run.results.format_of(cell), cell, (reader.cell,))
        yield Carried(way, data, "", objects.get(cell.corpus, 0), found)


def _of_transfer(run: Shown, found: TransferFinding, objects: Mapping[CorpusName, int]) -> Iterator[Carried]:
    """Their times are those that the run's answer has."""
    findings = run.findings
    for each in found.ways:
        way, writer = each.way, each.way.writer
        if each.time_ns is None or each.encoded_bytes is None or each.write_ns is None or writer not in findings:
            continue
        own = Carrying(
            name=way.format,
            write_ns=each.write_ns,
            read_ns=each.codecs_ns - each.write_ns,
            receivers=len(way.readers),
            size_bytes=each.encoded_bytes,
            rounds=_rounds_of(run.results, [findings.get(cell) for cell in way.cells], found.qualifying),
            unsteady=any(cell in findings and findings[cell].mostly_unsteady for cell in way.cells),
        )
        route = f"from {writer.platform} to {listed([cell.platform for cell in way.readers])}"
        yield Carried(way, str(writer.corpus), route, objects.get(writer.corpus, 0), own)


def _rounds_of(
    results: Results, findings: Sequence[CellFinding | None], first: int = 0
) -> tuple[tuple[float, float] | None, ...]:
    """The times of writing and of all reading in each round, from the `first` on, that has both."""
    write_ns, *read_ns = ({} if each is None else results.times_by_round(each) for each in findings)
    shared = {*write_ns}.intersection(*read_ns)
    return _by_round({b: (write_ns[b], math.fsum(own[b] for own in read_ns)) for b in shared if b >= first})
