"""Processes that stand apart, and sentences on the machine's speed."""

import numpy as np
import pytest

from tests.certification.printed import CELLS
from wirelab.analysis.audit.usage import machine_speeds, slow_modes
from wirelab.model.findings.diagnostics import MachineSpeed


def times(seed: int, rounds: int = 20, cells: int = 4) -> dict:
    logs = np.random.default_rng(seed).normal(0, 0.02, (rounds, cells))
    logs += np.linspace(0, 0.4, rounds)[:, None]  # the machine's
    return {cell: dict(enumerate(np.exp(column).tolist())) for cell, column in zip(CELLS, logs.T, strict=False)}


def test_processes_that_stand_apart_are_counted():
    own = times(1)
    own[CELLS[2]][3] *= 1.4
    own[CELLS[2]][11] *= 1.4
    (mode,) = slow_modes(own)
    assert (mode.cell, mode.slow, mode.processes) == (CELLS[2], 2, 20)
    assert mode.times == pytest.approx(1.4, rel=0.05)


def test_scatter_a_machine_that_slides_and_few_rounds_say_nothing():
    assert [*slow_modes(times(1))] == []
    few = {cell: dict(list(own.items())[:7]) for cell, own in times(1).items()}
    few[CELLS[0]][2] *= 2
    assert [*slow_modes(few)] == []


def test_more_than_a_third_is_no_slow_mode():
    own = times(2)
    for b in range(0, 20, 2):
        own[CELLS[0]][b] *= 1.5
    assert [*slow_modes(own)] == []


def test_how_much_the_machine_varied_is_the_slowest_tenth_over_the_fastest():
    canaries = [("jvm", 100.0 + at) for at in range(101)] + [("python", 5.0)] * 9 + [("jvm", 0.0)]
    assert machine_speeds(canaries) == {"jvm": MachineSpeed(pytest.approx(190 / 110), 101)}
