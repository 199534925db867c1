"""Which cells may be the fastest: the least time that was seen may be so by chance. Pure."""

from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from typing import TypeVar

from wirelab.analysis.decide.intervals import paired_ratio
from wirelab.model.cell import Cell
from wirelab.model.findings.findings import Findings
from wirelab.model.findings.forecast import Fastest
from wirelab.model.groups import gathered

K = TypeVar("K", bound=Hashable)
ByRound = Mapping[Cell, Mapping[int, float]]
"""Time in ns of each cell by round."""


def may_be_fastest(findings: Findings, times_ns: ByRound, confidence: float) -> Iterator[Fastest]:
    """For all cells under the same conditions, the cells among which the fastest is.

    Every pair is compared, paired by round: a cell is out if any other is found to be faster by a one-sided test. With
    k cells each test has 1/(k - 1) of the error, so that the cell that is truly fastest is out in at most
    1 - `confidence` of sessions (Gupta 1965, "On some multiple decision rules"). Two cells that were compared, and
    whose verdict does not distinguish them, are not distinguished here either: verdicts allow for looks, and show less.
    Twins are left out; cells that change their speed while they are measured, too.
    """
    compared = frozenset(
        frozenset((found.comparison.cell, found.comparison.against))
        for found in findings.comparisons
        if not found.verdict.differs
    )
    steady = (each for each in findings.cells if each.time_ns is not None and not each.mostly_unsteady)
    for cells in gathered((each.cell.conditions, each.cell) for each in steady if not each.cell.twin).values():
        if len(cells) > 1:
            yield Fastest(fastest_of(cells, times_ns, confidence, compared), confidence)


def fastest_of(
    cells: Sequence[K],
    times_ns: Mapping[K, Mapping[int, float]],
    confidence: float,
    alike: Set[frozenset[K]] = frozenset(),
    *,
    band: float = 0.0,
) -> tuple[K, ...]:
    """Those of at least two `cells` that no other was found to beat; pairs in `alike` are not compared.

    Cells may be anything that has a time or a cost in each round. With a `band`, faster means by more than that.
    """
    level = level_of_each(len(cells), confidence)

    def slower(one: K, other: K) -> bool:
        ratio = paired_ratio(times_ns[one], times_ns[other], level)
        return ratio is not None and ratio.low > 1 + band

    def beaten(one: K) -> bool:
        others = (other for other in cells if one != other and frozenset((one, other)) not in alike)
        return any(slower(one, other) for other in others)

    return tuple(cell for cell in cells if not beaten(cell))


def level_of_each(number: int, confidence: float) -> float:
    """The level of each pair's two-sided interval, one side of which counts, where at least two cells are compared."""
    return 1 - 2 * (1 - confidence) / (number - 1)
