"""What a report shows: the facts of a run and what the analysis found, as one frozen value."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from wirelab.analysis.growth import Comparison, CostModel
from wirelab.analysis.power import RoundsNeeded
from wirelab.analysis.variance import Component
from wirelab.model.cell import Cell
from wirelab.model.finding import CellFinding, RatioFinding
from wirelab.model.measurement import LossKind
from wirelab.model.run import CorpusFacts, NotRun


class Sessions(StrEnum):
    """How far what was found may be carried (METHOD, the analysis)."""

    ONE = "one session"
    SEVERAL = "several sessions"
    MACHINES = "several machines"


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What happened, and where it is kept.

    Attributes:
        started_at: UTC.
        ended_at: UTC.
        seed: of the plan.
        rounds: complete rounds.
        ending: why it ended, as a clause: `every comparison was decided`, `the budget of 5 min was spent`.
        lab: path of the lab file.
    """

    started_at: datetime
    ended_at: datetime
    seed: int
    rounds: int
    ending: str
    lab: str


@dataclass(frozen=True, slots=True)
class CodecFacts:
    """A codec as its runner announced it.

    Attributes:
        platform: where it ran.
        name: the codec's name.
        format: what it writes.
        library: the library behind it.
        version: the library's version.
        contract: what it promises and costs, one sentence or a few clauses.
    """

    platform: str
    name: str
    format: str
    library: str
    version: str
    contract: str


@dataclass(frozen=True, slots=True)
class LostProcess:
    """A process that was lost.

    Attributes:
        cell: what it was to measure.
        round: from 0.
        attempt: 0, or 1 for the retry.
        kind: the class of fault.
        what: what was seen, one sentence.
        stderr_tail: the last lines it wrote to stderr; anything may stand there.
    """

    cell: Cell
    round: int
    attempt: int
    kind: LossKind
    what: str
    stderr_tail: str = ""


@dataclass(frozen=True, slots=True)
class BatchPlan:
    """How many measured batches a process should have, over the cells of a run.

    Attributes:
        batches: one number for the next study.
        fewest: that any cell asks for.
        most: likewise.
        measured: batches a process had in this run.
    """

    batches: int
    fewest: int
    most: int
    measured: int


@dataclass(frozen=True, slots=True)
class Needed:
    """What it takes to decide a comparison that is unresolved.

    Attributes:
        cell: that is compared.
        reference: with what.
        rounds: that both have.
        answers: for each true ratio that is asked about, ascending; the one that was seen is the last if it is large.
    """

    cell: Cell
    reference: Cell
    rounds: int
    answers: tuple[RoundsNeeded, ...]


@dataclass(frozen=True, slots=True)
class Growth:
    """How a subject's time grows with the size of its corpus, one operation and variant of a workload at a time.

    Attributes:
        cell: the subject at its smallest size.
        model: fitted over all sizes.
        reference: the reference at its smallest size; None for the reference itself and where it has no model.
        comparison: of `model` with the reference's.
    """

    cell: Cell
    model: CostModel
    reference: Cell | None = None
    comparison: Comparison | None = None


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a run says of its own scatter, of sizes between those measured, and of the next run.

    Attributes:
        components: of the variance of ln(time), highest level first.
        runs: whose processes they rest on: this one, and others of the lab that measured the same cells.
        batches: None where processes do not tell.
        needed: one an unresolved comparison, in the order of findings.
        growth: one a subject, operation, platform, variant and workload with enough sizes.
    """

    components: tuple[Component, ...] = ()
    runs: int = 1
    batches: BatchPlan | None = None
    needed: tuple[Needed, ...] = ()
    growth: tuple[Growth, ...] = ()


@dataclass(frozen=True, slots=True)
class Results:
    """Everything a table, page or JSON shows.

    Attributes:
        study: the study's name.
        question: what it asks.
        run: what happened.
        host: the machine, fact and value.
        runtimes: platform -> runtime with version.
        codecs: every codec that was measured, once a platform.
        corpora: every corpus that was measured, in the order to show.
        findings: one a cell; twins may stand among them and are not ranked.
        aa: ratio of each A/A twin to its cell.
        losses: processes lost, in order of time.
        not_run: what was asked for and not run.
        sessions: how far the findings may be carried.
        outlook: what follows for sizes not measured and for the next run.
    """

    study: str
    question: str
    run: RunFacts
    host: Mapping[str, str]
    runtimes: Mapping[str, str]
    codecs: tuple[CodecFacts, ...]
    corpora: tuple[CorpusFacts, ...]
    findings: tuple[CellFinding, ...]
    aa: tuple[RatioFinding, ...] = ()
    losses: tuple[LostProcess, ...] = ()
    not_run: tuple[NotRun, ...] = ()
    sessions: Sessions = Sessions.ONE
    outlook: Outlook = Outlook()

    def format_of(self, cell: Cell) -> str:
        """Name the format that `cell`'s codec writes; the codec's own name where no runner announced one."""
        for codec in self.codecs:
            if (codec.platform, codec.name) == (cell.platform, cell.subject.codec):
                return codec.format
        return cell.subject.codec
