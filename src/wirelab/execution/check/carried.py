"""Whether a codec carries data made to be hard: every variant, with every value of each of its parameters."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from wirelab.building.program import Program
from wirelab.execution.check.checked import Bench, Specimen
from wirelab.execution.check.checks import Checking, round_trip
from wirelab.execution.check.expected import CARRIED, Case
from wirelab.execution.check.tried import Turn, codecs, settings, subjects_of
from wirelab.execution.data import Data
from wirelab.model.conformance import Check, Outcome
from wirelab.protocol.codecs import Announcement

_CARRYING = Checking(CARRIED, "decoded objects equal those that were encoded", codecs, round_trip)


@dataclass(frozen=True, slots=True)
class HardData:
    """The data on which the named codecs are tried: a corpus for each variant."""

    codecs: tuple[str, ...]
    program: Program
    corpora: tuple[Data, ...]
    answer_s: float


def carrying(offered: Announcement, hard: HardData, scratch: Path) -> Iterator[tuple[Case, Check]]:
    """Try each of the codecs on every corpus, in one process per corpus while it lives."""
    for one in offered.unavailable:
        if one.name in hard.codecs:
            name, why = f"{CARRIED}[{one.name}]", f"unavailable: {one.reason}"
            yield Case(CARRIED, one.name), Check(name, _CARRYING.says, Outcome.FAILED, why)
    subjects = [subject for codec in offered.codecs if codec.name in hard.codecs for subject in subjects_of(codec)]
    for data in hard.corpora:
        corpus = data.corpus.name
        folder = scratch / f"{CARRIED}-{corpus.variant}"
        folder.mkdir()
        specimen = Specimen((data.copies[0].objects,), data.types)
        bench = Bench(offered, specimen, hard.program, folder, hard.answer_s)
        try:
            for number, subject in enumerate(subjects):
                bench.begin(number)
                case = Case(CARRIED, subject.codec, corpus.workload, corpus.variant, settings(subject))
                yield case, _CARRYING.made(bench, Turn(subject), f"{subject}, {corpus}")
        finally:
            bench.broken()
