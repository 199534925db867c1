"""`wirelab crosscheck`: the same cells through the lab and through the platform's own harness, turn by turn."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from wirelab.analysis.agreement import agree, agreement, first_turns
from wirelab.analysis.intervals import process_time
from wirelab.app.platforms import PlacedRunner, choose_platforms, placed_runners, runners
from wirelab.app.resources import workload_catalogue
from wirelab.app.rounds import mode_of
from wirelab.building.program import Program
from wirelab.building.programs import build_programs
from wirelab.design.plan import plan_round
from wirelab.execution.harness import CheckedCell, Question, checked_cells, harness_program
from wirelab.execution.measuring import Assignment, spec
from wirelab.execution.turns import Side, SideLost, take_turns
from wirelab.model.cell import Cell, CorpusName
from wirelab.model.errors import ToolchainError, UsageError
from wirelab.model.finding import Agreement, Interval
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
TURNS = 8
_MEASURE = Measure()  # the lab's own defaults: what studies get that name nothing else
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
        rounds: processes a cell on either side.
        agreements: cell by cell.
        first: the ratio over all cells in first turns alone, which is what a study measures; None with fewer than two.
        losses: processes that gave nothing.
    """

    platform: str
    harness: str
    rounds: int
    agreements: tuple[Agreement, ...]
    first: Interval | None
    losses: tuple[LostSide, ...]

    @property
    def ok(self) -> bool:
        """Whether the two agree."""
        return agree(self.agreements)


@dataclass(frozen=True, slots=True)
class _Sides:
    """What measures one cell on both sides."""

    cell: Cell
    copies: tuple[Corpus, ...]
    types: CompiledSchema
    lab: Program
    harness: Program


@dataclass(frozen=True, slots=True)
class _Taken:
    """What a process of either side gave in one round.

    Attributes:
        turns_ns: time of one operation as the lab and as the harness measured it, turn by turn.
        steady: whether the lab's warm-up rule was met in its first turn.
    """

    turns_ns: tuple[tuple[float, float], ...]
    steady: bool


@stop_on_signals()
def crosscheck(
    platform: str,
    subjects: Collection[Subject],
    rounds: int,
    *,
    short: bool,
    seed: int,
    cache: Path,
    notice: Notice,
) -> CrossCheck:
    """Measure the harness's cells on `platform`, `rounds` times, each time in a fresh process on either side.

    Within a round cells come in random order (docs/decisions/0004-rounds-are-always-random.md). The two processes of a
    cell live side by side and measure in turns, one waiting while the other works; who is first alternates, and
    begins by chance.

    Args:
        platform: where.
        subjects: only cells of these; empty: all.
        rounds: how often; at least two, for an interval.
        short: only the first cells of the file.
        seed: of the order.
        cache: the folder of builds and corpora.
        notice: told what is being built and measured.

    Raises:
        UsageError: there is no such platform or subject, or the platform has no harness.
        ToolchainError: a tool is missing or a build failed.
    """
    state = _state_with_harness(platform, cache)
    harness = state.runner.manifest.harness
    assert harness is not None
    cells = _chosen(checked_cells(state.runner), subjects, short)
    sides = _sides(state, cells, cache, notice)
    name = f"{harness.name} {harness.version}"
    taken, losses = _measure(sides, rounds, seed, harness.name, notice)
    found = tuple(_compared(cell, taken[cell]) for cell in sides)
    return CrossCheck(platform, name, rounds, found, first_turns(found, CONFIDENCE), losses)


def _compared(cell: Cell, taken: Mapping[int, _Taken]) -> Agreement:
    return agreement(
        cell,
        {number: each.turns_ns for number, each in taken.items()},
        steady=[each.steady for each in taken.values()],
        band=BAND,
        confidence=CONFIDENCE,
    )


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
    cells = [_cell(each, workloads[each.workload], platform) for each in checked]
    for cell in cells:
        choose("codec", cell.subject.codec, runner.manifest.codecs)
    types = {name: compile_workload(workload) for name, workload in workloads.items()}
    programs = build_programs(runner, platform, types, cache, notice)

    def both(cell: Cell) -> _Sides:
        workload, lab = workloads[cell.corpus.workload], programs.typed[cell.corpus.workload]
        copies = make_copies(workload, cell.corpus, _MEASURE.copies, cache, notice)
        return _Sides(cell, copies, types[workload.name], lab, harness_program(runner, lab))

    return {cell: both(cell) for cell in cells}


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


def _measure(
    sides: Mapping[Cell, _Sides], rounds: int, seed: int, harness: str, notice: Notice
) -> tuple[dict[Cell, dict[int, _Taken]], tuple[LostSide, ...]]:
    """What each cell's processes gave, by round; and what was lost."""
    gathered: dict[Cell, dict[int, _Taken]] = {cell: {} for cell in sides}
    losses: list[LostSide] = []
    for number in range(rounds):
        for place, planned in enumerate(plan_round(tuple(sides), seed=seed, round=number), start=1):
            cell = planned.cell
            notice(f"round {number + 1} of {rounds}, {place} of {len(sides)}: {_words(cell)}")
            taken = _taken(sides[cell], planned, harness)
            if isinstance(taken, LostSide):
                losses.append(taken)
                notice(f"lost: {taken.loss.what}")
            else:
                gathered[cell][number] = taken
    return gathered, tuple(losses)


def _words(cell: Cell) -> str:
    return f"{cell.operation} {cell.corpus} {cell.subject}"


def _taken(both: _Sides, planned: PlannedProcess, harness: str) -> _Taken | LostSide:
    """Both sides of one cell in one round."""
    taken = take_turns(planned, partial(_assignment, both), both.lab, both.harness, _question(both))
    if isinstance(taken, SideLost):
        return LostSide(both.cell, planned.round, LAB if taken.side is Side.LAB else harness, taken.loss)
    lab_ns = [time_ns for each in taken.lab if (time_ns := process_time(each.batches)) is not None]
    return _Taken(tuple(zip(lab_ns, taken.harness_ns, strict=True)), steady=bool(taken.lab[0].steady))


def _assignment(both: _Sides, folder: Path) -> Assignment:
    return Assignment(
        corpora=both.copies, types=both.types, mode=mode_of(_MEASURE), folder=folder, slack_s=_MEASURE.slack_s
    )


def _question(both: _Sides) -> Question:
    return Question(
        workload=both.cell.corpus.workload,
        corpora=tuple(str(corpus.path) for corpus in both.copies),
        subject=spec(both.cell.subject),
        operation=both.cell.operation,
        turns=TURNS,
        turn_ms=round(_MEASURE.batches * _MEASURE.batch_ms),
    )
