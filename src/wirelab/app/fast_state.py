"""The machine's fast state, as the canaries of a run show it."""

from collections.abc import Mapping

from wirelab.analysis.states import machine_states
from wirelab.model.machine import MachineStates
from wirelab.store.lab import Lab


def machine_of(lab: Lab, run: int, rounds: int | None = None) -> dict[str, MachineStates]:
    """The machine's states over a run, or over its first `rounds` rounds, by platform."""
    return {platform: machine_states(canaries) for platform, canaries in lab.canaries(run, rounds).items()}


def fast_limits(machine: Mapping[str, MachineStates]) -> dict[str, float]:
    """The longest canary of the fast state, for each platform on which the machine has one of its own."""
    return {platform: states.fast_ns for platform, states in machine.items() if states.fast_ns is not None}
