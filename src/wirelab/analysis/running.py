"""The processes of a study in the order in which they ran. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Running:
    """Processes that count, and which of their cells are compared; cells are numbers.

    Attributes:
        ran: round, cell and ln(time) of each process, in the order in which they ran.
        pairs: cell and what it is compared with.
    """

    ran: tuple[tuple[int, int, float], ...]
    pairs: tuple[tuple[int, int], ...]

    def until(self, rounds: int) -> "Running":
        """What ran in the first `rounds`."""
        return replace(self, ran=tuple([each for each in self.ran if each[0] < rounds]))

    def needed(self, rounds: Mapping[int, int]) -> "Running":
        """Of the cells in `rounds`, only what ran in so many; of others, all."""
        if not rounds:
            return self
        return replace(self, ran=tuple(each for each in self.ran if each[1] not in rounds or each[0] < rounds[each[1]]))
