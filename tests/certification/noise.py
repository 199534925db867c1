"""The effects of simulated machines on the turns of a round, after measurements in turns (METHOD; decision 35).

A round's processes live at the same time and take turns: in each turn every cell is timed once, one after the other, in
a new random order. Times of one operation are log-normal around truth x process x machine x batch:

- process: each cell has a new one in each round, with a factor of its own.
- machine: its speed at the moment, which all feel alike. Moments of a turn are close, so they share most of it.
- batch: the rest, from batch to batch.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

TIME_NS = 50_000.0
Logs = NDArray[np.float64]
_AT_A_TIME = 1_000_000


@dataclass(frozen=True, slots=True)
class Machine:
    """The effects of a machine on times.

    Attributes:
        name: for people.
        process: SD of a process's log time.
        batch: SD of a batch's log time.
        turns: that a round takes.
        slow: how many times as long all takes at the machine's slower speed; 1: it has one speed.
        stays: moments that it stays at a speed on average.
        slides: SD of a step of ln(speed) from moment to moment; it is drawn back to the middle, so that it wanders by
            about seven such steps.
        busy: share of batches that a neighbour disturbs: they take up to twice as long.
        rare: share of processes in a slow mode, 1.3 times as long.
        unlike: SD of the share of the machine's slowness that a cell feels, 1 on average.
    """

    name: str
    process: float = 0.016
    batch: float = 0.03
    turns: int = 20
    slow: float = 1.0
    stays: float = 12.0
    slides: float = 0.0
    busy: float = 0.0
    rare: float = 0.0
    unlike: float = 0.0

    @property
    def longer(self) -> float:
        """The increase of ln of a median time because some batches are disturbed."""
        return self.batch * NormalDist().inv_cdf(0.5 / (1 - self.busy))

    def __str__(self) -> str:
        return self.name


MACHINES = (
    Machine("quiet"),
    Machine("two speeds", slow=1.6),
    Machine("sliding", slides=0.03),
    Machine("busy neighbour", busy=0.2),
    Machine("rare slow mode", rare=0.05),
)
UNLIKE = Machine("two speeds, felt unlike", slow=1.6, unlike=0.1)


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """Studies as a machine gave them.

    Attributes:
        logs: ln(time) of each turn, shape (studies, rounds, cells, turns).
        felt: the effect of the machine's speed on each, on the same scale; the same shape.
        truth: ln(time) of each process without machine and batch, shape (studies, rounds, cells, 1).
        longer: as the machine's.
    """

    logs: Logs
    felt: Logs
    truth: Logs
    longer: float

    @property
    def ratios(self) -> Logs:
        """ln(cell / first cell) of each round, the median over its turns; shape (studies, rounds, cells - 1).

        As `round_ratios` has it, for all studies at once.
        """
        found: Logs = np.median(self.logs[:, :, 1:] - self.logs[:, :, :1], axis=3)
        return found

    @property
    def levels(self) -> Logs:
        """ln(time) of each cell in each round, the machine's effect on turns taken out; as `levelled_times` has it."""
        effects = np.median(self.logs - self.logs.mean(axis=3, keepdims=True), axis=2, keepdims=True)
        effects -= effects.mean(axis=3, keepdims=True)
        found: Logs = np.median(self.logs - effects, axis=3)
        found += (np.median(self.logs, axis=3) - found).mean(axis=2, keepdims=True)
        return found

    @property
    def speeds(self) -> Logs:
        """The effect of a round's machine on its cells' median times, the mean over cells, shape (studies, rounds)."""
        found: Logs = np.median(self.logs - self.truth, axis=3).mean(axis=2)
        return found


def drawn(seed: int, studies: int, rounds: int, truth_ns: Sequence[float], machine: Machine) -> Iterator[Drawn]:
    """Studies of cells that truly take `truth_ns`, some at a time."""
    random = np.random.default_rng(seed)
    most = max(1, _AT_A_TIME // (rounds * len(truth_ns) * machine.turns))
    for first in range(0, studies, most):
        yield _drawn(random, min(most, studies - first), rounds, np.asarray(truth_ns), machine)


def ratios(seed: int, studies: int, rounds: int, truth: Sequence[float], machine: Machine) -> Iterator[Logs]:
    """ln(ratio) in each round of studies whose cells truly take `truth` times the reference's time.

    Each of shape (rounds, cells - 1).
    """
    for some in drawn(seed, studies, rounds, [TIME_NS, *(TIME_NS * each for each in truth)], machine):
        yield from some.ratios


def _drawn(random: np.random.Generator, studies: int, rounds: int, truth_ns: Logs, machine: Machine) -> Drawn:
    cells = len(truth_ns)
    shape = studies, rounds, machine.turns, cells
    places = random.permuted(np.broadcast_to(np.arange(cells), shape), axis=3)
    moments = _machine(random, machine, studies * rounds, machine.turns * cells).reshape(shape)
    felt = np.take_along_axis(moments, places, axis=3) * (
        1 + machine.unlike * random.standard_normal((studies, 1, 1, cells))
    )
    logs = felt + machine.batch * random.standard_normal(shape)
    if machine.busy:
        logs += math.log(2) * random.random(shape) * (random.random(shape) < machine.busy)
    own = machine.process * random.standard_normal((studies, rounds, 1, cells))
    own += math.log(1.3) * (random.random(own.shape) < machine.rare)
    truth = np.log(truth_ns) + own
    return Drawn(np.moveaxis(logs + truth, 3, 2), np.moveaxis(felt, 3, 2), np.moveaxis(truth, 3, 2), machine.longer)


def _machine(random: np.random.Generator, machine: Machine, rounds: int, moments: int) -> Logs:
    """ln(slowness) at each moment, shape (rounds, moments)."""
    found = np.zeros((rounds, moments))
    if machine.slow > 1:
        changes = random.random((rounds, moments)) < 1 / machine.stays
        changes[:, 0] = random.random(rounds) < 0.5
        found += math.log(machine.slow) * (np.cumsum(changes, axis=1) % 2)
    if machine.slides:
        kept = 0.99
        steps = machine.slides * random.standard_normal((rounds, moments))
        steps[:, 0] /= math.sqrt(1 - kept**2)
        for moment in range(1, moments):
            steps[:, moment] += kept * steps[:, moment - 1]
        found += steps
    return found
