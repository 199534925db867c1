"""The conclusions of an analysis; frozen, so that store, report and CLI show the same."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import inf

from wirelab.model.cell import Cell
from wirelab.model.comparison import Comparison
from wirelab.model.units import ByteCount


class Verdict(StrEnum):
    """The verdict on a ratio, by its interval and the equivalence band."""

    DIFFERENT = "different"  # the interval excludes 1
    EQUIVALENT = "equivalent"  # the interval is inside the band
    NEGLIGIBLE = "different but negligible"  # both
    UNRESOLVED = "unresolved"  # neither
    UNSTEADY = "unsteady"  # most processes of either cell still changed while they were measured: nothing is said

    @property
    def differs(self) -> bool:
        """Whether a difference was found, however small."""
        return self in {Verdict.DIFFERENT, Verdict.NEGLIGIBLE}

    @property
    def equates(self) -> bool:
        """Whether the ratio was found to be within the band."""
        return self in {Verdict.EQUIVALENT, Verdict.NEGLIGIBLE}


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its confidence interval."""

    estimate: float
    low: float
    high: float
    confidence: float  # how often such intervals contain the truth, for example 0.95
    processes: int  # how many processes (pairs of them, for ratios) it is based on
    method: str  # `t`, `sign` or `chi-square`
    calibrated: float | None = None
    """The level of the quantiles that keep `confidence` although there are several looks and comparisons; None:
    `confidence` itself."""

    @property
    def level(self) -> float:
        """The level of the quantiles between which it was drawn."""
        return self.confidence if self.calibrated is None else self.calibrated

    @property
    def inverse(self) -> "Interval":
        """The interval of the same ratio the other way round."""
        low, high = (1 / limit if limit else inf for limit in (self.high, self.low))
        return replace(self, estimate=1 / self.estimate, low=low, high=high)


@dataclass(frozen=True, slots=True)
class ComparisonFinding:
    """The finding for one comparison; its cells are paired by round, and turn by turn within one."""

    comparison: Comparison
    ratio: Interval | None
    """Above 1 means slower than the other cell, with the interval that the verdict is based on; None with fewer than
    two shared rounds."""
    verdict: Verdict  # against the band; `UNSTEADY` only once the run was audited
    band: float  # half-width of the equivalence band on the ratio, 0.02 for ±2 %
    decided: bool  # the sequential rule says that no further round is needed
    sustained: bool = False
    """The ratio is one of mean times, collections included, because one of the two cells collects garbage in its
    turns; else it is one of medians."""
    logs: tuple[tuple[int, float], ...] = field(default=(), repr=False, compare=False)
    """Rounds and ln(ratio) in them behind `ratio`, for other checks; not part of the finding."""


@dataclass(frozen=True, slots=True)
class Steadiness:
    """The result of the audit of a cell's processes after their end."""

    audited: int  # processes looked at: a sample where there are very many
    flat: int  # of those, the level never changed
    warm_up: int  # it came down to its last level before it was measured
    slowdown: int  # it went up to its last level before it was measured
    unsettled: int  # it still changed while it was measured: no steady state
    too_early: int  # unsettled ones that the online warm-up rule had called steady


@dataclass(frozen=True, slots=True)
class CellFinding:
    """The finding for one cell."""

    cell: Cell
    time_ns: Interval | None  # time of one operation, geometric mean over rounds, or None if no process counts
    process_times_ns: tuple[float, ...]
    """The process estimates behind it, by round: the median over a process's turns, or the mean over all its calls
    where the time is sustained."""
    allocated_bytes: float | None  # median over processes of bytes allocated by one operation, or None if unknown
    encoded_bytes: ByteCount | None  # the encoded size of the corpus, or None
    gzipped_bytes: ByteCount | None  # the same bytes gzipped at level 6, object by object, or None
    steady_share: float | None  # share of processes that met the warm-up rule, or None
    lost: int
    steadiness: Steadiness | None = None
    """The audit's result; None while a run continues, and where no process has enough batches."""
    sustained: bool = False
    """Its times are of a mean call, since it collects garbage in its turns; else they are medians."""
    best_ns: float | None = None
    """Time of one operation at the machine's best, the fastest tenth of all turns; None without turns."""
    lost_rounds: int = 0
    instructions: int | None = None
    """Those of one operation, where they were counted: the mean of calls that were warm, by an emulator of the
    processor."""

    @property
    def steady(self) -> float | None:
        """Share of processes whose speed no longer changed while they were measured.

        The audit decides, or the warm-up rule where no process could be audited; None where there is neither.
        """
        if self.steadiness is None:
            return self.steady_share
        return 1 - self.steadiness.unsettled / self.steadiness.audited

    @property
    def mostly_unsteady(self) -> bool:
        """Whether more than half of its processes were not steady when they were measured.

        The audit decides; the warm-up rule, which saves time and is stricter on a noisy machine, where no process could
        be audited. If only one of several was audited, the warm-up rule must agree. Modes without a warm-up rule are
        never unsteady.
        """
        failed = self.steady_share is not None and self.steady_share < 0.5
        audit = self.steadiness
        if audit is None:
            return failed
        alone = audit.audited == 1 < len(self.process_times_ns)
        return 2 * audit.unsettled > audit.audited and (failed or not alone)
