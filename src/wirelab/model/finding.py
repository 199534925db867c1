"""What an analysis concludes; frozen, so that store, report and CLI show the same."""

from dataclasses import dataclass, field
from enum import StrEnum

from wirelab.model.cell import Cell
from wirelab.model.comparison import Comparison
from wirelab.model.units import ByteCount


class Verdict(StrEnum):
    """Of a ratio against the equivalence band (METHOD, the model)."""

    DIFFERENT = "different"  # the interval excludes 1
    EQUIVALENT = "equivalent"  # the interval lies inside the band
    NEGLIGIBLE = "different but negligible"  # both
    UNRESOLVED = "unresolved"  # neither
    UNSTEADY = "unsteady"  # most processes of either cell still changed while they were measured: nothing is said

    @property
    def differs(self) -> bool:
        """Whether a difference was found, however small."""
        return self in {Verdict.DIFFERENT, Verdict.NEGLIGIBLE}

    @property
    def equates(self) -> bool:
        """Whether the ratio was found to lie within the band."""
        return self in {Verdict.EQUIVALENT, Verdict.NEGLIGIBLE}


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its confidence interval.

    Attributes:
        estimate: the point estimate.
        low: lower limit.
        high: upper limit.
        confidence: how often such intervals hold the truth, for example 0.95.
        processes: how many processes (pairs of them, for ratios) it rests on.
        method: `t` or `sign` (METHOD, the model); `fieller` or `bootstrap` for its checks.
        calibrated: the level of the quantiles that keep `confidence` although there are several looks and comparisons;
            None: `confidence` itself.
    """

    estimate: float
    low: float
    high: float
    confidence: float
    processes: int
    method: str
    calibrated: float | None = None

    @property
    def level(self) -> float:
        """Of the quantiles between which it was drawn."""
        return self.confidence if self.calibrated is None else self.calibrated


@dataclass(frozen=True, slots=True)
class RatioChecks:
    """The same ratio by other roads, after the fact; verdicts do not rest on them.

    Attributes:
        arithmetic: ratio of the arithmetic means, Fieller's limits.
        bootstrap: ratio of the geometric means, by resampling rounds; too narrow with few of them.
        equivalence_p: P of two one-sided tests that the ratio lies within the band.
    """

    arithmetic: Interval
    bootstrap: Interval
    equivalence_p: float


@dataclass(frozen=True, slots=True)
class ComparisonFinding:
    """What is known of one comparison; its cells are paired by round.

    Attributes:
        comparison: what is compared with what.
        ratio: above 1 means slower than what it is compared with, with the interval that the verdict rests on; None
            with fewer than two shared rounds.
        verdict: against the band; `UNSTEADY` only once the run was audited.
        band: half-width of the equivalence band on the ratio, 0.02 for ±2 %.
        decided: the sequential rule says that no further round is needed.
        checks: by other roads; None while a run goes on, and without a ratio.
        logs: rounds and ln(ratio) in them that `ratio` rests on, the machine's drift within each taken out: what
            other checks start from, no part of the finding.
        alone: the interval is of this ratio by itself, as Wirelabs before this one kept it; the verdict rests on a
            wider one that was not kept.
    """

    comparison: Comparison
    ratio: Interval | None
    verdict: Verdict
    band: float
    decided: bool
    checks: RatioChecks | None = None
    alone: bool = False
    logs: tuple[tuple[int, float], ...] = field(default=(), repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Steadiness:
    """What the audit made of a cell's processes after the fact (METHOD, inside a process, point 5).

    Attributes:
        audited: processes looked at: a sample where there are very many.
        flat: of those, the level never changed.
        warm_up: it came down to its last level before it was measured.
        slowdown: it went up to its last level before it was measured.
        unsettled: it still changed while it was measured: no steady state.
        too_early: unsettled ones that the online warm-up rule had called steady.
    """

    audited: int
    flat: int
    warm_up: int
    slowdown: int
    unsettled: int
    too_early: int


@dataclass(frozen=True, slots=True)
class CellFinding:
    """What is known of one cell.

    Attributes:
        cell: the cell.
        time_ns: time of one operation, geometric mean over processes, or None if none counts: they were lost, or
            never saw the machine in its fast state.
        process_times_ns: the process estimates behind it (median of each process's batches), by round.
        allocated_bytes: median over processes of bytes allocated by one operation, or None if unknown.
        encoded_bytes: what the subject makes of the corpus, or None.
        gzipped_bytes: the same bytes gzipped at level 6, object by object, or None.
        steady_share: share of processes that met the warm-up rule, or None.
        lost: processes lost.
        steadiness: the audit's result; None while a run goes on, and where no process has enough batches.
    """

    cell: Cell
    time_ns: Interval | None
    process_times_ns: tuple[float, ...]
    allocated_bytes: float | None
    encoded_bytes: ByteCount | None
    gzipped_bytes: ByteCount | None
    steady_share: float | None
    lost: int
    steadiness: Steadiness | None = None


class Agrees(StrEnum):
    """Whether the lab's times are a harness's: of the ratio's interval against the band."""

    WITHIN = "within"  # the interval lies inside the band
    OUTSIDE = "outside"  # it lies outside
    UNRESOLVED = "unresolved"  # neither, or there is none


@dataclass(frozen=True, slots=True)
class Agreement:
    """A cell as the lab and as the platform's own harness measured it, in turns.

    Attributes:
        cell: the cell.
        benchmark: the benchmark that the harness brings for it; None: it called the runner's own operation.
        lab_ns: time of one operation in the fastest of a process's batches, median over the lab's processes that count,
            or None if none does.
        harness_ns: likewise, of the harness's values.
        ratio: the lab's time over the harness's, median over rounds; None with fewer than two rounds that count.
        processes: how many the lab measured.
        steady: how many of those met its warm-up rule.
        verdict: of the ratio against the band.
    """

    cell: Cell
    benchmark: str | None
    lab_ns: float | None
    harness_ns: float | None
    ratio: Interval | None
    processes: int
    steady: int
    verdict: Agrees
