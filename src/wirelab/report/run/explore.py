"""From a run's results to what readers of its page choose among. Pure."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from wirelab.model.cell import Cell, ModeKind, Operation, Sink
from wirelab.model.findings.finding import CellFinding, Interval
from wirelab.model.findings.transfer import TransferFinding
from wirelab.model.subject import Profile
from wirelab.report.explorer import Carrying, Explored, Explorer, Facet, Limits, Place, Who, anchor
from wirelab.report.quantities import listed
from wirelab.report.run.marks import VERDICT_MARKS, Marks
from wirelab.report.run.ranking import Ranking
from wirelab.report.run.results import Results
from wirelab.report.run.wording import REFERENCE, verdict_look, verdict_words

_BAND = 0.02
_NONE = "none"


def explorer(results: Results, shown: Sequence[Ranking], marks: Marks) -> Explorer:
    """Lay a run's cells out with the factors that differ between them."""
    placed = [(at, ranking, each) for at, ranking in enumerate(shown) for each in ranking.findings]
    cells = [each.cell for _, _, each in placed]
    facets, level = _facets(results, cells)
    whos = {(each.platform, each.subject): _who(results, each, marks) for each in cells}
    number = {key: at for at, key in enumerate(whos)}

    def who(cell: Cell) -> int:
        return number[cell.platform, cell.subject]

    def explored(at: int, ranking: Ranking, finding: CellFinding) -> Explored:
        found = ranking.ratios.get(finding.cell)
        verdict = REFERENCE if ranking.is_reference(finding) else verdict_words(found)
        other = None if found is None else found.comparison.against
        against = None if other is None else number.get((other.platform, other.subject))
        return Explored(
            anchor=anchor(finding.cell),
            who=who(finding.cell),
            ranking=at,
            levels=level[finding.cell],
            time_ns=_limits(finding.time_ns),
            size_bytes=finding.encoded_bytes,
            allocated_bytes=finding.allocated_bytes,
            ratio=_limits(None if found is None else found.ratio),
            against=against,
            verdict=verdict,
            look=verdict if verdict == REFERENCE else verdict_look(verdict),
            rounds_ns=_rounds(finding),
        )

    findings = {each.cell: each for _, _, each in placed}
    transfer = results.findings.forecast.transfer
    if transfer is None:
        ways = tuple(_round_trips(results, findings, level, who))
    else:
        ways = tuple(_of_transfer(results, transfer, findings, level, who))
    places = tuple(dict.fromkeys(place for place, _ in ways))
    return Explorer(
        rankings=tuple(ranking.title for ranking in shown),
        fastest=tuple(tuple(map(who, ranking.may_be_fastest)) for ranking in shown),
        facets=facets,
        whos=tuple(whos.values()),
        cells=tuple(explored(*each) for each in placed),
        places=places,
        ways=tuple(replace(way, place=places.index(place)) for place, way in ways),
        verdicts=VERDICT_MARKS,
        band=max((found.band for found in results.findings.comparisons), default=_BAND),
        link=(transfer.link.bits_per_s, transfer.link.delay_s) if transfer else None,
    )


def _facets(results: Results, cells: Sequence[Cell]) -> tuple[tuple[Facet, ...], dict[Cell, tuple[int, ...]]]:
    """The factors with several levels, and the places of each cell's levels."""
    codecs = {(each.platform, each.name): each for each in results.codecs}
    given = "tuned" if results.profile is Profile.TUNED else "set by hand"

    def library(cell: Cell) -> str:
        known = codecs.get((cell.platform, str(cell.subject.uncompressed)))
        return cell.subject.codec if known is None else known.library

    def compressor(cell: Cell) -> str:
        level = "" if cell.subject.level is None else f"-{cell.subject.level}"
        return f"{cell.subject.compressor}{level}" if cell.subject.compressor else _NONE

    factors: dict[str, Callable[[Cell], str]] = {
        "runtime": lambda cell: cell.platform,
        "format": results.format_of,
        "library": library,
        "operation": lambda cell: str(cell.operation),
        "data": lambda cell: cell.corpus.workload,
        "size": lambda cell: cell.corpus.size,
        "variant": lambda cell: cell.corpus.variant,
        "settings": lambda cell: given if cell.subject.parameters else "default",
        "compressor": compressor,
        "mode": lambda cell: str(cell.mode),
        "sink": lambda cell: str(cell.sink),
    }
    found = {name: {cell: factor(cell) for cell in cells} for name, factor in factors.items()}
    # Sizes and operations have an order of their own, in which the study lists them.
    ordered = {name: tuple(dict.fromkeys(own.values())) for name, own in found.items()}
    ordered |= {name: tuple(sorted(ordered[name])) for name in ("runtime", "format", "library")}
    facets = tuple(Facet(name, levels) for name, levels in ordered.items() if len(levels) > 1)
    level = {cell: tuple(each.levels.index(found[each.name][cell]) for each in facets) for cell in cells}
    return facets, level


