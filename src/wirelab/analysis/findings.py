"""From process summaries to findings about a run's cells and comparisons. Pure."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import fmean, median

from wirelab.analysis.audit.steadiness import steadiness
from wirelab.analysis.decide.decision import Decision, against_1, decide
from wirelab.analysis.decide.intervals import by_round, time_interval
from wirelab.analysis.decide.round_ratios import Logs, round_ratios, sustains, time_of
from wirelab.analysis.measured import Measured
from wirelab.model.cell import Cell
from wirelab.model.comparison import Comparison, Question
from wirelab.model.findings.diagnostics import WarmUp
from wirelab.model.findings.finding import CellFinding, ComparisonFinding, Steadiness, Verdict
from wirelab.model.findings.findings import Findings
from wirelab.model.groups import gathered
from wirelab.model.measurement import ProcessSummary
from wirelab.model.run import GZIP, NO_COMPRESSOR
from wirelab.model.units import ByteCount

_BEST = 0.1


def analyse(measured: Measured, warm_ups: Iterable[WarmUp] | None = None) -> Findings:
    """The findings about each cell, in the order in which cells first appear among processes, and about comparisons.

    Verdicts are the sequential rule's, which holds for all comparisons and looks of the study together (for a twin,
    only for its looks). Ratios are of the same turns (`wirelab.analysis.decide.round_ratios`). A time is a cell's
    geometric mean over rounds; its interval shows how much it scattered from round to round in this session.
    Comparisons whose cell has no process yet are left out. Without `warm_ups` nothing is audited, and no verdict is
    taken back.
    """
    by_cell = gathered((process.cell, process) for process in measured.summaries)
    kept = {(size.corpus, size.platform, size.subject, size.compressor): size.size_bytes for size in measured.sizes}
    audits = {} if warm_ups is None else steadiness(warm_ups, measured.summaries)
    cells = tuple(
        _finding(
            own,
            measured.study.analysis.confidence,
            encoded_bytes=kept.get((cell.corpus, cell.platform, cell.subject, NO_COMPRESSOR)),
            gzipped_bytes=kept.get((cell.corpus, cell.platform, cell.subject, GZIP)),
            steadiness=audits.get(cell),
        )
        for cell, own in by_cell.items()
    )
    ratios = {
        each: round_ratios(by_cell[each.cell], by_cell.get(each.against, ()))
        for each in measured.design.comparisons
        if each.cell in by_cell
    }
    unsteady = set() if warm_ups is None else {finding.cell for finding in cells if finding.mostly_unsteady}
    band = measured.study.analysis.band
    decided = dict(_decided(measured, {each: own.logs for each, own in ratios.items()}))
    found = (
        ComparisonFinding(each, now.interval, now.verdict, band, now.decided, own.sustained, now.values)
        for each, own, now in ((each, own, decided[each]) for each, own in ratios.items())
    )
    return Findings(cells, tuple(capped(each, unsteady) for each in found))


def _decided(measured: Measured, logs: Mapping[Comparison, Logs]) -> Iterator[tuple[Comparison, Decision]]:
    """All questions of the study share an error; each twin has one for itself.

    A twin is measured to the end of a study, however precise it is.
    """
    schedule, band = measured.design.schedule, measured.study.analysis.band
    alone = schedule.of_a_twin
    twins = [each for each in logs if each.question is Question.TWIN]
    families = [*(([twin], alone) for twin in twins), ([each for each in logs if each not in twins], schedule)]
    for family, own in families:
        asked = [against_1(logs[each], band) for each in family]
        found = decide(asked, schedule=own, rounds=measured.rounds, ended=measured.ended)
        yield from zip(family, found, strict=True)


def capped(found: ComparisonFinding, unsteady: Collection[Cell]) -> ComparisonFinding:
    """`found` with no verdict stronger than `UNSTEADY` if one of its cells is `unsteady`.

    Scatter is not the reason why such a comparison lacks a verdict, so no number of rounds would help. The sequential
    rule does not know of it: a comparison that is decided needs no further round, and its decision is then not shown.
    That can only make errors rarer. An A/A twin that differs from its cell remains an alarm.
    """
    alarm = found.comparison.question is Question.TWIN and found.verdict is Verdict.DIFFERENT
    if found.ratio is None or alarm or not any(cell in unsteady for cell in found.comparison.cells):
        return found
    return replace(found, verdict=Verdict.UNSTEADY)


def still_open(findings: Findings) -> tuple[Cell, ...]:
    """The cells that need a further round.

    A cell is needed as long as a comparison that it is part of, on either side, is undecided; a cell that is only part
    of a twin's comparison stays open. A cell whose processes of two rounds were lost, and none ever counted, is given
    up, and the cells that it was to be compared with are no longer needed for that. Twins are measured as long as
    another cell is open, and never keep a study open.
    """
    hopeless = given_up(findings.cells)
    held = [found for found in findings.comparisons if found.comparison.question is not Question.TWIN]
    undecided = [found for found in held if not found.decided and found.comparison.cell not in hopeless]
    alone = {finding.cell for finding in findings.cells if not finding.cell.twin} - _cells_of(held)
    wanted = (_cells_of(undecided) | alone) - hopeless
    if wanted:
        twins = [found for found in findings.asked(Question.TWIN) if found.comparison.cell not in hopeless]
        wanted |= _cells_of(twins) - hopeless
    return tuple(finding.cell for finding in findings.cells if finding.cell in wanted)


def given_up(cells: Iterable[CellFinding]) -> frozenset[Cell]:
    """The cells whose processes of two rounds were lost, and none ever counted."""
    return frozenset(each.cell for each in cells if each.lost_rounds >= 2 and not each.process_times_ns)


def _cells_of(findings: Iterable[ComparisonFinding]) -> set[Cell]:
    return {cell for found in findings for cell in found.comparison.cells}


def _finding(
    processes: Sequence[ProcessSummary],
    confidence: float,
    *,
    encoded_bytes: ByteCount | None,
    gzipped_bytes: ByteCount | None,
    steadiness: Steadiness | None,
) -> CellFinding:
    counted = sorted((p for p in processes if p.loss is None), key=lambda p: (p.round, p.order or 0))
    sustained = sustains(processes)
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
        steadiness=steadiness,
        sustained=sustained,
        best_ns=turns[int(_BEST * len(turns))] if turns else None,
        lost_rounds=len({p.round for p in processes if p.loss is not None}),
    )
