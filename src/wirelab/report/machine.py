"""Sentences on the machine's speed during a run. Pure."""

from collections.abc import Iterator, Mapping

from wirelab.model.machine import MachineSpeed
from wirelab.report.quantities import count, ratio

_EVEN = 1.1


def machine_words(machine: Mapping[str, MachineSpeed]) -> Iterator[str]:
    """Say how much the machine's speed varied on each platform."""
    for platform, speed in machine.items():
        if speed.varied < _EVEN:
            yield f"The machine kept its speed on {platform}."
        else:
            yield (
                f"On {platform} the slowest tenth of {count(speed.canaries)} canaries took {ratio(speed.varied)} the"
                " time of the fastest: so much did the machine's speed vary. Ratios of the same turns do not feel it;"
                " times do."
            )
