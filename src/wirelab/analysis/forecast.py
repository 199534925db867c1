"""What follows from a run's findings: for sizes that it did not measure, and for the next run. Pure."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from wirelab.analysis.cells_and_rounds import TwoWayFit, two_way_fit
from wirelab.analysis.fastest import ByRound, may_be_fastest
from wirelab.analysis.growth import FEWEST_SIZES, Curve, compare, cost_curve
from wirelab.analysis.intervals import scatter_of
from wirelab.analysis.power import POWER, rounds_needed, smallest_found
from wirelab.analysis.slow_modes import slow_modes
from wirelab.design.sequential import Schedule
from wirelab.model.cell import Cell, CorpusName
from wirelab.model.comparison import Question
from wirelab.model.finding import ComparisonFinding, Verdict
from wirelab.model.findings import Findings
from wirelab.model.forecast import ILL_FITTING, Forecast, Growth, Needed, Unseen
from wirelab.model.run import CorpusFacts

ASKED_RATIOS = (1.02, 1.05, 1.1)
"""And the one that was seen, where it is further from 1 than these."""


def forecast(
    findings: Findings, times_ns: ByRound, *, corpora: Sequence[CorpusFacts], schedule: Schedule, confidence: float
) -> Forecast:
    """What follows from a run.

    Args:
        findings: of its cells and comparisons.
        times_ns: of its cells by round, what the machine did to turns taken out.
        corpora: what it measured on.
        schedule: the one its comparisons were decided by.
        confidence: of the intervals.
    """
    fit = two_way_fit(times_ns)
    return Forecast(
        needed=tuple(_needed(findings, schedule)),
        growth=_growth(findings, fit, corpora, confidence) if fit is not None else (),
        unseen=tuple(_unseen(findings, schedule)),
        fastest=tuple(may_be_fastest(findings, times_ns, confidence)),
        slow_modes=tuple(slow_modes(times_ns)),
    )


def _needed(findings: Findings, schedule: Schedule) -> Iterator[Needed]:
    """Of what is unresolved, at the error that what was found leaves it."""
    family = [found for found in findings.comparisons if found.comparison.question is not Question.TWIN]
    free = sum(found.verdict.differs for found in family)
    left = replace(schedule, comparisons=max(1, schedule.comparisons - free))
    for found in family:
        ratio = found.ratio
        if ratio is None or found.decided or found.verdict is not Verdict.UNRESOLVED:
            continue
        sd = _sd(found)
        if sd is not None:
            seen = max(ratio.estimate, 1 / ratio.estimate)
            asked = [*ASKED_RATIOS, *([seen] if seen > max(ASKED_RATIOS) else [])]
            answers = tuple(rounds_needed(sd, each, band=found.band, schedule=left) for each in asked)
            yield Needed(found.comparison, ratio.processes, answers)


def _unseen(findings: Findings, schedule: Schedule) -> Iterator[Unseen]:
    """At the error that a twin's last look has; looks before it only add to the probability."""
    alone = replace(schedule, comparisons=1)
    for found in findings.asked(Question.TWIN):
        ratio = found.ratio
        sd = _sd(found)
        if ratio is not None and sd is not None and found.verdict not in {Verdict.DIFFERENT, Verdict.UNSTEADY}:
            alpha = alone.level_to_differ(min(ratio.processes, alone.rounds), last=True)
            yield Unseen(found.comparison, smallest_found(sd, ratio.processes, alpha), POWER)


def _sd(found: ComparisonFinding) -> float | None:
    """Of ln(ratio) from round to round; None where fewer than two tell."""
    return math.sqrt(scatter_of([log for _, log in found.logs]).variance) if len(found.logs) >= 2 else None


def _growth(
    findings: Findings, fit: TwoWayFit, corpora: Sequence[CorpusFacts], confidence: float
) -> tuple[Growth, ...]:
    sizes = {corpus.name: corpus.encoded_bytes for corpus in corpora}
    references = {found.comparison.cell: found.comparison.against for found in findings.asked(Question.REFERENCE)}
    series: dict[Cell, list[Cell]] = {}
    for cell in fit.cells:
        if not cell.twin and cell.corpus in sizes:
            series.setdefault(_without_size(cell), []).append(cell)
    curves = {
        key: _curve(fit, own, sizes, confidence)
        for key, own in series.items()
        if len({sizes[cell.corpus] for cell in own}) >= FEWEST_SIZES
    }

    def grown(key: Cell, curve: Curve) -> Growth:
        smallest = min(series[key], key=lambda cell: sizes[cell.corpus])
        against = references.get(smallest)
        reference = None if against is None else curves.get(_without_size(against))
        if reference is None or reference.model.smallest_bytes >= curve.model.largest_bytes:
            return Growth(smallest, curve.model)
        fits = min(each.model.lack_of_fit for each in (curve, reference)) >= ILL_FITTING
        return Growth(smallest, curve.model, against, compare(fit, curve, reference) if fits else None)

    return tuple(grown(key, curve) for key, curve in curves.items())


def _curve(fit: TwoWayFit, cells: Sequence[Cell], sizes: Mapping[CorpusName, int], confidence: float) -> Curve:
    return cost_curve(
        fit, [fit.cells.index(cell) for cell in cells], [sizes[cell.corpus] for cell in cells], confidence
    )


def _without_size(cell: Cell) -> Cell:
    return replace(cell, corpus=replace(cell.corpus, size=""))
