"""What the machine's drift within rounds does to intervals once its neighbours' word for it is taken out."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from tests.certification.noise import NOISES, TIME_NS, drawn
from tests.certification.operating import CONFIDENCE, Study, heading, logs_of
from tests.certification.printed import Share, contains, percent
from wirelab.analysis.intervals import ratio_interval

Drawing = Callable[[int, int, int, int], list[Study]]
"""From a seed and numbers of studies, rounds and cells: studies of equal cells."""


def _noisy(row: int, *scatters: float) -> Drawing:
    """The machine of `NOISES`; the first cells' processes scatter by the factors given."""

    def studies(seed: int, number: int, rounds: int, cells: int) -> list[Study]:
        found = drawn(seed, number, rounds, np.full(cells, TIME_NS), NOISES[row])
        own = np.random.default_rng(seed + 1).standard_normal((number, rounds, len(scatters)))
        more = 0.02 * np.sqrt(np.maximum(0, np.square(scatters) - 1)) * own
        found.times_ns[:, :, : len(scatters)] *= np.exp(more)
        return list(found.studies())

    return studies


def _still(draw: Callable[[np.random.Generator, tuple[int, ...]], NDArray[np.float64]]) -> Drawing:
    """A machine of one speed: only processes scatter."""

    def studies(seed: int, number: int, rounds: int, cells: int) -> list[Study]:
        random = np.random.default_rng(seed)
        logs = 0.03 * draw(random, (number, rounds, cells))
        places = random.permuted(np.broadcast_to(np.arange(cells), logs.shape), axis=2)
        return list(zip(TIME_NS * np.exp(logs), places, strict=True))

    return studies


def _jumping(seed: int, number: int, rounds: int, cells: int) -> list[Study]:
    """A machine of two speeds, 1.5 apart, that keeps each for five processes in the mean."""
    random = np.random.default_rng(seed)
    slow = np.cumsum(random.random((number, rounds * cells)) < 0.2, axis=1) % 2
    places = random.permuted(np.broadcast_to(np.arange(cells), (number, rounds, cells)), axis=2)
    ran = (np.arange(rounds)[None, :, None] * cells + places).reshape(number, -1)
    speeds = np.take_along_axis(slow, ran, axis=1).reshape(places.shape)
    logs = np.log(1.5) * speeds + 0.02 * random.standard_normal(places.shape)
    return list(zip(TIME_NS * np.exp(logs), places, strict=True))


DRIFTING: dict[str, Drawing] = {
    "drift by round, ICC 0.43": _noisy(0),
    "drift by process, ICC 0.43": _noisy(1),
    "drift by round, ICC 0.64": _noisy(2),
    "drift by round, the reference scatters 3 times as much": _noisy(0, 3.0),
    "drift by round, the first cell scatters 8 times as much": _noisy(0, 1.0, 8.0),
    "two speeds, five processes each": _jumping,
    "no drift": _still(lambda random, shape: random.standard_normal(shape)),
    "no drift, heavy tails (t with 3 degrees of freedom)": _still(lambda random, shape: random.standard_t(3, shape)),
}


def freed(seed: int, studies: int, rounds: int, cells: int, machine: Drawing) -> tuple[Share, float]:
    """Share of 95 % intervals of the first cell's ratio that hold 1, and what is left of its scatter, as a ratio.

    Args:
        seed: of the draws.
        studies: how many.
        rounds: of each, set beforehand.
        cells: of each.
        machine: what it does to times.
    """
    held, left, raw = 0, 0.0, 0.0
    for study in machine(seed, studies, rounds, cells):
        logs = logs_of(study)[0]
        interval = ratio_interval(logs, CONFIDENCE)
        assert interval is not None
        held += contains(interval, 1.0)
        left += float(np.var(logs, ddof=1))
        raw += float(np.var(np.log(study[0][:, 1] / study[0][:, 0]), ddof=1))
    return held / studies, (left / raw) ** 0.5


def drift(studies: int) -> list[str]:
    """Coverage, and what is left of the scatter."""
    head = (
        "What the processes around two that are compared say of the machine's drift is taken out of their ratio"
        " (docs/decisions/0034-drift-within-rounds.md). *Covered* is the share of 95 % intervals of one ratio, after a"
        f" set number of rounds, that contain the truth ({studies:,} studies a share); 93.5 to 96.5 % is required,"
        " and more is allowed where the noise is not normal. *Left* is the standard deviation of the rounds' ratios"
        " over what it is if nothing is taken out.\n"
    )
    cases = [(cells, rounds) for cells in (2, 8) for rounds in (3, 5, 10)]
    columns = [f"{cells} cells, {rounds} rounds: {what}" for cells, rounds in cases for what in ("covered", "left")]
    lines = [head, *heading(("Machine", *columns))]
    for row, (name, machine) in enumerate(DRIFTING.items()):
        found = [
            freed(210 + 10 * row + at, studies, rounds, cells, machine) for at, (cells, rounds) in enumerate(cases)
        ]
        told = (f"{percent(held)} | {left:.2f}" for held, left in found)
        lines.append(f"| {name} | {' | '.join(told)} |")
    return lines
