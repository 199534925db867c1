"""A study as data: `studies/NAME.toml`."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from wirelab.files.toml import Further, Key, Mistake, items_at, parse_document, value_at
from wirelab.model.cell import ModeKind, Operation, Sink
from wirelab.model.figure import FactorName
from wirelab.model.link import Link
from wirelab.model.subject import Profile, Subject, subject_in
from wirelab.study.claims import Claim
from wirelab.study.fields import Flag, Label, LinkText, Number, SubjectText, Table, Whole

USUAL_LINK = Link(1e9)


class Pair(Table):
    """Two codecs of one format; the second reads the output of the first."""

    format: str  # with the compressor behind it: `JSON+zstd`
    writer: SubjectText  # runs on the sender
    receiver: str  # a platform
    reader: SubjectText  # runs on the receiver


class Transfer(Table):
    """Data written on one platform and read on others."""

    sender: str  # the platform that writes
    receivers: tuple[str, ...] = Field(min_length=1)  # the platforms that read
    link: LinkText = USUAL_LINK  # between the sender and each of them
    pairs: tuple[Pair, ...] = ()  # those that were tried on the data before anything was timed; empty until then

    @property
    def platforms(self) -> tuple[str, ...]:
        """All of them, each once."""
        return tuple(dict.fromkeys((self.sender, *self.receivers)))


class Factors(Table):
    """The levels of each factor; an empty list stands for the default named beside it, if there is one."""

    workload: tuple[str, ...] = Field(min_length=1)  # names of workloads, or paths of their folders
    size: tuple[Label, ...] = ()  # labels of sizes; empty: each workload's default
    variant: tuple[Label, ...] = ()  # labels of variants; empty: each workload's default
    platform: tuple[str, ...] = ()  # names of platforms; empty: all that run here
    codec: tuple[SubjectText, ...] = Field(min_length=1)
    """Subjects. A cell exists where the platform has the codec and the codec has the operation."""
    operation: tuple[Operation, ...] = Field(default=(Operation.SERIALIZE, Operation.DESERIALIZE), min_length=1)
    """The work of one call."""
    sink: tuple[Sink, ...] = Field(default=(Sink.MEMORY,), min_length=1)  # where bytes go


class Instead(Table):
    """A subject of the study, and the one that its authors' method measures instead."""

    of: SubjectText  # one of `factors.codec`
    used: SubjectText


class PublishedMethod(Table):
    """The study's own method; parts that the study does not state are None, or named in `not_stated`."""

    one_process: Flag | None = None  # whether one process measured everything
    order: Literal["as listed", "random", "not stated"] = "not stated"
    """The order of cells: as `factors` lists them, at random, or not stated."""
    warm_up_runs: Whole | None = Field(default=None, ge=0)  # runs of each cell before those that count
    warm_up_first: Flag = False  # all cells warm up before the first run that counts
    runs: Whole | None = Field(default=None, ge=1)  # of each cell that count
    calls: Whole | None = Field(default=None, ge=1)  # in a run, between two readings of the clock
    replicates: Whole | None = Field(default=None, ge=1)  # of the whole, each analysed as an observation
    sink: Literal[Sink.MEMORY, Sink.FILE] | None = None  # where bytes went
    instead: tuple[Instead, ...] = ()  # subjects that they used otherwise than the lab's method does
    context: Literal["inside", "outside", "not stated"] | None = None
    """Whether a codec's one-time set-up was inside the timed part."""
    statistic: str = ""  # the number that the study shows for a cell
    machine: str = ""  # and its software
    not_stated: tuple[str, ...] = ()  # things that a rerun has to assume

    def used(self, subject: Subject) -> Subject:
        """The subject that the authors used for one of the study's."""
        return next((each.used for each in self.instead if each.of == subject), subject)


