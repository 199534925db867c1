"""What a run says of sizes that it did not measure and of the next run, and the scatter that this rests on. Pure."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import mode

from wirelab.analysis.growth import FEWEST_SIZES, compare, cost_model
from wirelab.analysis.power import POWER, paired_sd, rounds_needed, smallest_found
from wirelab.analysis.variance import BatchAdvice, batch_advice, batches_for_all, study_components
from wirelab.design.sequential import Schedule
from wirelab.model.cell import Cell, CorpusName, ModeKind
from wirelab.model.comparison import Question
from wirelab.model.finding import CellFinding, Verdict
from wirelab.model.findings import Findings
from wirelab.model.forecast import BatchPlan, Component, CostModel, Forecast, Growth, Needed, Unseen
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


def forecast(
    findings: Findings,
    session: Session,
    others: Iterable[Session],
    *,
    corpora: Sequence[CorpusFacts],
    schedule: Schedule,
    confidence: float,
) -> Forecast:
    """What follows from a run.

    Args:
        findings: of its cells and comparisons.
        session: its processes.
        others: other runs; those that measured all of its cells tell how much differs from run to run.
        corpora: what it measured on.
        schedule: the one its comparisons were decided by.
        confidence: of the intervals.
    """
    components, runs = _scatter(session, others)
    return Forecast(
        components=components,
        runs=runs,
        batches=_batch_plan([spread for spread in session.spreads if spread.cell.mode is ModeKind.STEADY]),
        needed=tuple(_needed(findings, schedule)),
        growth=_growth(findings, corpora, confidence),
        unseen=tuple(_unseen(findings, schedule)),
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
        sd = paired_sd(ratio)
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
        sd = None if ratio is None or found.verdict in {Verdict.DIFFERENT, Verdict.UNSTEADY} else paired_sd(ratio)
        if ratio is not None and sd is not None:
            alpha = alone.alpha_since_look(min(ratio.processes, alone.rounds), last=True)
            yield Unseen(found.comparison, smallest_found(sd, ratio.processes, alpha), POWER)


def _growth(findings: Findings, corpora: Sequence[CorpusFacts], confidence: float) -> tuple[Growth, ...]:
    sizes = {corpus.name: corpus.encoded_bytes for corpus in corpora}
    references = {found.comparison.cell: found.comparison.against for found in findings.asked(Question.REFERENCE)}
    series: dict[Cell, list[CellFinding]] = {}
    for finding in findings.cells:
        if not finding.cell.twin and finding.process_times_ns and finding.cell.corpus in sizes:
            series.setdefault(_without_size(finding.cell), []).append(finding)
    models = {key: model for key, own in series.items() if (model := _model(own, sizes, confidence)) is not None}

    def grown(key: Cell, model: CostModel) -> Growth:
        smallest = min((finding.cell for finding in series[key]), key=lambda cell: sizes[cell.corpus])
        against = references.get(smallest)
        reference = None if against is None else models.get(_without_size(against))
        if reference is None or reference.smallest_bytes >= model.largest_bytes:
            return Growth(smallest, model)
        return Growth(smallest, model, against, compare(model, reference))

    return tuple(grown(key, model) for key, model in models.items())


def _model(findings: Sequence[CellFinding], sizes: Mapping[CorpusName, int], confidence: float) -> CostModel | None:
    points = [(sizes[finding.cell.corpus], time) for finding in findings for time in finding.process_times_ns]
    distinct = len({size for size, _ in points})
    if distinct < FEWEST_SIZES or len(points) == distinct:
        return None
    return cost_model([size for size, _ in points], [time for _, time in points], confidence)


def _without_size(cell: Cell) -> Cell:
    return replace(cell, corpus=replace(cell.corpus, size=""))
