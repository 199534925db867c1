"""A study measured again, beside what it printed: what terminal, page and JSON show."""

from collections.abc import Mapping
from dataclasses import dataclass

from wirelab.claims.factorial import Model
from wirelab.claims.ruling import Ruled
from wirelab.claims.selecting import Key
from wirelab.claims.verdict import Judged
from wirelab.model.errors import WirelabError
from wirelab.model.figure import Figure
from wirelab.model.findings.finding import Interval
from wirelab.report.run.results import Results
from wirelab.study.claims import Claim

Faults = Mapping[str, WirelabError]
"""What kept studies from being measured again, by their names."""


@dataclass(frozen=True, slots=True)
class Printed:
    """What the study printed.

    Attributes:
        judged: its claims by its own numbers.
        ratios: its figures by those of the reference.
        models: its observations under its own model, where it has both.
        figures: all that it printed.
    """

    judged: tuple[Judged, ...]
    ratios: Mapping[Key, float]
    models: tuple[Model, ...] = ()
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class Published:
    """What its authors' method gave here.

    Attributes:
        judged: its claims by these numbers.
        ratios: times by those of the reference.
        sizes: sizes by those of the reference.
        results: of the run.
        departures: where the rerun is not what the authors did, and what had to be assumed: sentences.
        models: its replicates under the study's model.
        figures: times with their replicates, and sizes.
        runs: every run of each cell in its order, those that the study does not count first.
        dropped: how many runs of a cell the study does not count.
    """

    judged: tuple[Judged, ...]
    ratios: Mapping[Key, float]
    sizes: Mapping[Key, float]
    results: Results
    departures: tuple[str, ...]
    models: tuple[Model, ...] = ()
    figures: tuple[Figure, ...] = ()
    runs: tuple[Figure, ...] = ()
    dropped: int = 0


@dataclass(frozen=True, slots=True)
class Sound:
    """What the lab's method gave.

    Attributes:
        ruled: the study's claims by its processes.
        ratios: times by those of the reference, with intervals at the error of all comparisons.
        sizes: sizes by those of the reference.
        results: of the run.
        models: its processes under the study's model, rounds as blocks.
    """

    ruled: tuple[Ruled, ...]
    ratios: Mapping[Key, Interval]
    sizes: Mapping[Key, float]
    results: Results
    models: tuple[Model, ...] = ()


@dataclass(frozen=True, slots=True)
class Changed:
    """What the authors' method gives of the disputed claims with one thing done as the lab does it.

    Attributes:
        what: is done so, a phrase.
        judged: the claims of which the two methods say the opposite, in the order of the study.
    """

    what: str
    judged: tuple[Judged, ...]


@dataclass(frozen=True, slots=True)
class Replication:
    """A study measured again.

    Attributes:
        study: its name.
        question: what it asks.
        origin: the publication, or empty.
        reference: the codec that ratios are to.
        left_out: sizes of the study that a brief replication does not measure.
        printed: what it printed.
        published: what its authors' method gave here; None: not measured.
        sound: what the lab's method gave; None: not measured.
        differences: by what the two methods differ, each a clause; none where the authors' is not told.
        lab: the lab file.
        complete: everything that was asked for was measured.
        changes: their method with one thing after the other as the lab does it, on claims of which the two say the
            opposite; none where it was not measured.
    """

    study: str
    question: str
    origin: str
    reference: str
    left_out: tuple[str, ...]
    printed: Printed
    published: Published | None
    sound: Sound | None
    differences: tuple[str, ...]
    lab: str
    complete: bool
    changes: tuple[Changed, ...] = ()

    def changed(self, claim: Claim) -> tuple[tuple[str, Judged], ...]:
        """What each single change makes of a claim, by what was changed; nothing where none was measured on it."""
        return tuple((each.what, judged) for each in self.changes for judged in each.judged if judged.claim == claim)

    @property
    def sizes(self) -> Mapping[Key, float]:
        """Sizes here by those of the reference; no method changes them."""
        measured = self.sound or self.published
        return measured.sizes if measured else {}
