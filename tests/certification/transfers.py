"""Printed results on formats from a sender to its receivers, judged by simulation through the code of real runs."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tests.certification.noise import Machine, drawn
from tests.certification.operating import BAND, CONFIDENCE
from tests.certification.printed import Share, contains, table
from wirelab.analysis.transfer import qualified, transfer_finding
from wirelab.design.sequential import Schedule
from wirelab.design.transfer import QUALIFYING
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.findings.finding import Verdict
from wirelab.model.findings.transfer import TransferFinding, Way
from wirelab.model.link import Link
from wirelab.model.subject import Subject
from wirelab.model.units import ByteCount

LINK = Link(1e9)
CORPUS = CorpusName("w", "1", "plain")


@dataclass(frozen=True)
class Formats:
    """Formats from a sender to a receiver, the first of which is the reference.

    Attributes:
        each: by name: bytes, the true times of writing and reading in ns, and how many equal codecs each side has.
    """

    each: Mapping[str, tuple[int, float, float, int]]

    @property
    def reference(self) -> str:
        return next(iter(self.each))

    @cached_property
    def ways(self) -> dict[str, list[Way]]:
        """All ways of each format."""
        found = {}
        for name, (_, _, _, copies) in self.each.items():
            writers, readers = (
                [Cell(CORPUS, at, Subject(f"{name}-{copy}"), operation) for copy in range(copies)]
                for at, operation in (("here", Operation.SERIALIZE), ("there", Operation.DESERIALIZE))
            )
            found[name] = [Way(name, writer, (reader,)) for writer in writers for reader in readers]
        return found

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(dict.fromkeys(cell for own in self.ways.values() for way in own for cell in way.cells))

    @cached_property
    def truth_ns(self) -> NDArray[np.float64]:
        """The true time of each cell."""
        return np.array(
            [self.ns(c.subject.codec.rpartition("-")[0])[c.operation is Operation.DESERIALIZE] for c in self.cells]
        )

    @cached_property
    def sizes(self) -> dict[Cell, ByteCount]:
        """The size of each writer's output."""
        return {way.writer: ByteCount(self.each[way.format][0]) for own in self.ways.values() for way in own}

    def ns(self, name: str) -> tuple[float, float]:
        """The times of writing and reading a format."""
        return self.each[name][1:3]

    def link_ns(self, name: str) -> float:
        """The time of crossing the link."""
        return LINK.time_ns(self.each[name][0])

    def asked(self, qualifying: int = QUALIFYING) -> TransferFinding:
        """The finding that a study of them asks for."""
        return TransferFinding(LINK, (), self.reference, (), CONFIDENCE, BAND, qualifying)


REFERENCE, EQUAL, SMALLER, FASTER = "reference", "equal", "smaller", "faster"
UNLIKE = Formats(
    {
        REFERENCE: (20_000, 100e3, 150e3, 2),
        EQUAL: (20_000, 150e3, 100e3, 2),
        SMALLER: (5_000, 170e3, 190e3, 1),
        FASTER: (40_000, 30e3, 40e3, 1),
    }
)


@dataclass(frozen=True, slots=True)
class Study:
    """A simulated one.

    Attributes:
        found: the printed finding.
        truth: ln of the true time of each format at the speed of each round, by format; only the rounds that judge.
    """

    found: TransferFinding
    truth: dict[str, NDArray[np.float64]]


def judged(times_ns: NDArray[np.float64], speeds: NDArray[np.float64]) -> Study:
    """The finding that a run of these times prints.

    Args:
        times_ns: shape (rounds, cells).
        speeds: ln(slowness), shape (rounds,).
    """
    rounds = len(times_ns)
    times = {cell: dict(enumerate(column)) for cell, column in zip(UNLIKE.cells, times_ns.T.tolist(), strict=True)}
    first = {cell: {b: ns for b, ns in own.items() if b < QUALIFYING} for cell, own in times.items()}
    schedule = Schedule(rounds - QUALIFYING, len(UNLIKE.each) - 1)
    chosen = qualified(UNLIKE.ways, first, UNLIKE.sizes, LINK)
    found = transfer_finding(UNLIKE.asked(), chosen, times, UNLIKE.sizes, schedule, rounds=rounds, ended=True)
    slowness = np.exp(speeds[QUALIFYING:])
    truth = {name: np.log(sum(UNLIKE.ns(name)) * slowness + UNLIKE.link_ns(name)) for name in UNLIKE.each}
    return Study(found, truth)


def transferred(seed: int, studies: int, rounds: int, machine: Machine) -> tuple[Share, Share, Share, Share]:
    """Shares of studies of `rounds` after the qualifying ones.

    Returns:
        Intervals of times that hold the truth, intervals of ratios that do, studies that call the equal format
        different, and those that name the truly fastest.
    """
    held = np.zeros(4)
    for times_ns, speeds in (
        both
        for some in drawn(seed, studies, rounds + QUALIFYING, UNLIKE.truth_ns.tolist(), machine)
        for both in zip(np.exp(some.levels), some.speeds, strict=True)
    ):
        study = judged(times_ns, speeds)
        for each in study.found.ways:
            truth = study.truth[each.way.format]
            assert each.time_ns is not None
            held[0] += contains(each.time_ns, math.exp(truth.mean())) / len(UNLIKE.each)
            if each.ratio is not None:
                apart = (truth - study.truth[REFERENCE])[: each.ratio.processes]
                held[1] += contains(each.ratio, math.exp(apart.mean())) / (len(UNLIKE.each) - 1)
        verdicts = {each.way.format: each.verdict for each in study.found.ways}
        held[2] += verdicts[EQUAL] is Verdict.DIFFERENT
        fastest = min(UNLIKE.each, key=lambda name, study=study: study.truth[name].mean())
        held[3] += fastest in study.found.may_be_fastest
    shares = held / studies
    return float(shares[0]), float(shares[1]), float(shares[2]), float(shares[3])


def transfers(studies: int) -> list[str]:
    """Sums of times over a link."""
    head = (
        "There are four formats: the reference; one with other codecs that takes as long; one with a quarter of the"
        " bytes; and one with twice the bytes, whose codecs are three times as fast and whose time is mostly that of"
        f" the link. The first two have two equal codecs on each side, and {QUALIFYING} rounds choose among them."
        " *Time* and *ratio* are the shares of intervals that contain the truth at the speeds of the later rounds,"
        f" which compare formats ({studies:,} studies per share); at least 93 % and 95 % are required. *Wrong* is the"
        " share of studies that find the equal format to differ; with three comparisons, at most 5 % are promised."
        " *Fastest* is the share in which the truly fastest is among those named; at least 95 % are promised.\n"
    )
    cases = (3, 8)
    columns = [f"{what}, {n} rounds" for n in cases for what in ("Time", "Ratio", "Wrong", "Fastest")]

    def shares(machine: Machine) -> list[Share]:
        return [share for n in cases for share in transferred(130 + n, studies, n, machine)]

    return table(head, ("Machine", *columns), shares)
