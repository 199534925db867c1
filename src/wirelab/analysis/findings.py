"""From process summaries to findings: what a run knows of its cells and comparisons. Pure."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import fmean, median

from wirelab.analysis.decision import Decision, decide, verdict
from wirelab.analysis.fastest import DriftBetween
from wirelab.analysis.intervals import by_round, differences, paired_ratio
from wirelab.analysis.running import Running
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

    Verdicts are the sequential rule's, which holds for all comparisons and looks of the study together (for a twin, for
    its looks alone). A ratio's interval is the one that its verdict rests on. Ratios pair the rounds that both cells
    have, and the machine's drift within a round is taken out of them where it is told when processes ran; where a cell
    has two processes in a round (its own and the retry of the round before), their geometric mean stands for it. Times
    are of this session (`wirelab.analysis.session`).

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
    from wirelab.analysis.session import session_times  # loads NumPy

    by_cell = _by_cell(processes)
    counted = counted_times(processes)
    times = {cell: by_round(counted.get(cell, ())) for cell in by_cell}
    if rounds is None:
        rounds = max((process.round + 1 for process in processes), default=0)
    kept = {(size.corpus, size.platform, size.subject, size.compressor): size.size_bytes for size in sizes}

    measured = {each: (times[each.cell], times.get(each.against, {})) for each in comparisons if each.cell in by_cell}
    decided: dict[Comparison, Decision] = {}
    if schedule is None:
        for each, compared in measured.items():
            ratio = paired_ratio(*compared, confidence)
            decided[each] = Decision(verdict(ratio, band), False, ratio, rounds, differences(*compared))
    else:
        numbers, ran = _ran(processes)
        for family, own in _families(measured, schedule):
            together = [measured[each] for each in family]
            pairs = tuple((numbers[each.cell], numbers.get(each.against, -1)) for each in family)
            running = Running(ran, pairs) if ran is not None else None
            found = decide(together, schedule=own, band=band, rounds=rounds, ended=ended, running=running)
            decided.update(zip(family, found, strict=True))
    intervals = session_times(counted, confidence) if counted else {}
    cells = tuple(
        _finding(
            own,
            intervals.get(cell),
            encoded_bytes=kept.get((cell.corpus, cell.platform, cell.subject, NO_COMPRESSOR)),
            gzipped_bytes=kept.get((cell.corpus, cell.platform, cell.subject, GZIP)),
        )
        for cell, own in by_cell.items()
    )
    return Findings(
        cells,
        tuple(
            ComparisonFinding(
                each,
                decided[each].interval,
                decided[each].verdict,
                band,
                decided[each].decided,
                logs=decided[each].logs,
            )
            for each in measured
        ),
    )


def drift_between(processes: Sequence[ProcessSummary]) -> DriftBetween[Cell] | None:
    """What tells the machine's drift within rounds between any two cells; None where nothing tells when they ran."""
    numbers, ran = _ran(processes)
    if ran is None:
        return None

    def between(pairs: Sequence[tuple[Cell, Cell]]) -> Sequence[Mapping[int, float]]:
        from wirelab.analysis.drift import drift_within_rounds  # loads NumPy

        return drift_within_rounds(Running(ran, tuple((numbers[one], numbers[other]) for one, other in pairs)))

    return between


def _ran(processes: Sequence[ProcessSummary]) -> tuple[dict[Cell, int], tuple[tuple[int, int, float], ...] | None]:
    """Numbers for cells; and round, number of the cell and ln(time) of the processes that count, as they ran.

    None where it is not told when they ran.
    """
    numbers = {cell: at for at, cell in enumerate(dict.fromkeys(each.cell for each in processes))}
    told = [(each, each.order, each.time_ns) for each in processes if each.loss is None and each.time_ns is not None]
    placed = [(each.round, order, numbers[each.cell], math.log(ns)) for each, order, ns in told if order is not None]
    if len(placed) < len(told):
        return numbers, None
    return numbers, tuple((number, cell, log) for number, _, cell, log in sorted(placed))


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
        other = {b: times[found.comparison.against][b] for b, _ in found.logs}
        own = {b: other[b] * math.exp(log) for b, log in found.logs}
        return replace(found, checks=ratio_checks(own, other, found.band, found.ratio.level))

    return replace(findings, comparisons=tuple(map(with_checks, findings.comparisons)))


def process_times(processes: Sequence[ProcessSummary]) -> dict[Cell, dict[int, float]]:
    """Each cell's process times in ns by round; cells without any are left out."""
    return {cell: by_round(own) for cell, own in counted_times(processes).items()}


def counted_times(processes: Sequence[ProcessSummary]) -> dict[Cell, tuple[tuple[int, float], ...]]:
    """Round and time in ns of every process that counts and has one, by cell; cells without any are left out."""
    found = {
        cell: tuple((process.round, process.time_ns) for process in _counted(own) if process.time_ns is not None)
        for cell, own in _by_cell(processes).items()
    }
    return {cell: own for cell, own in found.items() if own}


def placed_times(processes: Sequence[ProcessSummary]) -> dict[Cell, tuple[tuple[int, float, float], ...]]:
    """Round, way through the round and time in ns of the processes that count, by cell.

    Repeats are left out: they come last, not at random. So are processes whose position is not told.
    """
    last: dict[int, int] = {}
    for process in (each for each in processes if each.attempt == 0):
        last[process.round] = max(process.order or 0, last.get(process.round, 1))
    found = {
        cell: tuple(
            (process.round, process.order / last[process.round], process.time_ns)
            for process in _counted(own)
            if process.attempt == 0 and process.order is not None and process.time_ns is not None
        )
        for cell, own in _by_cell(processes).items()
    }
    return {cell: own for cell, own in found.items() if own}


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
    """The cells of which a process and its retry were lost, and none ever counted."""
    return {finding.cell for finding in findings.cells if finding.lost >= 2 and not finding.process_times_ns}


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


def _by_cell(processes: Sequence[ProcessSummary]) -> dict[Cell, list[ProcessSummary]]:
    by_cell: dict[Cell, list[ProcessSummary]] = {}
    for process in processes:
        by_cell.setdefault(process.cell, []).append(process)
    return by_cell


def _counted(processes: Iterable[ProcessSummary]) -> list[ProcessSummary]:
    return sorted((p for p in processes if p.loss is None), key=lambda p: (p.round, p.attempt))


def _finding(
    processes: Sequence[ProcessSummary],
    time_ns: Interval | None,
    *,
    encoded_bytes: ByteCount | None,
    gzipped_bytes: ByteCount | None,
) -> CellFinding:
    counted = _counted(processes)
    times = tuple(p.time_ns for p in counted if p.time_ns is not None)
    allocated = [p.allocated_bytes for p in counted if p.allocated_bytes is not None]
    steady = [p.steady for p in counted if p.steady is not None]
    return CellFinding(
        cell=processes[0].cell,
        time_ns=time_ns,
        process_times_ns=times,
        allocated_bytes=median(allocated) if allocated else None,
        encoded_bytes=next((p.encoded_bytes for p in counted if p.encoded_bytes is not None), encoded_bytes),
        gzipped_bytes=gzipped_bytes,
        steady_share=fmean(steady) if steady else None,
        lost=len(processes) - len(counted),
    )
