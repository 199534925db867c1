"""From process summaries to findings: what a run knows of each of its cells. Pure."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import fmean, median

from wirelab.analysis.decision import Decision, decide, verdict
from wirelab.analysis.intervals import paired_ratio, time_interval
from wirelab.design.sequential import Schedule
from wirelab.model.cell import Cell
from wirelab.model.finding import CellFinding, Interval, RatioFinding
from wirelab.model.measurement import ProcessSummary
from wirelab.model.run import GZIP, NO_COMPRESSOR, EncodedSize
from wirelab.model.units import ByteCount


def analyse(
    processes: Sequence[ProcessSummary],
    *,
    reference: Mapping[Cell, Cell],
    band: float,
    confidence: float,
    schedule: Schedule | None,
    rounds: int | None = None,
    ended: bool = False,
    sizes: Sequence[EncodedSize] = (),
) -> tuple[CellFinding, ...]:
    """Find what is known of each cell, in the order in which cells first appear in `processes`.

    The intervals shown are pointwise, at `confidence`, which they keep although looks may end a comparison early.
    Verdicts are the sequential rule's, which holds for all comparisons and looks of the study together, so that its
    intervals are wider: one that excludes 1 may still be unresolved. Ratios pair the rounds that both cells have; where
    a cell has two processes in a round (its own and the retry of the round before), their geometric mean stands for it.

    Args:
        processes: of one run, lost ones included.
        reference: the cell each cell is compared with, where there is one.
        band: half-width of the equivalence band.
        confidence: level of the intervals shown.
        schedule: the sequential rule; None: verdicts from the intervals shown, nothing is decided.
        rounds: complete rounds; None: as many as `processes` name.
        ended: the run is over, so this look is the last.
        sizes: encoded sizes; raw and behind `GZIP`. Raw ones serve where no process of the cell told (mode `cold`).
    """
    by_cell = _by_cell(processes)
    times = {cell: _times_by_round(own) for cell, own in by_cell.items()}
    if rounds is None:
        rounds = max((process.round + 1 for process in processes), default=0)
    kept = {(size.corpus, size.platform, size.subject, size.compressor): size.size_bytes for size in sizes}

    def compare(cell: Cell) -> RatioFinding | None:
        if cell not in reference:
            return None
        own, other = times[cell], times.get(reference[cell], {})
        ratio = _shown(own, other, confidence, schedule)
        decision = (
            Decision(verdict(ratio, band), False, ratio, rounds)
            if schedule is None
            else decide(own, other, schedule=schedule, band=band, rounds=rounds, ended=ended)
        )
        return RatioFinding(cell, reference[cell], ratio, decision.verdict, band, decision.decided)

    return tuple(
        _finding(
            own,
            confidence,
            encoded_bytes=kept.get((cell.corpus, cell.platform, cell.subject, NO_COMPRESSOR)),
            gzipped_bytes=kept.get((cell.corpus, cell.platform, cell.subject, GZIP)),
            ratio=compare(cell),
        )
        for cell, own in by_cell.items()
    )


def checked(findings: Sequence[CellFinding], processes: Sequence[ProcessSummary]) -> tuple[CellFinding, ...]:
    """`findings` with every ratio by other roads too (`wirelab.analysis.ratios`).

    Args:
        findings: what `analyse` found.
        processes: what it was given.
    """
    from wirelab.analysis.ratios import ratio_checks  # loads NumPy

    times = {cell: _times_by_round(own) for cell, own in _by_cell(processes).items()}

    def with_checks(found: RatioFinding) -> RatioFinding:
        if found.ratio is None:
            return found
        own, other = times[found.cell], times[found.reference]
        return replace(found, checks=ratio_checks(own, other, found.band, found.ratio.level))

    return tuple(
        finding if finding.ratio is None else replace(finding, ratio=with_checks(finding.ratio)) for finding in findings
    )


def still_open(findings: Sequence[CellFinding]) -> tuple[Cell, ...]:
    """The cells that need a further round: undecided ones and their references (METHOD, sequential stopping).

    A cell without a comparison that is nobody's reference stays open. A cell of which a process and its retry were
    lost, and none ever counted, is given up. Twins ride along as long as another cell is open, and never hold a study
    open.
    """
    hopeless = {finding.cell for finding in findings if finding.lost >= 2 and not finding.process_times_ns}
    comparisons = [finding.ratio for finding in findings if finding.ratio is not None]
    compared_with = {comparison.reference for comparison in comparisons}
    undecided = [ratio for ratio in comparisons if not (ratio.decided or ratio.cell.twin or ratio.cell in hopeless)]
    alone = [finding.cell for finding in findings if finding.ratio is None and finding.cell not in compared_with]
    wanted = {ratio.cell for ratio in undecided} | {ratio.reference for ratio in undecided} | set(alone)
    wanted -= hopeless
    if wanted:
        twins = [ratio for ratio in comparisons if ratio.cell.twin and ratio.cell not in hopeless]
        wanted |= {ratio.cell for ratio in twins} | {ratio.reference for ratio in twins} - hopeless
    return tuple(finding.cell for finding in findings if finding.cell in wanted)


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
    ratio: RatioFinding | None,
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
        ratio=ratio,
    )
