"""From process summaries to findings: what a run knows of its cells and comparisons. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import fmean, median

from wirelab.analysis.decision import Decision, decide, verdict
from wirelab.analysis.intervals import by_round, ratio_interval, time_interval
from wirelab.analysis.round_ratios import RoundRatios, round_ratios, sustains, time_of
from wirelab.design.sequential import Schedule
from wirelab.model.cell import Cell
from wirelab.model.comparison import Comparison, Question
from wirelab.model.finding import CellFinding, ComparisonFinding
from wirelab.model.findings import Findings
from wirelab.model.forecast import NEAR_LOOP, NearLoop
from wirelab.model.measurement import ProcessSummary
from wirelab.model.run import GZIP, NO_COMPRESSOR, EncodedSize
from wirelab.model.steadiness import WarmUp
from wirelab.model.units import ByteCount

_BEST = 0.1


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

    Verdicts are the sequential rule's, which holds for all comparisons and looks of the study together (for a twin, for
    its looks alone). A ratio's interval is the one that its verdict rests on. Ratios are those of the same turns
    (`wirelab.analysis.round_ratios`). A time is a cell's geometric mean over rounds; its interval says how much it
    scattered from round to round in this session.

    Args:
        processes: of one run, lost ones included.
        comparisons: what is compared; those whose cell has no process yet are left out.
        band: half-width of the equivalence band.
        confidence: level of the intervals of times.
        schedule: the sequential rule; None: verdicts from intervals at `confidence`, nothing is decided.
        rounds: complete rounds; None: as many as `processes` name.
        ended: the run is over, so this look is the last.
        sizes: encoded sizes; raw and behind `GZIP`. Raw ones serve where no process of the cell told (mode `cold`).
    """
    by_cell = _by_cell(processes)
    if rounds is None:
        rounds = max((process.round + 1 for process in processes), default=0)
    kept = {(size.corpus, size.platform, size.subject, size.compressor): size.size_bytes for size in sizes}
    measured = {
        each: round_ratios(by_cell[each.cell], by_cell.get(each.against, ()))
        for each in comparisons
        if each.cell in by_cell
    }
    decided = _decided(measured, schedule, band, confidence, rounds, ended=ended)
    return Findings(
        tuple(
            _finding(
                own,
                confidence,
                encoded_bytes=kept.get((cell.corpus, cell.platform, cell.subject, NO_COMPRESSOR)),
                gzipped_bytes=kept.get((cell.corpus, cell.platform, cell.subject, GZIP)),
            )
            for cell, own in by_cell.items()
        ),
        tuple(
            ComparisonFinding(
                each,
                decided[each].interval,
                decided[each].verdict,
                band,
                decided[each].decided,
                sustained=ratios.sustained,
                logs=decided[each].logs,
            )
            for each, ratios in measured.items()
        ),
    )


def _decided(
    measured: Mapping[Comparison, RoundRatios],
    schedule: Schedule | None,
    band: float,
    confidence: float,
    rounds: int,
    *,
    ended: bool,
) -> dict[Comparison, Decision]:
    decided: dict[Comparison, Decision] = {}
    if schedule is None:
        for each, ratios in measured.items():
            ratio = ratio_interval([log for _, log in ratios.logs], confidence)
            decided[each] = Decision(verdict(ratio, band), False, ratio, rounds, ratios.logs)
        return decided
    for family, own in _families(measured, schedule):
        found = decide([measured[each].logs for each in family], schedule=own, band=band, rounds=rounds, ended=ended)
        decided.update(zip(family, found, strict=True))
    return decided


def near_loop(findings: Findings, loops_ns: Mapping[Cell, float]) -> tuple[NearLoop, ...]:
    """The cells whose time the loop's own cost is a large part of, nearest first."""
    times = [
        NearLoop(finding.cell, finding.time_ns.estimate / loops_ns[finding.cell])
        for finding in findings.cells
        if finding.time_ns is not None and loops_ns.get(finding.cell, 0) > 0
    ]
    return tuple(sorted((each for each in times if each.times < NEAR_LOOP), key=lambda each: each.times))


