"""Made designs for tests of the factorial analysis."""

import itertools
from collections.abc import Callable, Sequence

import numpy as np

from wirelab.anova.analyse import analyse_factorial
from wirelab.anova.factorial_analysis import FactorialAnalysis
from wirelab.anova.observations import Factor, Observations
from wirelab.anova.result import FactorialOptions

Codes = tuple[int, ...]


def made(
    levels: Sequence[int],
    *,
    repeats: int,
    seed: int = 1,
    mean: Callable[[Codes], float] = lambda _: 0.0,
    spread: Callable[[Codes], float] = lambda _: 0.1,
    present: Callable[[Codes], bool] = lambda _: True,
    drift: float = 0.0,
    block: bool = False,
) -> Observations:
    """Lognormal times of crossed factors f, g, h; every repeat is a round, from which to the next ln drifts."""
    generator = np.random.default_rng(seed)
    cells = [codes for codes in itertools.product(*map(range, levels)) if present(codes)]
    rows = [(codes, repeat) for repeat in range(repeats) for codes in cells]
    logs = [mean(codes) + spread(codes) * generator.normal() + drift * repeat for codes, repeat in rows]
    factors = tuple(
        Factor.of(name, [f"{name}{codes[index]}" for codes, _ in rows])
        for index, name in enumerate("fgh"[: len(levels)])
    )
    rounds = Factor.of("round", [str(repeat) for _, repeat in rows])
    return Observations("time_ns", np.exp(logs), factors, rounds if block else None)


def times(values: object, **labels: list[str]) -> Observations:
    return Observations(
        "time_ns", np.asarray(values, float), tuple(Factor.of(name, own) for name, own in labels.items())
    )


def analysis(observations: Observations, **options: object) -> FactorialAnalysis:
    return analyse_factorial(observations, FactorialOptions(**options))  # type: ignore[arg-type]
