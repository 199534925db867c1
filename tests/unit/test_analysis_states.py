"""The machine's states, found in canaries of which the truth is known."""

from collections.abc import Callable

import numpy as np
import pytest

from wirelab.analysis.states import FEWEST, machine_states
from wirelab.model.machine import MachineKind

FAST_NS = 250_000.0
Draw = Callable[[np.random.Generator], np.ndarray]


def dwelling(speeds: tuple[float, ...], shares: tuple[float, ...], noise: float = 0.01, count: int = 600) -> Draw:
    """A machine that stays at a level for some 20 canaries, then goes to another."""

    def draw(random: np.random.Generator) -> np.ndarray:
        levels: list[float] = []
        while len(levels) < count:
            levels += [random.choice(speeds, p=shares)] * (1 + int(random.exponential(20)))
        return FAST_NS * np.array(levels[:count]) * np.exp(random.normal(0, noise, count))

    return draw


def _with_tail(random: np.random.Generator) -> np.ndarray:
    slowed = np.where(random.random(600) < 0.7, 1.0, 1 + random.exponential(0.3, 600))
    return FAST_NS * slowed * np.exp(random.normal(0, 0.005, 600))


def _lingering(random: np.random.Generator) -> np.ndarray:
    faster = np.where(random.random(600) < 0.8, 0.0, random.uniform(0.07, 0.4, 600))
    return FAST_NS * np.exp(random.normal(0, 0.005, 600) - faster)


ONE: dict[str, Draw] = {
    "quiet": dwelling((1.0,), (1.0,)),
    "noisy": dwelling((1.0,), (1.0,), noise=0.03),
    "very noisy": dwelling((1.0,), (1.0,), noise=0.05),
    "with outliers": lambda random: FAST_NS * np.exp(0.01 * np.abs(random.standard_t(2, 600))),
}
WITHOUT_LEVELS: dict[str, Draw] = {
    "lingering where it is slow": _lingering,
    "sliding": lambda random: FAST_NS * np.exp(np.linspace(0, 0.4, 600) + random.normal(0, 0.01, 600)),
    "anything": lambda random: FAST_NS * np.exp(random.uniform(0, 0.4, 600)),
    "to and fro": lambda random: FAST_NS * np.exp(0.2 * np.sin(np.linspace(0, 12, 600)) + random.normal(0, 0.01, 600)),
}
LEVELS: dict[str, tuple[Draw, int]] = {
    "two": (dwelling((1.0, 1.5), (0.6, 0.4)), 2),
    "two, the fast one rare": (dwelling((1.0, 1.5), (0.3, 0.7)), 2),
    "two, noisy": (dwelling((1.0, 1.5), (0.5, 0.5), noise=0.03), 2),
    "three": (dwelling((1.0, 1.3, 1.8), (0.4, 0.3, 0.3)), 3),
    "one and a tail": (_with_tail, 1),
}


def found(draw: Draw, times: int = 60) -> list[object]:
    return [machine_states(tuple(draw(np.random.default_rng(seed)))) for seed in range(times)]


@pytest.mark.parametrize("name", ONE)
def test_a_machine_of_one_state_is_not_cut(name: str) -> None:
    for states in found(ONE[name]):
        assert states.kind is MachineKind.ONE
        assert states.fast_ns is None


@pytest.mark.parametrize("name", WITHOUT_LEVELS)
def test_a_machine_that_drifts_is_not_cut_into_states_that_it_does_not_have(name: str) -> None:
    for states in found(WITHOUT_LEVELS[name]):
        assert states.kind is MachineKind.SLIDING
        assert states.fast_ns is None
        assert states.levels_ns == ()


@pytest.mark.parametrize("name", LEVELS)
def test_levels_are_found_where_they_are(name: str) -> None:
    draw, count = LEVELS[name]
    right = 0
    for states in found(draw):
        if states.kind is not MachineKind.LEVELS:
            continue  # this session hardly left one level
        assert states.fast_ns is not None
        assert states.levels_ns[0] == pytest.approx(FAST_NS, rel=0.02)
        assert FAST_NS < states.fast_ns < 1.1 * FAST_NS
        right += len(states.levels_ns) == count
    assert right >= 45


def test_shares_are_of_all_canaries() -> None:
    random = np.random.default_rng(1)
    canaries = np.concatenate([np.full(300, 1.0), np.full(100, 1.5)]) * FAST_NS * np.exp(random.normal(0, 0.005, 400))

    states = machine_states(tuple(canaries))

    assert states.shares == pytest.approx((0.75, 0.25), abs=0.01)
    assert states.canaries == 400


def test_order_does_not_matter_and_few_canaries_say_nothing() -> None:
    canaries = dwelling((1.0, 1.5), (0.6, 0.4))(np.random.default_rng(3))

    assert machine_states(tuple(canaries)) == machine_states(tuple(np.sort(canaries)[::-1]))
    assert machine_states(tuple(canaries[: FEWEST - 1])).kind is MachineKind.UNKNOWN
    assert machine_states(()).kind is MachineKind.UNKNOWN
