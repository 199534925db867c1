"""The content of a run's report: the facts of the run and the findings of the analysis, as one frozen value."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from statistics import geometric_mean

from wirelab.choice.needs import Left
from wirelab.choice.prices import Prices
from wirelab.model.cell import Cell
from wirelab.model.comparison import Question
from wirelab.model.findings.finding import CellFinding, ComparisonFinding
from wirelab.model.findings.findings import Findings
from wirelab.model.groups import gathered
from wirelab.model.measurement import LossKind
from wirelab.model.run import CorpusFacts, Exchange, NotRun
from wirelab.model.subject import Profile
from wirelab.report.executed import Executed


@dataclass(frozen=True, slots=True)
class TwinTally:
    """The A/A twins with a ratio in a lab's runs up to the one that is reported, and how many of them are alarms."""

    twins: int = 0
    alarms: int = 0

    @property
    def by_chance(self) -> float:
        """Probability of so many alarms or more, where each twin raises one with a probability of 5 %."""
        fewer = range(self.alarms)
        return 1 - math.fsum(math.comb(self.twins, k) * 0.05**k * 0.95 ** (self.twins - k) for k in fewer)


@dataclass(frozen=True, slots=True)
class RunFacts:
    """The course of a run, and where it is kept."""

    started_at: datetime
    ended_at: datetime
    seed: int
    rounds: int
    ending: str  # why it ended, as a clause: `all 5 rounds were done`
    lab: str
    version: str = ""
    command: str = ""
    one_process: bool = False  # one measured all cells of a program, in each round
    as_listed: bool = False  # cells were measured in the order of the study, not in a random one

    @property
    def again(self) -> str:
        """The command that measures the same plan again; empty where it is not known."""
        seeded = not self.command or "--seed" in self.command
        return self.command if seeded else f"{self.command} --seed {self.seed}"


@dataclass(frozen=True, slots=True)
class CodecFacts:
    """A codec with its parameters, as its runner announced it."""

    platform: str
    name: str  # the codec with its parameters, as subjects name it
    format: str
    library: str
    version: str
    input: str  # its input, in its language's words
    contract: str
    needs_schema: bool = False
    human_readable: bool = False
    documentation: str = ""  # the address of the page that its settings are based on
    source: str = ""  # the file in which the library is called, in the Wirelab that measured
    authors: str = ""  # the opinion of the library's authors on how it is called here
    executed: Mapping[str, Executed] = field(default_factory=dict, compare=False)
    """Its latest executed trials, by kind, before the report is shown; no part of the findings."""


@dataclass(frozen=True, slots=True)
class LostProcess:
    """A process that was lost. Anything may be in the last lines that it wrote to stderr."""

    cell: Cell
    round: int
    kind: LossKind
    what: str
    stderr_tail: str = ""


@dataclass(frozen=True, slots=True)
class Results:
    """The content of tables, pages and JSON."""

    study: str
    question: str
    run: RunFacts
    host: Mapping[str, str]
    runtimes: Mapping[str, str]  # platform -> runtime with version
    codecs: tuple[CodecFacts, ...]
    """Every codec that was measured, once for each platform and each choice of parameters."""
    corpora: tuple[CorpusFacts, ...]
    findings: Findings
    losses: tuple[LostProcess, ...] = ()
    not_run: tuple[NotRun, ...] = ()
    profile: Profile = Profile.DEFAULT
    untuned: tuple[str, ...] = ()  # names of codecs that the profile has nothing for
    twins_of_lab: TwinTally = TwinTally()
    reanalysed: bool = False  # an earlier Wirelab measured the run, and its findings were worked out again
    exchanges: tuple[Exchange, ...] = ()  # how versions of a codec read each other's bytes
    details: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Platform -> further facts that its runner announced of it, by name: collector, tiers, browser."""
    rounds: Mapping[Cell, tuple[int, ...]] = field(default_factory=dict, compare=False, repr=False)
    """The rounds of a cell's processes that count, in order. Only pages ask for them; no part of the findings."""
    warm_ups: Mapping[Cell, tuple[float, ...]] = field(default_factory=dict, compare=False, repr=False)
    """How one process of each cell warmed up, batch by batch in ns. Only pages draw it; no part of the findings."""
    prices: Prices | None = field(default=None, compare=False)
    """The prices that a page's reader begins with; no part of the findings."""
    questions: tuple[Left, ...] = field(default=(), compare=False)
    """The formats that each question leaves for a user's own data; other data have no questions."""

    @property
    def complete(self) -> bool:
        """Whether everything asked for was measured: no build failed, and each cell has a process that counts."""
        unmeasured = any(not finding.process_times_ns for finding in self.findings.cells)
        return not unmeasured and not any(missing.fault for missing in self.not_run)

    @property
    def twins(self) -> tuple[ComparisonFinding, ...]:
        """Each A/A twin against its cell."""
        return self.findings.asked(Question.TWIN)

    def times_by_round(self, finding: CellFinding) -> dict[int, float]:
        """A cell's time in ns in each round that has one: the geometric mean of its processes there.

        Nothing where some of its processes have no time, because the rounds of the others are then not known.
        """
        rounds, times_ns = self.rounds.get(finding.cell, ()), finding.process_times_ns
        together = gathered(zip(rounds, times_ns, strict=True)) if len(rounds) == len(times_ns) else {}
        return {number: own[0] if len(own) == 1 else geometric_mean(own) for number, own in together.items()}

    def format_of(self, cell: Cell) -> str:
        """Name the format that `cell`'s codec writes; the codec's own name where no runner announced one."""
        codec = self.codec_of(cell)
        return cell.subject.codec if codec is None else codec.format

    def version_of(self, cell: Cell) -> str:
        """The version of the library behind a cell; empty: not known."""
        codec = self.codec_of(cell)
        return cell.subject.version if codec is None else codec.version

    def codec_of(self, cell: Cell) -> CodecFacts | None:
        """The known facts of the codec of `cell`."""
        name = str(cell.subject.uncompressed)
        return next((codec for codec in self.codecs if (codec.platform, codec.name) == (cell.platform, name)), None)
