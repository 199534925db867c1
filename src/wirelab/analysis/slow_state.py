"""The same comparisons at the machine's next slower state: does a ratio depend on how fast the machine is? Pure."""

from collections.abc import Iterable, Iterator, Sequence

from wirelab.analysis.findings import process_times
from wirelab.analysis.intervals import paired_ratio
from wirelab.model.finding import ComparisonFinding
from wirelab.model.machine import SlowRatio
from wirelab.model.measurement import ProcessSummary

FEWEST_ROUNDS = 5
"""Below which nothing is said: few processes are ever in the slower state."""


def slow_ratios(
    comparisons: Iterable[ComparisonFinding], processes: Sequence[ProcessSummary], confidence: float
) -> Iterator[SlowRatio]:
    """The ratios of comparisons of which both cells were in the slower state in enough rounds.

    Args:
        comparisons: as found in the fast state.
        processes: reduced to their batches in the slower state.
        confidence: of the intervals, each by itself.
    """
    times = process_times(processes)
    for found in comparisons:
        own, other = (times.get(cell, {}) for cell in found.comparison.cells)
        ratio = paired_ratio(own, other, confidence)
        if ratio is not None and ratio.processes >= FEWEST_ROUNDS and found.ratio is not None:
            differs = ratio.low > found.ratio.high or ratio.high < found.ratio.low
            yield SlowRatio(found.comparison, ratio, found.ratio, differs)
