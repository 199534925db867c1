"""`wirelab crosscheck`: the same cells through the lab and through the platform's own harness, turn by turn."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from wirelab.analysis.agreement import agree, agreement, enough_fast
from wirelab.app.kept_turns import CheckedBy, KeptTurns, require_place
from wirelab.app.learning import Learned
from wirelab.app.platforms import PlacedRunner, choose_platforms, placed_runners, runners
from wirelab.app.resources import workload_catalogue
from wirelab.app.rounds import mode_of
from wirelab.building.build import build_harness, build_runner
from wirelab.building.program import Program
from wirelab.building.programs import build_programs
from wirelab.building.runners import Runner
from wirelab.design.plan import plan_repeats, plan_round
from wirelab.execution.harness import CheckedCell, Question, checked_cells, harness_program
from wirelab.execution.measuring import Assignment, spec
from wirelab.execution.turns import LEAST_TURNS, MOST_TURNS, Side, SideLost, TurnsTaken, take_turns
from wirelab.model.cell import Cell, CorpusName
from wirelab.model.errors import ToolchainError, UsageError
from wirelab.model.finding import Agreement, Agrees
from wirelab.model.machine import MachineStates
from wirelab.model.measurement import Loss, PlannedProcess
from wirelab.model.names import choose
from wirelab.model.subject import Subject, parse_subject
from wirelab.process.stopping import stop_on_signals
from wirelab.schema.compile import CompiledSchema
from wirelab.study.definition import Measure
from wirelab.workload.copies import make_copies
from wirelab.workload.corpus import Corpus
from wirelab.workload.definition import Workload, compile_workload

BAND = 0.05
CONFIDENCE = 0.95
SHORT_CELLS = 3
LAB = str(Side.LAB)
SAMPLES, SAMPLE_MS = 4, 20
# The lab's own defaults, what studies get that name nothing else, but for as many batches as the harness makes at least
# and, as these are ten times as many, more time to find the machine's fast state, of which turns take half.
_MEASURE = Measure(batch_ms=SAMPLE_MS, batches=SAMPLES * LEAST_TURNS, wait_ms=12_000)
Notice = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class LostSide:
    """A process that gave nothing.

    Attributes:
        cell: what it was to measure.
        round: from 0.
        side: the harness's name, or `the lab`.
        loss: why.
    """

    cell: Cell
    round: int
    side: str
    loss: Loss


@dataclass(frozen=True, slots=True)
class CrossCheck:
    """What a cross-check found.

    Attributes:
        platform: where it ran.
        harness: the harness's name and version.
        looks: after how many rounds verdicts were looked at; what was decided then was measured no more.
        machine: the machine's states, by the lab's canaries.
        agreements: cell by cell.
        losses: processes that gave nothing.
        interrupted: whether it ended before its last round was done: then it shows nothing.
    """

    platform: str
    harness: str
    looks: tuple[int, ...]
    machine: MachineStates
    agreements: tuple[Agreement, ...]
    losses: tuple[LostSide, ...]
    interrupted: bool

    @property
    def ok(self) -> bool:
        """Whether the two were shown to agree."""
        return not self.interrupted and agree(self.agreements)


@dataclass(frozen=True, slots=True)
class _Sides:
    """What measures one cell on both sides."""

    cell: Cell
    benchmark: str | None
    copies: tuple[Corpus, ...]
    types: CompiledSchema
    lab: Program
    harness: Program


@stop_on_signals()
def crosscheck(
    platform: str,
    subjects: Collection[Subject],
    looks: tuple[int, ...],
    *,
    short: bool,
    seed: int,
    keep: Path | None,
    cache: Path,
    notice: Notice,
) -> CrossCheck:
    """Measure the harness's cells on `platform` round by round, each time in a fresh process on either side.

    Within a round cells come in random order (docs/decisions/0004-rounds-are-always-random.md). A cell's process is
    what it is in a study; the harness, warmed up before, measures just before it starts and just after it has ended.

    Args:
        platform: where.
        subjects: only cells of these; empty: all.
        looks: after how many rounds verdicts are looked at, ascending, the first at least two, for an interval. A cell
            that is decided then is measured no more; after the last look none is.
        short: only the first cells of the file.
        seed: of the order.
        keep: the file that keeps what is measured; what it has already is not measured again. None: nothing is kept.
        cache: the folder of builds and corpora.
        notice: told what is being built and measured.

    Raises:
        UsageError: there is no such platform or subject, the platform has no harness, or the file is of something else.
        ToolchainError: a tool is missing or a build failed.
        HostError: the file cannot be written.
    """
    state = _state_with_harness(platform, cache)
    harness = state.runner.manifest.harness
    assert harness is not None
    cells = _chosen(checked_cells(state.runner), subjects, short)
    if keep is not None:
        require_place(keep)
    sides = _sides(state, cells, cache, notice)
    name = f"{harness.name} {harness.version}"
    kept = KeptTurns(
        keep, CheckedBy(platform=platform, harness=name, seed=seed, cells=tuple(map(_identity, sides.values())))
    )
    if len(kept):
        notice(f"{len(kept)} processes are in {keep} already and are not measured again")
    measuring = _Measuring(sides, seed, harness.name, looks, kept, notice)
    interrupted = False
    try:
        measuring.all()
    except KeyboardInterrupt:  # what was measured until then is told all the same
        interrupted = True
    machine, losses = measuring.machine.states(platform), tuple(measuring.losses)
    return CrossCheck(platform, name, looks, machine, measuring.agreements(), losses, interrupted)


def _state_with_harness(platform: str, cache: Path) -> PlacedRunner:
    states = choose_platforms((platform,), placed_runners(runners((platform,)), cache))
    for state in states:
        harness = state.runner.manifest.harness
        if harness is not None and platform in harness.start:
            if state.missing:
                remedy = "install what is missing and try again"
                raise ToolchainError(f"platform {platform}", "it cannot run here", why=state.why_missing, remedy=remedy)
            return state
    remedy = "add [harness] with a start command for this platform to a runner.toml"
    raise UsageError(f"platform '{platform}'", "none of its runners has a harness to compare with", remedy=remedy)


def _chosen(cells: Sequence[CheckedCell], subjects: Collection[Subject], short: bool) -> Sequence[CheckedCell]:
    known = [cell.subject for cell in cells]
    names = {choose("crosscheck subject", str(subject), known) for subject in subjects}
    chosen = [cell for cell in cells if not names or cell.subject in names]
    return chosen[:SHORT_CELLS] if short else chosen


def _sides(state: PlacedRunner, checked: Sequence[CheckedCell], cache: Path, notice: Notice) -> Mapping[Cell, _Sides]:
    """What measures each cell: all names checked, then all built and made."""
    runner, platform = state.runner, state.platform.name
    catalogue = workload_catalogue()
    workloads = {each.workload: catalogue.find(each.workload) for each in checked}
    cells = {_cell(each, workloads[each.workload], platform): each.benchmark for each in checked}
    for cell in cells:
        choose("codec", cell.subject.codec, runner.manifest.codecs)
    types = {name: compile_workload(workload) for name, workload in workloads.items()}
    programs = build_programs(runner, platform, types, cache, notice)
    built = _harness_built(runner, cache, notice)

    def both(cell: Cell) -> _Sides:
        workload, lab = workloads[cell.corpus.workload], programs.typed[cell.corpus.workload]
        copies = make_copies(workload, cell.corpus, _MEASURE.copies, cache, notice)
        return _Sides(cell, cells[cell], copies, types[workload.name], lab, harness_program(runner, lab, built))

    return {cell: both(cell) for cell in cells}


def _harness_built(runner: Runner, cache: Path, notice: Notice) -> Path | None:
    harness = runner.manifest.harness
    assert harness is not None
    return build_harness(build_runner(runner, cache, notice), harness, notice)


def _cell(checked: CheckedCell, workload: Workload, platform: str) -> Cell:
    variant = checked.variant or workload.variants.default
    workload.check_size(checked.size)
    workload.check_variant(variant)
    return Cell(
        corpus=CorpusName(workload.name, checked.size, variant),
        platform=platform,
        subject=parse_subject(checked.subject),
        operation=checked.operation,
    )


class _Measuring:
    """The rounds of a cross-check, and what they gave."""

    def __init__(
        self,
        sides: Mapping[Cell, _Sides],
        seed: int,
        harness: str,
        looks: Sequence[int],
        kept: KeptTurns,
        notice: Notice,
    ) -> None:
        self._sides, self._seed, self._harness, self._notice = sides, seed, harness, notice
        self._looks, self._kept = looks, kept
        self._confidence = 1 - (1 - CONFIDENCE) / len(looks)
        self._taken: dict[Cell, dict[int, TurnsTaken]] = {cell: {} for cell in sides}
        self.machine = Learned()
        self.losses: list[LostSide] = []

    def all(self) -> None:
        """Measure round by round; after a look, only the cells that have no verdict yet."""
        left = tuple(self._sides)
        for number in range(self._looks[-1]):
            if number in self._looks:
                left = tuple(each.cell for each in self.agreements() if each.verdict is Agrees.UNRESOLVED)
            if not left:
                break
            self._notice(f"round {number + 1} of {self._looks[-1]}, cells: {len(left)}")
            self._round(number, left)

    def _round(self, number: int, cells: Sequence[Cell]) -> None:
        """Measure each of `cells` once; one of which a side did not find the machine's fast state is repeated."""
        plan = plan_round(tuple(cells), seed=self._seed, round=number)
        missed = [planned for planned in plan if self._missed(planned, f"{planned.order + 1} of {len(plan)}")]
        for planned in plan_repeats(missed, seed=self._seed, round=number, order=len(plan)):
            self._missed(planned, "once more")

    def agreements(self) -> tuple[Agreement, ...]:
        """How the two agree, cell by cell."""
        return tuple(self._agreement(cell, taken) for cell, taken in self._taken.items())

    def _agreement(self, cell: Cell, taken: Mapping[int, TurnsTaken]) -> Agreement:
        return agreement(
            cell,
            self._sides[cell].benchmark,
            {number: (each.lab, each.harness) for number, each in taken.items()},
            fast_ns=self.machine.fast_ns(cell.platform),
            band=BAND,
            confidence=self._confidence,
        )

    def _missed(self, planned: PlannedProcess, place: str) -> bool:
        """Let both sides measure a cell; whether the round has nothing of it that counts."""
        both = self._sides[planned.cell]
        self._notice(f"{place}: {_words(both.cell)}")
        enough = partial(enough_fast, fast_ns=self.machine.worth_waiting_for_ns(planned.cell.platform))
        assignment = partial(self._assignment, both)
        take = partial(take_turns, planned, assignment, both.lab, both.harness, _question(both), enough)
        taken = self._kept.taken(planned, take)
        if isinstance(taken, SideLost):
            side = LAB if taken.side is Side.LAB else self._harness
            self.losses.append(LostSide(both.cell, planned.round, side, taken.loss))
            self._notice(f"lost: {taken.loss.what}")
            return False
        self.machine.learn(taken.lab)
        self._taken[both.cell][planned.round] = taken
        return self._agreement(both.cell, {planned.round: taken}).lab_ns is None

    def _assignment(self, both: _Sides, folder: Path) -> Assignment:
        fast_ns = self.machine.worth_waiting_for_ns(both.cell.platform)
        return Assignment(
            corpora=both.copies,
            types=both.types,
            mode=mode_of(_MEASURE, fast_ns, self.machine.settled_ns(both.cell)),
            folder=folder,
            slack_s=_MEASURE.slack_s,
        )


def _identity(both: _Sides) -> str:
    """The cell, what measures it on either side, and its data."""
    builds = (folder.name for folder in (both.lab.runner, both.lab.prepared, both.lab.types, both.harness.prepared))
    return " ".join((_words(both.cell), *builds, *(corpus.digest for corpus in both.copies)))


def _words(cell: Cell) -> str:
    return f"{cell.operation} {cell.corpus} {cell.subject}"


def _question(both: _Sides) -> Question:
    return Question(
        workload=both.cell.corpus.workload,
        corpora=tuple(str(corpus.path) for corpus in both.copies),
        subject=spec(both.cell.subject),
        operation=both.cell.operation,
        benchmark=both.benchmark,
        turns=MOST_TURNS,
        samples=SAMPLES,
        sample_ms=SAMPLE_MS,
    )
