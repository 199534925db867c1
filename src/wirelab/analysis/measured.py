"""The measurements of a run so far: the input of all its findings. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from wirelab.analysis.decide.round_ratios import levelled_times
from wirelab.design.design import Design
from wirelab.model.cell import Cell
from wirelab.model.findings.diagnostics import ProcessCost, WarmUp
from wirelab.model.measurement import ProcessSummary
from wirelab.model.run import Check, CorpusFacts, EncodedSize
from wirelab.study.definition import Study


@dataclass(frozen=True)
class Measured:
    """A run, as far as it has been measured."""

    study: Study
    design: Design
    rounds: int
    ended: bool  # it is over, so this look is the last
    summaries: Sequence[ProcessSummary]  # of its processes; while it continues, only of complete rounds
    sizes: Sequence[EncodedSize] = ()

    @cached_property
    def times_ns(self) -> dict[Cell, dict[int, float]]:
        """The times of each cell by round, without the machine's effect on turns."""
        return levelled_times(self.summaries)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The facts of a run besides the times of its processes."""

    warm_ups: Sequence[WarmUp] = ()
    costs: Sequence[ProcessCost] = ()
    canaries: Sequence[tuple[str, float]] = ()  # platform, and time in ns, of each canary
    loops_ns: Mapping[Cell, float] = field(default_factory=dict)  # the loop's own cost per call
    corpora: Sequence[CorpusFacts] = ()
    checks: Sequence[Check] = ()
    lazy: Collection[Cell] = ()  # cells whose contract says that deserializing may leave fields undecoded
    copy_bytes_per_ns: float | None = None  # the fastest copy that was seen on this machine; None: it is not known
