"""The ways to carry a run's data, among which to choose, each with its times and bytes for one message. Pure."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from statistics import geometric_mean

from wirelab.analysis.cells_and_rounds import two_way_fit
from wirelab.analysis.decide.fastest import ByRound
from wirelab.choice.needs import Answer
from wirelab.choice.prices import Prices
from wirelab.choice.use import Load, Money, Times, Use, yearly
from wirelab.model.cell import Cell, Operation
from wirelab.model.findings.transfer import Way


@dataclass(frozen=True, slots=True)
class Candidate:
    """A way that could be taken, and the facts about it."""

    way: Way
    size_bytes: float | None  # of one message, on average
    times: Times | None
    """At the session's mean speed; None where something that is needed has no time."""
    rounds: Mapping[int, Times] = field(default_factory=dict, repr=False, compare=False)
    """The times in each round that has all of them."""
    lacking: str = ""  # why there is no time or size, as a clause
    unsteady: bool = False  # most processes of one of its cells still changed their speed while they were measured
    answers: tuple[Answer, ...] = ()  # to the needs, in their order
    survived: tuple[int, int] | None = None  # of how many changes of a schema the value came back, and of how many
    readable: bool = False
    needs_schema: bool = False

    @property
    def measured(self) -> Times:
        """Its times, for a candidate that has them."""
        assert self.times is not None
        return self.times

    def load(self, times: Times) -> Load:
        """One message, with these times."""
        return Load(times, self.size_bytes or 0.0, len(self.way.readers))

    def money(self, use: Use, prices: Prices) -> Money:
        """A year's cost at its session's times, for a candidate that has them."""
        return yearly(self.load(self.measured), use, prices)

    def total_by_round(self, use: Use, prices: Prices) -> dict[int, float]:
        """A year's cost at the times of each round."""
        return {b: yearly(self.load(times), use, prices).total for b, times in self.rounds.items()}


@dataclass(frozen=True)
class Timed:
    """The times of a run and, if cold starts count, those of the run that has them."""

    times_ns: ByRound  # for all objects of a cell's corpus
    objects: int  # messages that an operation writes or reads
    cold_ns: ByRound = field(default_factory=dict)  # by the cells whose first calls these are

    @cached_property
    def means_ns(self) -> dict[Cell, float]:
        """The mean of each cell, at the session's mean speed: cells may have been measured in different rounds."""
        measured = {cell: own for cell, own in self.times_ns.items() if own}
        means = {cell: geometric_mean(own.values()) for cell, own in measured.items()}
        if len({frozenset(own) for own in measured.values()}) < 2:
            return means
        fit = two_way_fit(measured)
        return means if fit is None else {cell: math.exp(log) for cell, log in zip(fit.cells, fit.means, strict=True)}


def own_ways(cells: Sequence[Cell], formats: Mapping[Cell, str], use: Use) -> tuple[Way, ...]:
    """A way for each codec of one corpus on each platform that both writes and reads; only writes, if nobody reads."""
    at = {(cell.platform, cell.subject, cell.operation): cell for cell in cells if not cell.twin}
    found = []
    for (platform, subject, operation), writer in at.items():
        reader = at.get((platform, subject, Operation.DESERIALIZE))
        if operation is Operation.SERIALIZE and (reader is not None or not use.reads):
            found.append(Way(formats[writer], writer, () if reader is None else (reader,)))
    return tuple(found)


def times_of(way: Way, timed: Timed, use: Use) -> tuple[Times | None, dict[int, Times], str]:
    """A way's times for one message, in the session and by round; or why they are not known, as a clause."""
    readers = way.readers if use.reads else ()
    needed = (way.writer, *readers)
    for cell in needed:
        if not timed.times_ns.get(cell):
            return None, {}, f"no process gave {cell.subject} on {cell.platform} a time to {cell.operation}"
        if use.cold_starts and not timed.cold_ns.get(cell):
            return None, {}, f"the first calls of {cell.subject} on {cell.platform} were not measured"
    cold = timed.cold_ns if use.cold_starts else {}

    def times(own_ns: Callable[[Cell], float], first_ns: Callable[[Cell], float]) -> Times:
        extra = {cell: max(0.0, first_ns(cell) - own_ns(cell)) if cold else 0.0 for cell in needed}
        return Times(
            write_ns=own_ns(way.writer) / timed.objects,
            read_ns=math.fsum(map(own_ns, readers)) / timed.objects,
            cold_write_ns=extra[way.writer],
            cold_read_ns=math.fsum(extra[cell] for cell in readers),
        )

    every = [timed.times_ns[cell] for cell in needed] + [cold[cell] for cell in needed if cold]
    rounds = {
        b: times(lambda cell: timed.times_ns[cell][b], lambda cell: cold[cell][b])  # noqa: B023
        for b in sorted(set.intersection(*({*own} for own in every)))
    }
    return times(timed.means_ns.__getitem__, lambda cell: geometric_mean(cold[cell].values())), rounds, ""
