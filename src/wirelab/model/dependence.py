"""What was found where the analysis takes processes and rounds for independent and alike."""

from dataclasses import dataclass

from wirelab.model.cell import Cell
from wirelab.model.comparison import Comparison
from wirelab.model.finding import Interval


@dataclass(frozen=True, slots=True)
class Following:
    """A comparison whose rounds' differences follow each other, so that its interval is too narrow.

    Attributes:
        comparison: which.
        lag_1: autocorrelation of the differences of ln(time) from round to round.
        widened: the ratio with its interval as wide as that autocorrelation makes it.
    """

    comparison: Comparison
    lag_1: float
    widened: Interval


@dataclass(frozen=True, slots=True)
class Tipping:
    """A difference that was found and would not have been without one of its rounds.

    Attributes:
        comparison: which.
        round: that is left out, from 0.
        ratio: without it, at the same level.
    """

    comparison: Comparison
    round: int
    ratio: Interval


@dataclass(frozen=True, slots=True)
class SlowMode:
    """Processes of a cell that stand far from the others.

    Attributes:
        cell: the cell.
        slow: how many stand apart.
        processes: of the cell in all.
        times: how many times as long as the others they took, the machine's speed taken out.
    """

    cell: Cell
    slow: int
    processes: int
    times: float


@dataclass(frozen=True, slots=True)
class Dependence:
    """All of it.

    Attributes:
        following: comparisons whose rounds follow each other.
        tipping: differences that rest on one round.
        slow_modes: cells with processes that stand apart.
        place: the time at the end of a round over that at its start, where these differ; None: that was not found.
    """

    following: tuple[Following, ...] = ()
    tipping: tuple[Tipping, ...] = ()
    slow_modes: tuple[SlowMode, ...] = ()
    place: Interval | None = None
