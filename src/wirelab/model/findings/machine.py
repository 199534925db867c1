"""How much the machine's own speed varied during a session, as canaries show it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MachineSpeed:
    """What canaries of one platform show of a session.

    Attributes:
        varied: the slowest tenth of the canaries by the fastest tenth.
        canaries: how many there were, one a process.
    """

    varied: float
    canaries: int
