"""Lets pyperf wait for its turn, and times the lab's canary around each of its values: a hook, as pyperf calls them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

WARM_AGAIN = 3
"""Values at the start of a turn that do not count: while others had theirs, caches went cold."""


@dataclass(slots=True)
class Turns:
    """The values that pyperf takes, turn by turn.

    Attributes:
        samples: values that count, of each turn.
        wait: returns when the next turn may begin.
        canary: times the canary, in ns.
        canaries_ns: before and after each value so far.
    """

    samples: int
    wait: Callable[[], None]
    canary: Callable[[], int]
    canaries_ns: list[tuple[int, int]] = field(default_factory=list)

    @property
    def of_a_turn(self) -> int:
        """Values of a turn, with those that do not count."""
        return WARM_AGAIN + self.samples

    def counted(self, values_ns: list[float]) -> list[dict[str, float]]:
        """The values that count, between their canaries."""
        named = zip(values_ns, self.canaries_ns, strict=True)
        return [
            {"ns": ns, "canary_ns": canary_ns, "next_canary_ns": next_canary_ns}
            for at, (ns, (canary_ns, next_canary_ns)) in enumerate(named)
            if at % self.of_a_turn >= WARM_AGAIN
        ]


class Turn:
    """What pyperf makes, by its entry point's name, and enters for each value."""

    turns: ClassVar[Turns]

    def __init__(self) -> None:
        self._canary_ns = 0

    def __enter__(self) -> None:
        if len(self.turns.canaries_ns) % self.turns.of_a_turn == 0:
            self.turns.wait()
        self._canary_ns = self.turns.canary()

    def __exit__(self, *raised: object) -> None:
        self.turns.canaries_ns.append((self._canary_ns, self.turns.canary()))

    def teardown(self, _metadata: object) -> None:
        """Pyperf calls it behind the last value."""
