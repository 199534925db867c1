"""What a report shows: the facts of a run and what the analysis found, as one frozen value."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from wirelab.model.cell import Cell
from wirelab.model.comparison import Question
from wirelab.model.findings.finding import ComparisonFinding
from wirelab.model.findings.findings import Findings
from wirelab.model.measurement import LossKind
from wirelab.model.profile import Profile
from wirelab.model.run import CorpusFacts, NotRun


@dataclass(frozen=True, slots=True)
class TwinTally:
    """What the A/A twins of a lab's runs add up to.

    Attributes:
        twins: with a ratio, of runs up to the one that is reported.
        alarms: of those, how many differ from their cell.
    """

    twins: int = 0
    alarms: int = 0

    @property
    def by_chance(self) -> float:
        """Probability of so many alarms or more, where each twin raises one with a probability of 5 %."""
        fewer = range(self.alarms)
        return 1 - math.fsum(math.comb(self.twins, k) * 0.05**k * 0.95 ** (self.twins - k) for k in fewer)


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What happened, and where it is kept.

    Attributes:
        started_at: UTC.
        ended_at: UTC.
        seed: of the plan.
        rounds: complete rounds.
        ending: why it ended, as a clause: `all 5 rounds were done`.
        lab: path of the lab file.
        version: of the Wirelab that measured.
        command: what was typed; empty where that was not kept.
    """

    started_at: datetime
    ended_at: datetime
    seed: int
    rounds: int
    ending: str
    lab: str
    version: str = ""
    command: str = ""

    @property
    def again(self) -> str:
        """The command that measures the same plan again; empty where it is not known."""
        seeded = not self.command or "--seed" in self.command
        return self.command if seeded else f"{self.command} --seed {self.seed}"


@dataclass(frozen=True, slots=True)
class CodecFacts:
    """A codec with its parameters, as its runner announced it.

    Attributes:
        platform: where it ran.
        name: the codec with its parameters, as subjects name it.
        format: what it writes.
        library: the library behind it.
        version: the library's version.
        input: what it encodes, in its language's words.
        contract: what it promises and costs, one sentence or a few clauses.
        needs_schema: whether its bytes mean something only with one.
        human_readable: whether people can read them.
    """

    platform: str
    name: str
    format: str
    library: str
    version: str
    input: str
    contract: str
    needs_schema: bool = False
    human_readable: bool = False


@dataclass(frozen=True, slots=True)
class LostProcess:
    """A process that was lost.

    Attributes:
        cell: what it was to measure.
        round: from 0.
        kind: the class of fault.
        what: what was seen, one sentence.
        stderr_tail: the last lines it wrote to stderr; anything may stand there.
    """

    cell: Cell
    round: int
    kind: LossKind
    what: str
    stderr_tail: str = ""


@dataclass(frozen=True, slots=True)
class Results:
    """Everything a table, page or JSON shows.

    Attributes:
        study: the study's name.
        question: what it asks.
        run: what happened.
        host: the machine, fact and value.
        runtimes: platform -> runtime with version.
        codecs: every codec that was measured, once for each platform and each choice of parameters.
        corpora: every corpus that was measured, in the order to show.
        findings: of cells, of comparisons, and what follows from them; twins are not ranked.
        losses: processes lost, in order of time.
        not_run: what was asked for and not run.
        profile: what gave codecs the parameters that nobody named.
        untuned: names of codecs that the profile has nothing for.
        twins_of_lab: what the twins of this run and of those before it add up to.
        reanalysed: an earlier Wirelab measured the run, and its findings were worked out anew.
    """

    study: str
    question: str
    run: RunFacts
    host: Mapping[str, str]
    runtimes: Mapping[str, str]
    codecs: tuple[CodecFacts, ...]
    corpora: tuple[CorpusFacts, ...]
    findings: Findings
    losses: tuple[LostProcess, ...] = ()
    not_run: tuple[NotRun, ...] = ()
    profile: Profile = Profile.DEFAULT
    untuned: tuple[str, ...] = ()
    twins_of_lab: TwinTally = TwinTally()
    reanalysed: bool = False

    @property
    def complete(self) -> bool:
        """Whether everything asked for was measured: no build failed, and each cell has a process that counts."""
        unmeasured = any(not finding.process_times_ns for finding in self.findings.cells)
        return not unmeasured and not any(missing.fault for missing in self.not_run)

    @property
    def twins(self) -> tuple[ComparisonFinding, ...]:
        """Each A/A twin against its cell."""
        return self.findings.asked(Question.TWIN)

    def format_of(self, cell: Cell) -> str:
        """Name the format that `cell`'s codec writes; the codec's own name where no runner announced one."""
        codec = self.codec_of(cell)
        return cell.subject.codec if codec is None else codec.format

    def codec_of(self, cell: Cell) -> CodecFacts | None:
        """What is known of the codec behind `cell`."""
        name = str(cell.subject.uncompressed)
        return next((codec for codec in self.codecs if (codec.platform, codec.name) == (cell.platform, name)), None)
