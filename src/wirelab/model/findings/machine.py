"""How much the machine's own speed varied during a session, as canaries show it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MachineSpeed:
    """What canaries of one platform, one a process, show of a session: their slowest tenth by the fastest."""

    varied: float
    canaries: int
