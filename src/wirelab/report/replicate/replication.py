"""A study measured again, beside its printed numbers: the content for terminal, page and JSON."""

from collections.abc import Mapping
from dataclasses import dataclass

from wirelab.claims.factorial import Model
from wirelab.claims.rulings import Ruled
from wirelab.claims.selection import Key
from wirelab.claims.verdict import Judged
from wirelab.model.errors import WirelabError
from wirelab.model.figure import Figure
from wirelab.model.findings.finding import Interval
from wirelab.report.run.results import Results
from wirelab.study.claims import Claim

Faults = Mapping[str, WirelabError]
"""The errors that kept studies from being measured again, by the studies' names."""


@dataclass(frozen=True, slots=True)
class Printed:
    """The printed numbers of the study."""

    judged: tuple[Judged, ...]  # its claims by its own numbers
    ratios: Mapping[Key, float]  # its figures over those of the reference
    models: tuple[Model, ...] = ()  # its observations under its own model, where it has both
    figures: tuple[Figure, ...] = ()  # all printed ones


@dataclass(frozen=True, slots=True)
class Published:
    """The results of its authors' method here."""

    judged: tuple[Judged, ...]  # its claims by these numbers
    ratios: Mapping[Key, float]  # times over those of the reference
    sizes: Mapping[Key, float]  # sizes over those of the reference
    results: Results  # of the run
    departures: tuple[str, ...]  # its differences from the authors' measurements, and its assumptions: sentences
    models: tuple[Model, ...] = ()  # its replicates under the study's model
    figures: tuple[Figure, ...] = ()  # times with their replicates, and sizes
    runs: tuple[Figure, ...] = ()  # every run of each cell in its order, those that the study does not count first
    dropped: int = 0  # how many runs of a cell the study does not count


@dataclass(frozen=True, slots=True)
class Sound:
    """The results of the lab's method."""

    ruled: tuple[Ruled, ...]  # the study's claims by its processes
    ratios: Mapping[Key, Interval]  # times over those of the reference, with intervals at the error of all comparisons
    sizes: Mapping[Key, float]  # sizes over those of the reference
    results: Results  # of the run
    models: tuple[Model, ...] = ()  # its processes under the study's model, rounds as blocks


@dataclass(frozen=True, slots=True)
class Changed:
    """The authors' method with one thing done differently, on claims that are disputed or did not hold."""

    what: str  # the one thing, as a phrase
    judged: tuple[Judged, ...]  # in the order of the study
    unchanged: bool = False  # nothing is done differently: the same is measured again


@dataclass(frozen=True, slots=True)
class Replication:
    """A study measured again."""

    study: str
    question: str  # of the study
    origin: str  # the publication, or empty
    reference: str  # the codec that ratios are to
    left_out: tuple[str, ...]  # sizes of the study that a brief replication does not measure
    printed: Printed  # its printed numbers
    published: Published | None  # the results of its authors' method here; None: not measured
    sound: Sound | None  # the results of the lab's method; None: not measured
    differences: tuple[str, ...]  # of the two methods, each a clause; none where the authors' is not known
    lab: str  # the lab file
    complete: bool  # every requested cell was measured
    changes: tuple[Changed, ...] = ()
    """Their method with one thing at a time done differently; none where it was not measured."""

    def changed(self, claim: Claim) -> tuple[tuple[Changed, Judged], ...]:
        """Each single change with its verdict on a claim; nothing where none was measured on it."""
        return tuple((each, judged) for each in self.changes for judged in each.judged if judged.claim == claim)

    @property
    def sizes(self) -> Mapping[Key, float]:
        """Sizes here over those of the reference; no method changes them."""
        measured = self.sound or self.published
        return measured.sizes if measured else {}
