"""From process summaries to findings: what a run knows of its cells and comparisons. Pure."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import fmean, median

from wirelab.analysis.decision import Decision, decide, verdict
from wirelab.analysis.intervals import paired_ratio, time_interval
from wirelab.design.sequential import Schedule
from wirelab.model.cell import Cell
from wirelab.model.comparison import Comparison, Question
from wirelab.model.finding import CellFinding, ComparisonFinding, Interval
from wirelab.model.findings import Findings
from wirelab.model.forecast import NEAR_LOOP, NearLoop
from wirelab.model.measurement import Course, ProcessSummary
from wirelab.model.run import GZIP, NO_COMPRESSOR, EncodedSize
from wirelab.model.units import ByteCount


def analyse(
    processes: Sequence[ProcessSummary],
    *,
    comparisons: Sequence[Comparison],
    band: float,
    confidence: float,
    schedule: Schedule | None,
    rounds: int | None = None,
    ended: bool = False,
    sizes: Sequence[EncodedSize] = (),
) -> Findings:
    """Find what is known of each cell, in the order in which cells first appear in `processes`, and of comparisons.

    The intervals shown are pointwise, at `confidence`, which they keep although looks may end a comparison early.
    Verdicts are the sequential rule's, which holds for all comparisons and looks of the study together (for a twin, for
    its looks alone), so that its intervals are wider: one that excludes 1 may still be unresolved. Ratios pair the
    rounds that both cells have; where a cell has two processes in a round (its own and the retry of the round before),
    their geometric mean stands for it.

    Args:
        processes: of one run, lost ones included.
        comparisons: what is compared; those whose cell has no process yet are left out.
        band: half-width of the equivalence band.
        confidence: level of the intervals shown.
        schedule: the sequential rule; None: verdicts from the intervals shown, nothing is decided.
        rounds: complete rounds; None: as many as `processes` name.
        ended: the run is over, so this look is the last.
        sizes: encoded sizes; raw and behind `GZIP`. Raw ones serve where no process of the cell told (mode `cold`).
    """
    by_cell = _by_cell(processes)
    times = _times(by_cell)
    if rounds is None:
        rounds = max((process.round + 1 for process in processes), default=0)
    kept = {(size.corpus, size.platform, size.subject, size.compressor): size.size_bytes for size in sizes}

    measured = {each: (times[each.cell], times.get(each.against, {})) for each in comparisons if each.cell in by_cell}
    ratios = {each: _shown(*compared, confidence, schedule) for each, compared in measured.items()}

    decided: dict[Comparison, Decision] = {}
    if schedule is None:
        decided = {each: Decision(verdict(ratio, band), False, ratio, rounds) for each, ratio in ratios.items()}
    else:
        for family, own in _families(measured, schedule):
            compared = [measured[each] for each in family]
            found = decide(compared, schedule=own, band=band, rounds=rounds, ended=ended)
            decided.update(zip(family, found, strict=True))
    cells = tuple(
        _finding(
            own,
            confidence,
            encoded_bytes=kept.get((cell.corpus, cell.platform, cell.subject, NO_COMPRESSOR)),
            gzipped_bytes=kept.get((cell.corpus, cell.platform, cell.subject, GZIP)),
        )
        for cell, own in by_cell.items()
    )
    return Findings(
        cells,
        tuple(
            ComparisonFinding(each, ratios[each], decided[each].verdict, band, decided[each].decided)
            for each in measured
        ),
    )


def checked(findings: Findings, processes: Sequence[ProcessSummary]) -> Findings:
    """`findings` with every ratio by other roads too (`wirelab.analysis.ratios`).

    Args:
        findings: what `analyse` found.
        processes: what it was given.
    """
    from wirelab.analysis.ratios import ratio_checks  # loads NumPy

    times = process_times(processes)

    def with_checks(found: ComparisonFinding) -> ComparisonFinding:
        if found.ratio is None:
            return found
        own, other = (times[cell] for cell in found.comparison.cells)
        return replace(found, checks=ratio_checks(own, other, found.band, found.ratio.level))

    return replace(findings, comparisons=tuple(map(with_checks, findings.comparisons)))


def process_times(processes: Sequence[ProcessSummary]) -> dict[Cell, dict[int, float]]:
    """Each cell's process times in ns by round: of those that count and have one."""
    return _times(_by_cell(processes))


def near_loop(findings: Findings, loops_ns: Mapping[Cell, float]) -> tuple[NearLoop, ...]:
    """The cells whose time the loop's own cost is a large part of, nearest first."""
    times = [
        NearLoop(finding.cell, finding.time_ns.estimate / loops_ns[finding.cell])
        for finding in findings.cells
        if finding.time_ns is not None and loops_ns.get(finding.cell, 0) > 0
    ]
    return tuple(sorted((each for each in times if each.times < NEAR_LOOP), key=lambda each: each.times))