class Measure(Table):
    """How a process measures, and how many there are."""

    mode: ModeKind = ModeKind.STEADY  # steady, collected, cold or fixed
    rounds: Whole = Field(default=20, ge=1, le=1000)  # at most this many processes per cell
    batch_ms: Number = Field(default=15, gt=0, le=60_000)  # a batch of mode `steady` takes at least this long
    turns: Whole = Field(default=15, ge=1, le=10_000)
    """The turns of each process of mode `steady` in a round: one measured batch each, while the others wait. On a
    noisy machine a round takes up to twice as many."""
    warm_up_min_ms: Number = Field(default=250, ge=0)  # mode `steady` warms up at least this long
    warm_up_max_ms: Number = Field(default=10_000, ge=0, le=600_000)  # and stops waiting for steadiness after this long
    warm_up_window: Whole = Field(default=5, ge=2, le=1000)  # batches in a window of the warm-up rule
    warm_up_tolerance: Number = Field(default=0.05, gt=0, lt=1)
    """Largest relative difference of the last two windows' medians that counts as steady."""
    warm_up_runs: Whole = Field(default=10, ge=0, le=100_000)  # untimed runs of mode `fixed`
    runs: Whole = Field(default=20, ge=1, le=100_000)  # timed runs of mode `fixed`
    calls: Whole = Field(default=1, ge=1, le=1_000_000_000)  # calls in a run of mode `fixed`
    copies: Whole = Field(default=3, ge=1, le=100)  # distinct copies of the data that calls rotate over
    slack_s: Number = Field(default=60, gt=0, le=3600)
    """Added to every deadline of a runner's answer, beyond the time of the request itself."""
    budget_s: Number | None = Field(default=None, gt=0)
    """No round starts that would end later than this after the first, or None."""
    instructions: Flag = False  # a call's instructions are counted beside its time, on platforms of native code
    one_process: Flag = False
    """One process of each program measures all its cells of a round, and each is verified after it was timed: this is
    how studies without replicates measure. Its times do not show how other processes would differ."""
    warm_up_first: Flag = False  # with `one_process`: all its cells warm up before the first run that counts
    order: Literal["random", "as listed"] = "random"
    """The order of cells in a round; as listed: by sink, operation, codec, then data."""
    timed_sizes: tuple[Label, ...] = ()
    """The sizes that are timed while claims are open; the bytes of all sizes are taken. Empty: all are timed."""
    early: tuple[SubjectText, ...] = ()
    """Until the first look, only these subjects and the reference are measured; the others join then."""
    published: PublishedMethod | None = None  # how the study that this one repeats measured, or None

    @model_validator(mode="after")
    def _warm_up_bounds(self) -> "Measure":
        if self.warm_up_min_ms > self.warm_up_max_ms:
            raise ValueError("warm_up_min_ms is above warm_up_max_ms")
        return self


LOOKS = (*range(3, 21), *range(22, 41, 2))
"""When to look unless the study says otherwise (docs/decisions/0026-joint-boundaries.md)."""


class Analysis(Table):
    """How the study decides."""

    confidence: Number = Field(default=0.95, gt=0.5, lt=1)  # of the intervals shown
    alpha: Number = Field(default=0.05, gt=0, lt=0.5)
    """Family error of the sequential rule over all comparisons of the study."""
    band: Number = Field(default=0.02, ge=0, lt=1)  # half-width of the equivalence band on a ratio: 0.02 for ±2 %
    looks: tuple[Annotated[Whole, Field(ge=2)], ...] = Field(default=LOOKS, strict=False)
    """Numbers of rounds after which the data are looked at, ascending; the last round is looked at in any case."""
    precision: Number | None = Field(default=0.05, gt=0, lt=1)
    """A comparison is decided when its ratio is known so well: half the width of its interval, as a share of the
    ratio. None: when its verdict is final."""
    until: Literal["comparisons", "claims", "rounds"] = "comparisons"
    """Rounds continue until every comparison is decided, every claim is, or all rounds are done."""

    @model_validator(mode="after")
    def _looks_ascend(self) -> "Analysis":
        if list(self.looks) != sorted(set(self.looks)):
            raise ValueError("looks are not in ascending order")
        return self


