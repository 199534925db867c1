"""The rounds of a run: plan, perform, record, look, until every comparison is decided or the study's bounds are met.

The loop keeps no results that the lab file does not: it is replayed from the first round when a run is resumed.
Processes that are recorded already are not performed again but learned from again, in the same order, so that the rest
of the run is what it would have been.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from wirelab.analysis.findings import still_open
from wirelab.analysis.warm_up import least_warm_up_ns
from wirelab.app.findings import findings_after
from wirelab.app.learning import Learned
from wirelab.app.listener import Listener
from wirelab.app.outputs import Outputs
from wirelab.app.preparation import Preparation
from wirelab.app.ruling import needed_for_claims, open_for_claims
from wirelab.app.sizes import encoded_payloads, encoded_sizes
from wirelab.app.transferring import first_for_transfer, open_for_transfer
from wirelab.building.program import Program, open_process
from wirelab.design.design import Design
from wirelab.design.early import early_cells, with_late_cells
from wirelab.design.plan import plan_as_listed, plan_repeats, plan_retries, plan_round
from wirelab.execution.measuring import Assignment, perform_with
from wirelab.execution.short_conversations import encode_file
from wirelab.execution.together import perform_together_with
from wirelab.model.cell import Cell, ModeKind
from wirelab.model.findings import Findings
from wirelab.model.measurement import Loss, LossKind, PlannedProcess, ProcessRecord
from wirelab.model.run import ROUND_TRIP, Check
from wirelab.model.units import NS_PER_MS, NS_PER_S
from wirelab.protocol.messages import Cold, Fast, Fixed, Mode, Steady, WarmUp, Window
from wirelab.store.lab import Lab
from wirelab.study.definition import Measure


class Rounds:
    """One run in progress."""

    def __init__(
        self, preparation: Preparation, design: Design, lab: Lab, run_id: int, seed: int, listener: Listener
    ) -> None:
        self._preparation, self._design, self._lab, self._run_id = preparation, design, lab, run_id
        self._seed, self._listener = seed, listener
        self._study = preparation.study
        self._recorded = {_key(planned) for planned in lab.planned(run_id)}
        self._spent: list[float] = []  # seconds of each process so far
        self._machine, self._outputs = Learned(), Outputs(lab, run_id)
        self._missed: set[PlannedProcess] = set()
        self._early = early_cells(preparation.study, design)
        self._joined: dict[Cell, int] = {}  # in which round
        self._sized = {(size.corpus, size.platform, size.subject) for size in lab.sizes(run_id)}
        round_trips = (check for check in lab.checks(run_id) if check.kind == ROUND_TRIP)
        self._checked = {(check.corpus, check.platform, check.subject) for check in round_trips}

    def measure(self) -> tuple[str, int]:
        """Perform rounds until the study is done.

        Returns:
            Why it ended, as a clause, and how many rounds are complete.
        """
        study, open_cells = self._study, self._first()
        lost: tuple[PlannedProcess, ...] = ()
        self._listener.begins(self._expected(open_cells), len(self._recorded))
        for number in range(study.measure.rounds):
            if number and self._over_budget(len(open_cells)):
                return f"the budget of {study.measure.budget_s:g} s was used up after round {number}", number
            lost = self._round(number, open_cells, lost)
            findings = findings_after(self._lab, self._run_id, study, self._design, rounds=number + 1)
            open_cells = self._open(findings, number + 1)
            left = 0 if number + 1 == study.measure.rounds else len(open_cells) * (study.measure.rounds - number - 1)
            self._listener.round_ended(number + 1, findings, left)
            if not open_cells:
                what = "claim" if study.analysis.until == "claims" else "comparison"
                return f"no {what} was left to decide after round {number + 1}", number + 1
        self._retry(lost, study.measure.rounds, order=0)
        done = study.measure.rounds
        return "its only round was done" if done == 1 else f"all {done} rounds were done", done

    @property
    def _rounds_alone(self) -> int:
        """How many rounds early cells have for themselves."""
        return self._design.schedule.looks[0] if self._early else 0

    def _expected(self, cells: Sequence[Cell]) -> int:
        """How many processes there are at most, `cells` being those of the first round."""
        rounds, alone = self._study.measure.rounds, self._rounds_alone
        return alone * len(cells) + (rounds - alone) * len(self._design.cells if self._early else cells)

    def _over_budget(self, processes: int) -> bool:
        budget_s = self._study.measure.budget_s
        if budget_s is None:
            return False
        return sum(self._spent) * (1 + processes / max(1, len(self._spent))) > budget_s

    def _round(
        self, number: int, cells: Sequence[Cell], lost_before: Sequence[PlannedProcess]
    ) -> tuple[PlannedProcess, ...]:
        planned_as = plan_as_listed if self._study.measure.order == "as listed" else plan_round
        plan = planned_as(cells, seed=self._seed, round=number)
        self._joined = {**dict.fromkeys(cells, number), **self._joined}
        if self._study.measure.one_process:
            self._together(plan)
            return ()
        lost = tuple(planned for planned in plan if self._lost(planned))
        self._retry([planned for planned in lost_before if planned.cell in cells], number, order=len(plan))
        missed = [planned for planned in plan if planned in self._missed]
        for planned in plan_repeats(missed, seed=self._seed, round=number, order=2 * len(plan)):
            self._lost(planned)
        return lost

    def _first(self) -> tuple[Cell, ...]:
        """The cells of the first round."""
        if self._study.transfer is not None:
            return first_for_transfer(self._study, self._design)
        if self._study.analysis.until == "claims":
            return needed_for_claims(self._study, self._design)
        return self._early or self._design.cells

    def _open(self, findings: Findings, rounds: int) -> tuple[Cell, ...]:
        """The cells of the next round."""
        if self._study.transfer is not None:
            return open_for_transfer(self._study, self._design, findings, rounds)
        match self._study.analysis.until:
            case "rounds":
                return self._design.cells
            case "claims":
                return open_for_claims(self._lab, self._run_id, self._study, self._design, findings, rounds)
            case _ if rounds < self._rounds_alone:
                return still_open(findings)
            case _:
                return with_late_cells(self._design, self._joined, still_open(findings))

    def _together(self, plan: Sequence[PlannedProcess]) -> None:
        """Perform and record a round whose cells share a process for each program; a stopped one begins anew."""
        programs: list[tuple[Program, list[PlannedProcess]]] = []
        for planned in plan:
            program = self._preparation.program(planned.cell)
            own = next((own for known, own in programs if known is program), None)
            if own is None:
                programs.append((program, [planned]))
            else:
                own.append(planned)
        for program, own in programs:
            if all(_key(planned) in self._recorded for planned in own):
                continue
            with tempfile.TemporaryDirectory(prefix="wirelab-", ignore_cleanup_errors=True) as folder:
                turns = [(planned, self._turn(planned, Path(folder))) for planned in own]
                records = perform_together_with(program, turns)
                self._lab.record_all(self._run_id, records)
                for record, (planned, assignment) in zip(records, turns, strict=True):
                    self._keep(planned.cell, assignment, record)
                    self._listener.process_ended(record)
                    self._spent.append(record.wall_ns / NS_PER_S)

    def _turn(self, planned: PlannedProcess, folder: Path) -> Assignment:
        """What a turn in a process works on; each has a folder of its own."""
        own = folder / str(planned.order)
        own.mkdir()
        return self._assignment(planned, own)

    def _retry(self, lost: Sequence[PlannedProcess], number: int, order: int) -> None:
        for planned in plan_retries(lost, seed=self._seed, round=number, order=order):
            self._lost(planned)

    def _lost(self, planned: PlannedProcess) -> bool:
        """Perform and record `planned` unless it is recorded, learn from it either way; whether its process is lost."""
        record = self._lab.process(self._run_id, planned) if _key(planned) in self._recorded else None
        if record is None:
            with tempfile.TemporaryDirectory(prefix="wirelab-", ignore_cleanup_errors=True) as folder:
                record = self._perform(planned, Path(folder))
            self._listener.process_ended(record)
        self._spent.append(record.wall_ns / NS_PER_S)
        if record.loss is None and self._machine.learn(record) == 0:
            self._missed.add(planned)
        return record.loss is not None

    def _perform(self, planned: PlannedProcess, folder: Path) -> ProcessRecord:
        cell = planned.cell
        program = self._preparation.program(cell)
        assignment = self._assignment(planned, folder)
        if cell.mode is ModeKind.COLD and cell.operation.reads:
            written = encode_file(lambda: open_process(program), assignment, cell.subject, folder / "encoded")
            if not isinstance(written, Loss):
                assignment = self._assignment(planned, folder, encoded=folder / "encoded")
        record = perform_with(program, planned, assignment)
        self._lab.record(self._run_id, record)
        self._keep(cell, assignment, record)
        return record

    def _keep(self, cell: Cell, assignment: Assignment, record: ProcessRecord) -> None:
        self._keep_check(cell, assignment, record)
        self._keep_sizes(cell, assignment, record)
        self._outputs.compare(record)

    def _assignment(self, planned: PlannedProcess, folder: Path, encoded: Path | None = None) -> Assignment:
        cell, measure = planned.cell, self._study.measure
        mode = mode_of(measure, self._machine.worth_waiting_for_ns(cell.platform), self._machine.settled_ns(cell))
        if isinstance(mode, Steady) and planned.round - self._joined[cell] < measure.window_rounds:
            mode = mode.model_copy(update={"window": window_of(measure)})
        sized = (cell.corpus, cell.platform, cell.subject) in self._sized
        return Assignment(
            corpora=self._preparation.copies[cell.corpus],
            types=self._preparation.types[cell.corpus.workload],
            replayed=self._preparation.replayed.get(cell.corpus),
            mode=mode,
            folder=folder,
            slack_s=measure.slack_s,
            encoded=encoded,
            encode_to=None if sized else folder / "sized",
        )

    def _keep_check(self, cell: Cell, assignment: Assignment, record: ProcessRecord) -> None:
        """Whether values survived: of the first process that tells, and of any in which they did not."""
        subject = (cell.corpus, cell.platform, cell.subject)
        if record.loss is not None and record.loss.kind is LossKind.MISMATCH:
            check = Check(*subject, kind=ROUND_TRIP, passed=False, detail=record.loss.what)
        elif record.loss is None and cell.mode is not ModeKind.COLD and subject not in self._checked:
            check = Check(*subject, kind=ROUND_TRIP, passed=True, detail=assignment.corpus.digest)
        else:
            return
        self._lab.record_checks(self._run_id, [check])
        self._checked.add(subject)

    def _keep_sizes(self, cell: Cell, assignment: Assignment, record: ProcessRecord) -> None:
        key = (cell.corpus, cell.platform, cell.subject)
        if assignment.encode_to is None or record.loss is not None or key in self._sized:
            return
        has_columns = self._preparation.corpora[cell.corpus].has_columns
        payloads = encoded_payloads(assignment.encode_to.read_bytes(), has_columns=has_columns)
        self._lab.record_sizes(self._run_id, encoded_sizes(cell, payloads))
        self._outputs.encoded(cell, payloads)
        self._sized.add(key)


def _key(planned: PlannedProcess) -> tuple[int, str, int]:
    return planned.round, planned.cell.key, planned.attempt


def window_of(measure: Measure) -> Window:
    """What follows the measured batches of some processes, as the protocol says it."""
    return Window(collections=measure.window_collections, max_ns=round(measure.window_max_ms * NS_PER_MS))


def mode_of(measure: Measure, fast_ns: float | None = None, settled_ns: Sequence[int] = ()) -> Mode:
    """A study's settings as the protocol says them.

    Args:
        measure: the settings.
        fast_ns: the longest canary of a batch that is worth waiting for, or None: a process does not wait.
        settled_ns: what earlier processes of the cell took to settle.
    """
    match measure.mode:
        case ModeKind.COLD:
            return Cold()
        case ModeKind.FIXED:
            return Fixed(warm_up_runs=measure.warm_up_runs, runs=measure.runs, calls=measure.calls)
        case ModeKind.STEADY:
            least_ns, most_ns = round(measure.warm_up_min_ms * NS_PER_MS), round(measure.warm_up_max_ms * NS_PER_MS)
            wait_ns = round(measure.wait_ms * NS_PER_MS)
            return Steady(
                batch_ns=round(measure.batch_ms * NS_PER_MS),
                batches=measure.batches,
                warm_up=WarmUp(
                    window=measure.warm_up_window,
                    tolerance=measure.warm_up_tolerance,
                    min_ns=least_warm_up_ns(settled_ns, least_ns, most_ns),
                    max_ns=most_ns,
                ),
                fast=None if fast_ns is None else Fast(canary_ns=round(fast_ns), max_ns=wait_ns),
            )