def audited(findings: Findings, warm_ups: Iterable[WarmUp], processes: Sequence[ProcessSummary]) -> Findings:
    """`findings` with what the audit made of each cell's processes.

    Args:
        findings: what `analyse` found.
        warm_ups: of the processes that are looked at.
        processes: what `analyse` was given.
    """
    from wirelab.analysis.steadiness import courses, steadiness  # loads NumPy

    found = steadiness(courses(warm_ups, processes))
    return replace(
        findings, cells=tuple(replace(finding, steadiness=found.get(finding.cell)) for finding in findings.cells)
    )


def still_open(findings: Findings) -> tuple[Cell, ...]:
    """The cells that need a further round (METHOD, sequential stopping).

    A cell is needed as long as a comparison that it is part of, on either side, is undecided; one that is part of none
    but a twin's stays open. A cell whose processes of two rounds were lost, and none ever counted, is given up, and
    what it was to be compared with is no longer needed for that. Twins ride along as long as another cell is open, and
    never hold a study open.
    """
    hopeless = given_up(findings)
    held = [found for found in findings.comparisons if found.comparison.question is not Question.TWIN]
    undecided = [found for found in held if not found.decided and found.comparison.cell not in hopeless]
    alone = {finding.cell for finding in findings.cells if not finding.cell.twin} - _cells_of(held)
    wanted = (_cells_of(undecided) | alone) - hopeless
    if wanted:
        twins = [found for found in findings.asked(Question.TWIN) if found.comparison.cell not in hopeless]
        wanted |= _cells_of(twins) - hopeless
    return tuple(finding.cell for finding in findings.cells if finding.cell in wanted)


def given_up(findings: Findings) -> set[Cell]:
    """The cells whose processes of two rounds were lost, and none ever counted."""
    return {finding.cell for finding in findings.cells if finding.lost_rounds >= 2 and not finding.process_times_ns}


def _cells_of(findings: Iterable[ComparisonFinding]) -> set[Cell]:
    return {cell for found in findings for cell in found.comparison.cells}


def _families(comparisons: Iterable[Comparison], schedule: Schedule) -> Iterator[tuple[Sequence[Comparison], Schedule]]:
    """What shares an error, each with its schedule: all questions of the study, and each twin alone.

    A twin rides along to the end of a study, however precise it is.
    """
    asked = []
    for each in comparisons:
        if each.question is Question.TWIN:
            yield [each], replace(schedule, comparisons=1, precision=None)
        else:
            asked.append(each)
    yield asked, schedule


def _by_cell(processes: Sequence[ProcessSummary]) -> dict[Cell, list[ProcessSummary]]:
    by_cell: dict[Cell, list[ProcessSummary]] = {}
    for process in processes:
        by_cell.setdefault(process.cell, []).append(process)
    return by_cell


def _counted(processes: Iterable[ProcessSummary]) -> list[ProcessSummary]:
    return sorted((p for p in processes if p.loss is None), key=lambda p: (p.round, p.order or 0))


def _finding(
    processes: Sequence[ProcessSummary],
    confidence: float,
    *,
    encoded_bytes: ByteCount | None,
    gzipped_bytes: ByteCount | None,
) -> CellFinding:
    counted, sustained = _counted(processes), sustains(processes)
    times = [(p.round, ns) for p in counted if (ns := time_of(p, sustained=sustained)) is not None]
    by_rounds = [*by_round(times).values()]
    allocated = [p.allocated_bytes for p in counted if p.allocated_bytes is not None]
    steady = [p.steady for p in counted if p.steady is not None]
    turns = sorted(ns for p in counted if p.group is not None for ns in p.turns_ns)
    return CellFinding(
        cell=processes[0].cell,
        time_ns=time_interval(by_rounds, confidence) if by_rounds else None,
        process_times_ns=tuple(ns for _, ns in times),
        allocated_bytes=median(allocated) if allocated else None,
        encoded_bytes=next((p.encoded_bytes for p in counted if p.encoded_bytes is not None), encoded_bytes),
        gzipped_bytes=gzipped_bytes,
        steady_share=fmean(steady) if steady else None,
        lost=len(processes) - len(counted),
        sustained=sustained,
        best_ns=turns[int(_BEST * len(turns))] if turns else None,
        lost_rounds=len({p.round for p in processes if p.loss is not None}),
    )
