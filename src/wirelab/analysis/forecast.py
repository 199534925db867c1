"""What a run says of sizes that it did not measure and of the next run, and the scatter that this rests on. Pure."""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import mode

from wirelab.analysis.dependence import dependence
from wirelab.analysis.fastest import DriftBetween, may_be_fastest
from wirelab.analysis.growth import FEWEST_SIZES, Curve, compare, cost_curve
from wirelab.analysis.intervals import by_round, scatter_of
from wirelab.analysis.place import Placed
from wirelab.analysis.power import POWER, rounds_needed, smallest_found
from wirelab.analysis.session import SessionFit, Times, session_fit
from wirelab.analysis.variance import BatchAdvice, batch_advice, batches_for_all, study_components
from wirelab.design.sequential import Schedule
from wirelab.model.cell import Cell, CorpusName, ModeKind
from wirelab.model.comparison import Question
from wirelab.model.finding import ComparisonFinding, Verdict
from wirelab.model.findings import Findings
from wirelab.model.forecast import ILL_FITTING, BatchPlan, Component, Forecast, Growth, Needed, Unseen
from wirelab.model.measurement import Spread
from wirelab.model.run import CorpusFacts

ASKED_RATIOS = (1.02, 1.05, 1.1)
"""And the one that was seen, where it is further from 1 than these."""


@dataclass(frozen=True, slots=True)
class Session:
    """A run as a sample of what differs from run to run.

    Attributes:
        host: the machine, fact and value.
        spreads: its processes.
    """

    host: Mapping[str, str]
    spreads: Sequence[Spread]


@dataclass(frozen=True, slots=True)
class Ordered:
    """What there is where it is told when processes ran.

    Attributes:
        placed: processes whose order was random.
        drift: the machine's, within rounds.
    """

    placed: Placed[Cell] | None = None
    drift: DriftBetween[Cell] | None = None


def forecast(
    findings: Findings,
    times_ns: Times,
    session: Session,
    others: Iterable[Session],
    *,
    ordered: Ordered = Ordered(),
    corpora: Sequence[CorpusFacts],
    schedule: Schedule,
    confidence: float,
) -> Forecast:
    """What follows from a run.

    Args:
        findings: of its cells and comparisons.
        times_ns: of its processes that count.
        session: its processes.
        others: other runs; those that measured all of its cells tell how much differs from run to run.
        ordered: what is known of when processes ran.
        corpora: what it measured on.
        schedule: the one its comparisons were decided by.
        confidence: of the intervals.
    """
    components, runs = _scatter(session, others)
    paired = {cell: by_round(own) for cell, own in times_ns.items()}
    fit = session_fit(times_ns) if times_ns else None
    return Forecast(
        components=components,
        runs=runs,
        batches=_batch_plan([spread for spread in session.spreads if spread.cell.mode is ModeKind.STEADY]),
        needed=tuple(_needed(findings, schedule)),
        growth=_growth(findings, fit, corpora, confidence) if fit is not None else (),
        unseen=tuple(_unseen(findings, schedule)),
        fastest=tuple(may_be_fastest(findings, paired, confidence, ordered.drift)),
        dependence=dependence(findings, fit, ordered.placed),
    )


def batches_suggested(spreads: Iterable[Spread], cells: Collection[Cell]) -> int | None:
    """How many batches a process should have, by the processes that a run has of `cells`; None: they do not tell.

    Their twins count, as they do in the `BatchPlan` that the run's report shows.
    """
    by_cell = _by_cell(spread for spread in spreads if replace(spread.cell, twin=False) in cells)
    return batches_for_all([advice.batches for advice in _advices(by_cell.values())])


def _scatter(session: Session, others: Iterable[Session]) -> tuple[tuple[Component, ...], int]:
    """Over this run and others with all of its cells."""
    cells = {spread.cell for spread in session.spreads}
    taken = [session]
    for other in others:
        shared = [spread for spread in other.spreads if spread.cell in cells]
        if cells <= {spread.cell for spread in shared}:
            taken.append(replace(other, spreads=shared))
    hosts = [tuple(sorted(own.host.items())) for own in taken]
    machines = {host: code for code, host in enumerate(dict.fromkeys(hosts))}
    return study_components(
        [spread for own in taken for spread in own.spreads],
        sessions=[code for code, own in enumerate(taken) for _ in own.spreads],
        machines=[machines[host] for host, own in zip(hosts, taken, strict=True) for _ in own.spreads],
    ), len(taken)


def _by_cell(spreads: Iterable[Spread]) -> dict[Cell, list[Spread]]:
    found: dict[Cell, list[Spread]] = {}
    for spread in spreads:
        found.setdefault(spread.cell, []).append(spread)
    return found


def _advices(by_cell: Iterable[Sequence[Spread]]) -> list[BatchAdvice]:
    return [advice for own in by_cell if (advice := batch_advice(own)) is not None]


def _batch_plan(spreads: Sequence[Spread]) -> BatchPlan | None:
    wanted = [advice.batches for advice in _advices(_by_cell(spreads).values())]
    together = batches_for_all(wanted)
    if together is None:
        return None
    return BatchPlan(together, min(wanted), max(wanted), mode(spread.batches for spread in spreads))


def _needed(findings: Findings, schedule: Schedule) -> Iterator[Needed]:
    """Of what is unresolved, at the error that what was found leaves it."""
    family = [found for found in findings.comparisons if found.comparison.question is not Question.TWIN]
    free = sum(found.decided and found.verdict.differs for found in family)
    left = replace(schedule, comparisons=max(1, schedule.comparisons - free))
    for found in family:
        ratio = found.ratio
        if ratio is None or found.verdict is not Verdict.UNRESOLVED:
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
    findings: Findings, fit: SessionFit[Cell], corpora: Sequence[CorpusFacts], confidence: float
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


def _curve(fit: SessionFit[Cell], cells: Sequence[Cell], sizes: Mapping[CorpusName, int], confidence: float) -> Curve:
    return cost_curve(
        fit, [fit.cells.index(cell) for cell in cells], [sizes[cell.corpus] for cell in cells], confidence
    )


def _without_size(cell: Cell) -> Cell:
    return replace(cell, corpus=replace(cell.corpus, size=""))
