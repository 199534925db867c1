"""The machine's states, found in canaries of which the truth is known."""

from collections.abc import Callable

import numpy as np
import pytest

from wirelab.analysis.states import (
    FEWEST,
    MAY_BE_FAST,
    WIDTH,
    in_fast_state,
    machine_states,
    worth_waiting_for_ns,
)
from wirelab.model.machine import TOLD_NS, MachineKind, MachineStates
from wirelab.model.measurement import Batch, Phase
from wirelab.model.units import Nanoseconds

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


def _disturbed(random: np.random.Generator) -> np.ndarray:
    """A machine that is slowed to any degree for some five canaries at a time, as often as not."""
    logs: list[float] = []
    while len(logs) < 600:
        logs += [0.0] * (1 + int(random.exponential(5)))
        logs += [*random.uniform(0.03, 0.4, 1 + int(random.exponential(5)))]
    return FAST_NS * np.exp(np.array(logs[:600]) + random.normal(0, 0.01, 600))


def wandering(step: float, count: int = 400) -> Draw:
    """A random walk."""
    return lambda random: FAST_NS * np.exp(np.cumsum(random.normal(0, step, count)) + random.normal(0, 0.01, count))


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
    "one, disturbed to any degree": (_disturbed, 1),
}
CANARIES_OF_A_PROCESS = 50


def processes(canaries: np.ndarray) -> list[np.ndarray]:
    """Canaries in order as those of several processes."""
    return np.split(canaries, range(CANARIES_OF_A_PROCESS, len(canaries), CANARIES_OF_A_PROCESS))


def found(draw: Draw, times: int = 60) -> list[MachineStates]:
    return [machine_states(processes(draw(np.random.default_rng(seed)))) for seed in range(times)]


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


@pytest.mark.parametrize("step", [0.01, 0.03, 0.05])
def test_a_machine_that_wanders_leaves_no_level_by_jumps(step: float) -> None:
    kinds = [states.kind for states in found(wandering(step))]
    assert MachineKind.LEVELS not in kinds
    assert kinds.count(MachineKind.SLIDING) >= 30  # a short walk of small steps may stay where it is


def test_whether_a_machine_jumped_between_two_processes_nobody_saw() -> None:
    fast, slow = [[FAST_NS * (1 + 0.001 * at) for at in range(10)]] * 6, [[1.5 * FAST_NS] * 10] * 4
    states = machine_states([*fast, *slow])
    assert (states.kind, states.shares) == (MachineKind.LEVELS, pytest.approx((0.6, 0.4)))


def drawn(draw: Draw) -> list[np.ndarray]:
    return processes(draw(np.random.default_rng(11)))


def test_what_is_worth_waiting_for_is_the_fast_state_or_what_may_turn_out_to_be_one() -> None:
    two, slid = drawn(LEVELS["two"][0]), drawn(WITHOUT_LEVELS["anything"])

    assert worth_waiting_for_ns(two) == machine_states(two).fast_ns is not None
    assert worth_waiting_for_ns(drawn(ONE["quiet"])) is None
    assert worth_waiting_for_ns([slid[0][: FEWEST - 1]]) is None
    assert worth_waiting_for_ns([*slid, [0.0]]) == pytest.approx(
        FAST_NS * np.exp(0.4 * MAY_BE_FAST) * (1 + WIDTH), rel=0.01
    )


@pytest.mark.parametrize(("shortest_ns", "counted"), [(TOLD_NS + 1, [True] * 4), (TOLD_NS, [True, False, False, True])])
def test_canaries_tell_of_calls_that_are_not_too_long(shortest_ns: int, counted: list[bool]) -> None:
    batches = [
        Batch(Phase.MEASURED, Nanoseconds(0), calls, Nanoseconds(calls * ns), Nanoseconds(canary_ns))
        for calls, ns, canary_ns in ((1, 2 * TOLD_NS, 1), (1, 3 * TOLD_NS, 1), (3, shortest_ns, 2), (1, 2 * TOLD_NS, 1))
    ]
    assert in_fast_state(batches, 1, 1.0) == counted
    assert in_fast_state(batches, 1, None) == [True] * 4


def test_shares_are_of_all_canaries() -> None:
    random = np.random.default_rng(1)
    canaries = np.concatenate([np.full(300, 1.0), np.full(100, 1.5)]) * FAST_NS * np.exp(random.normal(0, 0.005, 400))

    states = machine_states([canaries])

    assert states.shares == pytest.approx((0.75, 0.25), abs=0.01)
    assert states.canaries == 400


def test_the_order_of_processes_does_not_matter_and_few_canaries_say_nothing() -> None:
    canaries = processes(dwelling((1.0, 1.5), (0.6, 0.4))(np.random.default_rng(3)))

    assert machine_states(canaries) == machine_states(canaries[::-1])
    assert machine_states([canaries[0][: FEWEST - 1]]).kind is MachineKind.UNKNOWN
    assert machine_states(()).kind is MachineKind.UNKNOWN
    assert machine_states([(), [0.0]]).kind is MachineKind.UNKNOWN