class Study(Table):
    """A question, the factors and levels that answer it, how to measure and how to decide."""

    name: str = Field(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$")  # as users type it
    question: str  # the study answers it; one sentence
    origin: str = ""  # the publication it replicates, or empty
    default: Flag = False
    """Whether it is run when no study is named; codecs that are not available here are then no fault."""
    reference: SubjectText | None = None
    """The subject that others are compared with, one of `factors.codec`; None: the first of them."""
    most_platforms: Whole | None = Field(default=None, ge=1)
    """Where `factors` name no platform, so many of those that run here, in the order of their first codecs in
    `factors.codec`, with the codecs that these have; None: all."""
    profile: Profile = Profile.DEFAULT  # the source of parameters that `factors.codec` does not name
    factors: Factors  # the conditions that vary
    measure: Measure = Measure()  # how processes measure
    analysis: Analysis = Analysis()  # how findings are decided
    published: tuple[str, ...] = ()  # names of files of figures in `studies/published`, or beside the study
    claim: tuple[Claim, ...] = ()  # the claims of the study that this one repeats, and questions of the lab's own
    transfer: Transfer | None = None
    """Who writes and who reads, if the question is which format takes the data there; its platforms are those of
    `factors`."""

    @model_validator(mode="after")
    def _transfer_fits(self) -> "Study":
        if self.transfer_fault:
            raise ValueError(self.transfer_fault)
        return self

    @property
    def transfer_fault(self) -> str:
        """Why its factors do not fit its transfer; empty if they do."""
        if self.transfer is not None and {*self.factors.platform} != {*self.transfer.platforms}:
            return "factors.platform must name the sender and the receivers of [transfer]"
        if self.transfer is not None and {*self.factors.operation} != {Operation.SERIALIZE, Operation.DESERIALIZE}:
            return "with [transfer], factors.operation is serialize and deserialize"
        return ""

    @property
    def reference_subject(self) -> Subject:
        """The subject that others are compared with."""
        return self.reference or self.factors.codec[0]

    @property
    def several_in_transfer(self) -> tuple[FactorName, ...]:
        """The factors with several levels of which a transfer has one, because it carries one corpus."""
        of_corpus = (FactorName.WORKLOAD, FactorName.SIZE, FactorName.VARIANT) if self.transfer is not None else ()
        return tuple(factor for factor in of_corpus if len(getattr(self.factors, factor)) > 1)

    def named(self, used: Subject) -> Subject:
        """The subject as claims name it, for which the authors' method may have used another one."""
        instead = self.measure.published.instead if self.measure.published else ()
        return next((each.of for each in instead if each.used == used), used)

    def changed(
        self,
        factors: Mapping[str, Any] | None = None,
        measure: Mapping[str, Any] | None = None,
        analysis: Mapping[str, Any] | None = None,
        **own: Any,
    ) -> "Study":
        """The study with other values in these of its tables, and in its own fields."""
        tables = {"factors": factors, "measure": measure, "analysis": analysis}
        own |= {name: getattr(self, name).model_copy(update=given) for name, given in tables.items() if given}
        return self.model_copy(update=own)


def parse_study(text: str, part: str, further: Further | None = None) -> Study:
    """A study from its TOML text; `part` names it in errors, and `further` finds more mistakes in it.

    Raises:
        DefinitionError: with all mistakes, by key and line.
    """
    return parse_document(
        text,
        Study,
        part,
        lambda document: (
            *_unlisted_subjects(document),
            *_unlisted_sizes(document),
            *_claim_ids(document),
            *_tried_pairs(document),
            *(further(document) if further else ()),
        ),
    )


def _unlisted_subjects(document: Mapping[str, Any]) -> Iterator[Mistake]:
    listed = list(map(subject_in, items_at(document, "factors", "codec")))
    named: list[tuple[Key, Any]] = [(("reference",), document.get("reference"))]
    named += [(("measure", "early", at), one) for at, one in enumerate(items_at(document, "measure", "early"))]
    for path, text in named if listed else ():
        subject = subject_in(text)
        if subject is not None and subject not in listed:
            yield path, f"'{text}' is not among factors.codec"


def _unlisted_sizes(document: Mapping[str, Any]) -> Iterator[Mistake]:
    listed = [*map(str, items_at(document, "factors", "size"))]
    for at, size in enumerate(items_at(document, "measure", "timed_sizes")):
        if str(size) not in listed:
            yield ("measure", "timed_sizes", at), f"'{size}' is not among factors.size"


def _claim_ids(document: Mapping[str, Any]) -> Iterator[Mistake]:
    seen = set()
    for at, claim in enumerate(items_at(document, "claim")):
        name = value_at(claim, "id")
        if isinstance(name, str) and name in seen:
            yield ("claim", at, "id"), f"another claim is called '{name}' too"
        seen.add(str(name))
    for at, claim in enumerate(items_at(document, "claim")):
        repeated = value_at(claim, "repeats")
        if isinstance(repeated, str) and (repeated not in seen or repeated == value_at(claim, "id")):
            yield ("claim", at, "repeats"), f"no other claim is called '{repeated}'"


def _tried_pairs(document: Mapping[str, Any]) -> Iterator[Mistake]:
    """Pairs are known only once they were tried; a run keeps those that it tried."""
    if value_at(document, "transfer", "pairs") is not None:
        yield ("transfer", "pairs"), "a run finds out by itself which codecs read each other: leave it out"