def _who(results: Results, cell: Cell, marks: Marks) -> Who:
    codec, name = results.codec_of(cell), results.format_of(cell)
    known = (
        () if codec is None else (("library", codec.library), ("version", codec.version), ("contract", codec.contract))
    )
    documented = (("documentation", codec.documentation),) if codec and codec.documentation else ()
    announced = (("runtime", results.runtimes[cell.platform]),) if cell.platform in results.runtimes else ()
    return Who(
        name=f"{cell.subject}@{cell.platform}",
        subject=str(cell.subject),
        platform=cell.platform,
        format=name,
        facts=(*known, *documented, *announced, *results.details.get(cell.platform, {}).items()),
        colour=marks.colours[name],
        letter=marks.letters[name],
        shape=marks.shapes[cell.platform],
        hollow=cell.subject.compressor is not None,
    )


def _limits(found: Interval | None) -> Limits | None:
    return None if found is None else (found.estimate, found.low, found.high)


def _rounds(finding: CellFinding) -> tuple[float, ...]:
    times = finding.process_times_ns
    return () if finding.lost or any(ns <= 0 for ns in times) else times


_Placed = tuple[Place, Carrying]
"""A way with the data that it carries; its number is not known yet."""


def _round_trips(
    results: Results, findings: dict[Cell, CellFinding], level: dict[Cell, tuple[int, ...]], who: Callable[[Cell], int]
) -> Iterator[_Placed]:
    """Each subject that writes and reads the same data on one platform."""
    objects = {each.name: each.objects for each in results.corpora}
    for cell, writer in findings.items():
        reader = findings.get(replace(cell, operation=Operation.DESERIALIZE))
        if cell.operation is not Operation.SERIALIZE or reader is None or writer.encoded_bytes is None:
            continue
        if writer.time_ns is None or reader.time_ns is None:
            continue
        unusual = [str(cell.mode)] if cell.mode is not ModeKind.STEADY else []
        unusual += [str(cell.sink)] if cell.sink is not Sink.MEMORY else []
        title = f"{cell.corpus} ({', '.join(unusual)})" if unusual else str(cell.corpus)
        yield (
            Place(title, objects.get(cell.corpus, 0)),
            Carrying(
                name=f"{cell.subject} · {cell.platform}",
                who=who(cell),
                place=0,
                levels=level[cell],
                write_ns=writer.time_ns.estimate,
                read_ns=reader.time_ns.estimate,
                receivers=1,
                size_bytes=writer.encoded_bytes,
                rounds=tuple(zip(_rounds(writer), _rounds(reader), strict=False)),
            ),
        )


def _of_transfer(
    results: Results,
    found: TransferFinding,
    findings: dict[Cell, CellFinding],
    level: dict[Cell, tuple[int, ...]],
    who: Callable[[Cell], int],
) -> Iterator[_Placed]:
    """The ways of a transfer: their times are those that the run's answer has."""
    objects = {each.name: each.objects for each in results.corpora}
    for each in found.ways:
        way, (writer, *_) = each.way, each.way.cells
        if each.time_ns is None or each.encoded_bytes is None or each.write_ns is None or writer not in level:
            continue
        # Cells may have begun in different rounds, and all of them ended together.
        own = [_rounds(findings[cell]) if cell in findings else () for cell in way.cells]
        last = min(map(len, own))
        together = zip(*(times[len(times) - last :] for times in own), strict=True)
        title = f"{writer.corpus} from {writer.platform} to {listed([cell.platform for cell in way.readers])}"
        yield (
            Place(title, objects.get(writer.corpus, 0)),
            Carrying(
                name=way.format,
                who=who(writer),
                place=0,
                levels=level[writer],
                write_ns=each.write_ns,
                read_ns=each.codecs_ns - each.write_ns,
                receivers=len(way.readers),
                size_bytes=each.encoded_bytes,
                rounds=tuple((write_ns, math.fsum(read_ns)) for write_ns, *read_ns in together),
            ),
        )
