"""The part of a run that is left if a question is answered with yes, as a frozen value."""

from collections.abc import Mapping
from dataclasses import dataclass

from wirelab.choice.needs import Basis, Need
from wirelab.model.findings.finding import Interval
from wirelab.model.findings.transfer import Way


@dataclass(frozen=True, slots=True)
class Left:
    """The part of a run that is left if a question is answered with yes."""

    need: Need | None  # None: nothing is asked
    formats: tuple[str, ...]  # those of the ways that are left, the smallest first
    bases: Mapping[Basis, int]  # the bases of the answers for the ways that are left, with their numbers
    smallest: Way | None = None
    size_bytes: float | None = None  # of one message that it writes
    fastest: tuple[Way, ...] = ()  # those among which the fastest is, to write and read; the lowest estimate first
    time: Interval | None = None  # of the first of them, in ns; None where its codecs share no round
