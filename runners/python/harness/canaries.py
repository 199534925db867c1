"""Times the lab's canary around each of pyperf's values: a hook, as pyperf calls them."""

from collections.abc import Callable
from typing import ClassVar


class Canaries:
    """What pyperf makes, by its entry point's name, and enters for each value.

    Attributes:
        time: times the canary, in ns.
        taken_ns: before and after each value.
    """

    time: ClassVar[Callable[[], int]]
    taken_ns: ClassVar[list[tuple[int, int]]]

    def __init__(self) -> None:
        self._canary_ns = 0

    def __enter__(self) -> None:
        self._canary_ns = type(self).time()

    def __exit__(self, *raised: object) -> None:
        self.taken_ns.append((self._canary_ns, type(self).time()))

    def teardown(self, _metadata: object) -> None:
        """Pyperf calls it behind the last value."""
