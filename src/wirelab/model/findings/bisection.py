"""Which release made a codec slower."""

from dataclasses import dataclass

from wirelab.model.findings.change import Change


@dataclass(frozen=True, slots=True)
class Step:
    """One version compared with the oldest."""

    version: str
    changes: tuple[Change, ...]  # of all requested cells
    slower: bool | None  # whether the sought codec is slower; None: it cannot be decided or measured
    why: str = ""  # why it could not be measured


@dataclass(frozen=True, slots=True)
class Bisection:
    """A search for the first release that is slower."""

    codec: str
    versions: tuple[str, ...]  # all releases that were searched, oldest first
    steps: tuple[Step, ...]  # in the order in which they were measured
    last_before: str  # the last release that is known not to be slower
    first_slower: str  # the first that is known to be; empty: the newest is not slower
    between: tuple[str, ...]  # releases between the two, of which nothing is known
    change: Change | None  # the sought change, as `first_slower` shows it
    alpha: float  # how often any step finds something where nothing is
