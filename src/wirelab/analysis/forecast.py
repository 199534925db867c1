"""Conclusions from a run's findings: for sizes that it did not measure, and for the next run. Pure."""

import math
from collections.abc import Iterator, Mapping

from wirelab.analysis.cells_and_rounds import two_way_fit
from wirelab.analysis.decide.fastest import ByRound
from wirelab.analysis.decide.intervals import scatter_of
from wirelab.analysis.decide.power import POWER, rounds_needed, smallest_found
from wirelab.analysis.growth import FEWEST_SIZES, Curve, compare, cost_curve
from wirelab.design.sequential import Schedule
from wirelab.model.cell import Cell, CorpusName
from wirelab.model.comparison import Question
from wirelab.model.findings.finding import ComparisonFinding, Verdict
from wirelab.model.findings.findings import Findings
from wirelab.model.findings.forecast import ILL_FITTING, Growth, Needed, Unseen
from wirelab.model.groups import gathered

ASKED_RATIOS = (1.02, 1.05, 1.1)
"""The ratio that was seen is added, if it is further from 1 than these."""


def needed(findings: Findings, schedule: Schedule) -> Iterator[Needed]:
    """How many rounds would decide unresolved comparisons, at the errors that those decided leave to them."""
    family = [found for found in findings.comparisons if found.comparison.question is not Question.TWIN]
    others = schedule.comparisons - 1
    differing = min(others, sum(found.verdict.differs for found in family))
    equated = min(others, sum(found.decided and found.verdict.equates for found in family))
    for found in family:
        ratio, sd = found.ratio, _sd(found)
        if ratio is None or sd is None or found.decided or found.verdict is not Verdict.UNRESOLVED:
            continue
        seen = max(ratio.estimate, 1 / ratio.estimate)
        asked = [*ASKED_RATIOS, *([seen] if seen > max(ASKED_RATIOS) else [])]
        answers = tuple(
            rounds_needed(sd, each, band=found.band, schedule=schedule, found=differing, equated=equated)
            for each in asked
        )
        yield Needed(found.comparison, ratio.processes, answers)


def unseen(findings: Findings, schedule: Schedule) -> Iterator[Unseen]:
    """The biases that twins without an alarm would have missed, at the error that a twin's last look has.

    Looks before it only add to the probability.
    """
    alone = schedule.of_a_twin
    for found in findings.asked(Question.TWIN):
        ratio, sd = found.ratio, _sd(found)
        if ratio is not None and sd is not None and found.verdict not in {Verdict.DIFFERENT, Verdict.UNSTEADY}:
            alpha = alone.level_to_differ(min(ratio.processes, alone.rounds), last=True)
            yield Unseen(found.comparison, smallest_found(sd, ratio.processes, alpha), POWER)


def _sd(found: ComparisonFinding) -> float | None:
    """The SD of ln(ratio) from round to round; None for fewer than two rounds."""
    return math.sqrt(scatter_of([log for _, log in found.logs]).variance) if len(found.logs) >= 2 else None


def growth(
    findings: Findings, times_ns: ByRound, corpus_bytes: Mapping[CorpusName, int], confidence: float
) -> tuple[Growth, ...]:
    """How the time of each subject with enough sizes grows, and how that compares with its reference's."""
    fit = two_way_fit(times_ns)
    if fit is None:
        return ()
    references = {found.comparison.cell: found.comparison.against for found in findings.asked(Question.REFERENCE)}
    sized = (cell for cell in fit.cells if not cell.twin and cell.corpus in corpus_bytes)
    series = gathered((cell.of_any_size, cell) for cell in sized)
    curves, places = {}, {cell: at for at, cell in enumerate(fit.cells)}
    for key, own in series.items():
        sizes = [corpus_bytes[cell.corpus] for cell in own]
        if len(set(sizes)) >= FEWEST_SIZES:
            curves[key] = cost_curve(fit, [places[cell] for cell in own], sizes, confidence)

    def grown(key: Cell, curve: Curve) -> Growth:
        smallest = min(series[key], key=lambda cell: corpus_bytes[cell.corpus])
        against = references.get(smallest)
        reference = None if against is None else curves.get(against.of_any_size)
        if reference is None:
            return Growth(smallest, curve.model)
        both = (curve.model, reference.model)
        if max(each.smallest_bytes for each in both) >= min(each.largest_bytes for each in both):
            return Growth(smallest, curve.model)
        fits = min(each.lack_of_fit for each in both) >= ILL_FITTING
        return Growth(smallest, curve.model, against, compare(fit, curve, reference) if fits else None)

    return tuple(grown(key, curve) for key, curve in curves.items())
