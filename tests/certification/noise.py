"""A machine as noisy as the one METHOD measured, for simulations with known truth.

- drift: log speed is an AR(1) series with lag-1 autocorrelation 0.8, scaled to span a factor of 1.55 over a study of
  20 rounds. Its steps are rounds (speed moves along between them) or, harsher, single processes.
- batch: log-normal, SD 2 %; five a process, which counts by their median.
- process: log-normal, SD such that the process's share of the variance of single batches (intra-class correlation) is
  as given.
- order: a round's cells are shuffled anew.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

TIME_NS = 50_000.0
BATCHES = 5
SPAN_ROUNDS = 20


@dataclass(frozen=True, slots=True)
class Noise:
    """What a machine does to times; the defaults are METHOD's.

    Attributes:
        correlation: intra-class, of batches within processes.
        by_process: whether the drift steps from process to process, else from round to round.
        batch: SD of a batch's log time.
        drift: factor the machine's speed spans over `SPAN_ROUNDS` rounds.
        autocorrelation: of the drift from step to step.
    """

    correlation: float = 0.5
    by_process: bool = False
    batch: float = 0.02
    drift: float = 1.55
    autocorrelation: float = 0.8

    @property
    def process(self) -> float:
        """SD of a process's log time."""
        return self.batch * math.sqrt(self.correlation / (1 - self.correlation))

    def __str__(self) -> str:
        return f"{self.correlation:.2f}, {'process' if self.by_process else 'round'}"


NOISES = tuple(Noise(correlation, by_process) for correlation in (0.43, 0.64) for by_process in (False, True))


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """Studies as the machine gave them.

    Attributes:
        times_ns: of processes, shape (studies, rounds, cells).
        places: in their round, from 0; the same shape.
        speeds: the mean over a round of ln(slowness), shape (studies, rounds).
    """

    times_ns: NDArray[np.float64]
    places: NDArray[np.intp]
    speeds: NDArray[np.float64]

    def studies(self) -> Iterator[tuple[NDArray[np.float64], NDArray[np.intp]]]:
        """Times and places of each study."""
        return zip(self.times_ns, self.places, strict=True)


def times(seed: int, studies: int, rounds: int, ratios: Sequence[float], noise: Noise) -> Drawn:
    """The reference, then the cells of `ratios`."""
    return drawn(seed, studies, rounds, TIME_NS * np.array([1.0, *ratios]), noise)


def drawn(seed: int, studies: int, rounds: int, truth_ns: NDArray[np.float64], noise: Noise) -> Drawn:
    """Studies of cells that truly take `truth_ns`."""
    random = np.random.default_rng(seed)
    cells = len(truth_ns)
    drift = _drift(random, studies, rounds, cells, noise)
    places = random.permuted(np.broadcast_to(np.arange(cells), (studies, rounds, cells)), axis=2)
    steps = cells if noise.by_process else 1
    first = np.arange(rounds)[None, :, None]
    own = noise.process * random.standard_normal((studies, rounds, cells))
    batches = noise.batch * random.standard_normal((studies, rounds, cells, BATCHES))
    logs = np.log(truth_ns) + _at(drift, (first + places / cells) * steps) + own + np.median(batches, axis=3)
    in_order = np.broadcast_to(np.arange(cells), places.shape)
    return Drawn(np.exp(logs), places, _at(drift, (first + in_order / cells) * steps).mean(axis=2))


def _drift(random: np.random.Generator, studies: int, rounds: int, cells: int, noise: Noise) -> NDArray[np.float64]:
    """Log slowness at each step, shape (studies, steps), spanning ln(drift) over `SPAN_ROUNDS` rounds."""
    a_round = cells if noise.by_process else 1
    steps, span = max(rounds, SPAN_ROUNDS) * a_round + 1, SPAN_ROUNDS * a_round + 1
    series = np.empty((studies, steps))
    series[:, 0] = random.standard_normal(studies) / math.sqrt(1 - noise.autocorrelation**2)
    for step in range(1, steps):
        series[:, step] = noise.autocorrelation * series[:, step - 1] + random.standard_normal(studies)
    first = series[:, :span]
    scale = math.log(noise.drift) / (first.max(axis=1) - first.min(axis=1))
    scaled: NDArray[np.float64] = series * scale[:, None]
    return scaled


def _at(series: NDArray[np.float64], moments: NDArray[np.float64]) -> NDArray[np.float64]:
    """The series between its steps, by straight lines; moments have shape (studies, rounds, cells)."""
    step = np.minimum(moments.astype(np.intp), series.shape[1] - 2)
    study = np.arange(len(series))[:, None, None]
    part = moments - step
    between: NDArray[np.float64] = (1 - part) * series[study, step] + part * series[study, step + 1]
    return between