def audited(findings: Findings, courses: Iterable[Course]) -> Findings:
    """`findings` with what the audit made of each cell's processes."""
    from wirelab.analysis.steadiness import steadiness  # loads NumPy

    found = steadiness(courses)
    return replace(
        findings, cells=tuple(replace(finding, steadiness=found.get(finding.cell)) for finding in findings.cells)
    )


def still_open(findings: Findings) -> tuple[Cell, ...]:
    """The cells that need a further round (METHOD, sequential stopping).

    A cell is needed as long as a comparison that it is part of, on either side, is undecided; one that is part of none
    but a twin's stays open. A cell of which a process and its retry were lost, and none ever counted, is given up, and
    what it was to be compared with is no longer needed for that. Twins ride along as long as another cell is open, and
    never hold a study open.
    """
    hopeless = {finding.cell for finding in findings.cells if finding.lost >= 2 and not finding.process_times_ns}
    held = [found for found in findings.comparisons if found.comparison.question is not Question.TWIN]
    undecided = [found for found in held if not found.decided and found.comparison.cell not in hopeless]
    alone = {finding.cell for finding in findings.cells if not finding.cell.twin} - _cells_of(held)
    wanted = (_cells_of(undecided) | alone) - hopeless
    if wanted:
        twins = [found for found in findings.asked(Question.TWIN) if found.comparison.cell not in hopeless]
        wanted |= _cells_of(twins) - hopeless
    return tuple(finding.cell for finding in findings.cells if finding.cell in wanted)


def _cells_of(findings: Iterable[ComparisonFinding]) -> set[Cell]:
    return {cell for found in findings for cell in found.comparison.cells}


def _families(comparisons: Iterable[Comparison], schedule: Schedule) -> Iterator[tuple[Sequence[Comparison], Schedule]]:
    """What shares an error, each with its schedule: all questions of the study, and each twin alone."""
    asked = []
    for each in comparisons:
        if each.question is Question.TWIN:
            yield [each], replace(schedule, comparisons=1)
        else:
            asked.append(each)
    yield asked, schedule


def _shown(
    times_ns: Mapping[int, float], reference_times_ns: Mapping[int, float], confidence: float, schedule: Schedule | None
) -> Interval | None:
    calibrated = confidence if schedule is None else schedule.level_to_draw(confidence)
    ratio = paired_ratio(times_ns, reference_times_ns, calibrated)
    if ratio is None or calibrated == confidence:
        return ratio
    return replace(ratio, confidence=confidence, calibrated=calibrated)


def _by_cell(processes: Sequence[ProcessSummary]) -> dict[Cell, list[ProcessSummary]]:
    by_cell: dict[Cell, list[ProcessSummary]] = {}
    for process in processes:
        by_cell.setdefault(process.cell, []).append(process)
    return by_cell


def _times(by_cell: Mapping[Cell, Sequence[ProcessSummary]]) -> dict[Cell, dict[int, float]]:
    return {cell: _times_by_round(own) for cell, own in by_cell.items()}


def _times_by_round(processes: Sequence[ProcessSummary]) -> dict[int, float]:
    logs: dict[int, list[float]] = {}
    for process in processes:
        if process.time_ns is not None and process.loss is None:
            logs.setdefault(process.round, []).append(math.log(process.time_ns))
    return {round_: math.exp(fmean(values)) for round_, values in sorted(logs.items())}


def _finding(
    processes: Sequence[ProcessSummary],
    confidence: float,
    *,
    encoded_bytes: ByteCount | None,
    gzipped_bytes: ByteCount | None,
) -> CellFinding:
    counted = sorted((p for p in processes if p.loss is None), key=lambda p: (p.round, p.attempt))
    times = tuple(p.time_ns for p in counted if p.time_ns is not None)
    allocated = [p.allocated_bytes for p in counted if p.allocated_bytes is not None]
    steady = [p.steady for p in counted if p.steady is not None]
    return CellFinding(
        cell=processes[0].cell,
        time_ns=time_interval(times, confidence) if times else None,
        process_times_ns=times,
        allocated_bytes=median(allocated) if allocated else None,
        encoded_bytes=next((p.encoded_bytes for p in counted if p.encoded_bytes is not None), encoded_bytes),
        gzipped_bytes=gzipped_bytes,
        steady_share=fmean(steady) if steady else None,
        lost=len(processes) - len(counted),
    )
