"""The rounds of a run: plan, perform, record, look, until every comparison is decided or the study's bounds are met.

The loop keeps no results that the lab file does not: it is replayed from the first round when a run is resumed, and
processes that are recorded already are not performed again.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic_ns

from wirelab.analysis.evaluation import evaluate
from wirelab.analysis.findings import still_open
from wirelab.analysis.measured import Measured
from wirelab.analysis.transfer import open_for_transfer
from wirelab.app.lab.findings import measured
from wirelab.app.preparation import Preparation
from wirelab.app.programs import survived_by
from wirelab.app.run.listener import Listener
from wirelab.app.sizes import encoded_sizes
from wirelab.building.program import Program, open_process
from wirelab.claims.in_run import bytes_alone, open_for_claims
from wirelab.design.design import Design, early_cells, with_late_cells
from wirelab.design.parties import Pairs, Party, components_of, parties_of
from wirelab.design.plan import draw, plan_round
from wirelab.execution.alone import measure_first_call, measure_fixed, measure_one_after_the_other
from wirelab.execution.measuring_process import Assignment, Connect, MeasuringProcess
from wirelab.execution.memory import Memory
from wirelab.execution.short_conversations import Talk
from wirelab.execution.turns import in_groups
from wirelab.files.scratch import scratch
from wirelab.model.cell import Cell, ModeKind
from wirelab.model.findings.findings import Findings
from wirelab.model.groups import gathered
from wirelab.model.measurement import Loss, LossKind, PlannedProcess, ProcessRecord
from wirelab.model.run import ROUND_TRIP, Check, outputs_kind
from wirelab.model.units import NS_PER_S, Nanoseconds
from wirelab.report.quantities import several, time_left
from wirelab.report.run.wording import so_far
from wirelab.schema.objects import frames_of
from wirelab.store.lab import Lab


class Checks:
    """The checks of each cell; one that a process fails has failed for good."""

    def __init__(self, lab: Lab, run_id: int) -> None:
        self._lab, self._run_id = lab, run_id
        self._passed = {_key_of(check): check.passed for check in lab.checks(run_id)}

    def keep(self, record: ProcessRecord, digest: str) -> None:
        """Keep the checks that a process on data of that digest gives, if they are new."""
        for check in _shown(record, digest):
            self.keep_one(check)

    def keep_one(self, check: Check) -> None:
        """Keep a check if it is new."""
        if self._passed.get(_key_of(check)) not in (False, check.passed):
            self._lab.record_checks(self._run_id, [check])
            self._passed[_key_of(check)] = check.passed


def _shown(record: ProcessRecord, digest: str) -> Iterator[Check]:
    cell, loss = record.planned.cell, record.loss
    if loss is None or loss.kind is LossKind.MISMATCH:
        yield Check(*cell.encoder, kind=ROUND_TRIP, passed=loss is None, detail=loss.what if loss else digest)
    if loss is None and record.outputs_as_verified is not None:
        where = (
            f"a process of round {record.planned.round + 1} wrote different bytes while it was timed than when "
            "it was verified"
        )
        passed = record.outputs_as_verified
        yield Check(*cell.encoder, outputs_kind(cell.operation), passed, detail="" if passed else where)


def _key_of(check: Check) -> tuple[object, ...]:
    return check.corpus, check.platform, check.subject, check.kind


_GROUPS = 1000  # at most, of one corpus in a round
_PROBED_ROUNDS = 2
_EARLY_TURNS = 10
"""The most turns while early cells are alone: their first results must be quick. Later rounds have all turns."""
_FORESEEN = 0.12
"""The share of the first round's processes after which the time of all is estimated."""


class Rounds:
    """One run in progress."""

    def __init__(
        self, preparation: Preparation, design: Design, lab: Lab, run_id: int, seed: int, listener: Listener
    ) -> None:
        self._preparation, self._design, self._lab, self._run_id = preparation, design, lab, run_id
        self._seed, self._listener = seed, listener
        self._study = preparation.study
        self._recorded: dict[tuple[int, str], float] = {}  # seconds that each cell took in a round
        for planned, wall_s in zip(lab.planned(run_id), lab.process_walls_s(run_id), strict=True):
            self._recorded[_key(planned)] = self._recorded.get(_key(planned), 0.0) + wall_s
        self._spent: list[float] = []  # seconds of each cell and round so far
        self._most, self._round_ends = 0, 0  # processes at most: in all rounds, and until this round ends
        self._first, self._said_long = 0, False  # how many cells the first round has
        self._checks, self._memory = Checks(lab, run_id), Memory()
        self._early = early_cells(preparation.study, design)
        self._sized = {(size.corpus, size.platform, size.subject) for size in lab.sizes(run_id)}

    def measure(self) -> tuple[str, int]:
        """Perform rounds until the study is done; why it ended, as a clause, and how many are complete."""
        study, open_cells = self._study, self._needed(Measured(self._study, self._design, 0, False, ()), Findings())
        if study.analysis.until == "claims":
            self._take_bytes()
        self._first = len(open_cells)
        self._most = self._expected(open_cells)
        self._listener.begins(self._most, len(self._recorded))
        for number in range(study.measure.rounds):
            if number and self._over_budget(len(open_cells)):
                return f"the budget of {study.measure.budget_s:g} s was used up after round {number}", number
            self._round_ends = len(self._spent) + len(open_cells)
            self._round(number, open_cells)
            seen = measured(self._lab, self._run_id, study, self._design, rounds=number + 1, ended=False)
            findings = evaluate(seen)
            open_cells = self._needed(seen, findings)
            left = 0 if number + 1 == study.measure.rounds else len(open_cells) * (study.measure.rounds - number - 1)
            self._most = len(self._spent) + left
            self._listener.round_ended(number + 1, findings, left)
            if number + 1 == self._design.schedule.looks[0]:  # once: read after every round, intervals would err more
                for line in so_far(findings, number + 1):
                    self._listener.notice(line)
            if not open_cells:
                what = "claim" if study.analysis.until == "claims" else "comparison"
                return f"no {what} was left to decide after round {number + 1}", number + 1
        done = study.measure.rounds
        return "its only round was done" if done == 1 else f"all {done} rounds were done", done

    def _take_bytes(self) -> None:
        """Take the bytes of subjects whose times no claim needs, from a process that reads them back."""
        cells = [cell for cell in bytes_alone(self._study, self._design) if cell.encoder not in self._sized]
        if not cells:
            return
        with scratch() as folder:
            for cell, written in zip(cells, survived_by(self._preparation, cells, folder), strict=True):
                if isinstance(written, Loss):
                    self._checks.keep_one(Check(*cell.encoder, ROUND_TRIP, passed=False, detail=written.what))
                    continue
                digest = self._preparation.data[cell.corpus].corpus.digest
                self._checks.keep_one(Check(*cell.encoder, ROUND_TRIP, passed=True, detail=digest))
                self._keep_sizes(cell, [payload for _, payload in frames_of(written.read_bytes())])

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

    def _left_s(self) -> float:
        """How long measuring takes at most, if further processes take as long as those so far; a round is finished."""
        budget_s, spent_s, done = self._study.measure.budget_s, sum(self._spent), len(self._spent)
        round_s, all_s = (max(0, most - done) * spent_s / done for most in (self._round_ends, self._most))
        return all_s if budget_s is None else max(round_s, min(all_s, budget_s - spent_s))

    def _say_if_long(self) -> None:
        """Say early if the budget will end in the first round, which is always finished, or before a look."""
        budget_s, first, done = self._study.measure.budget_s, self._first, len(self._spent)
        if budget_s is None or self._said_long or not _FORESEEN * first <= done <= first:
            return
        round_s, look = sum(self._spent) / done * first, self._design.schedule.looks[0]
        claims = self._study.analysis.until == "claims"
        if round_s <= budget_s and not (claims and look * round_s > budget_s):
            return
        self._said_long = True
        one = self._study.measure.one_process
        what = f"{several(first, 'cell')} in one process" if one else several(first, "process")
        takes = f"a round of {what} takes about {time_left(round_s)} here"
        if round_s > budget_s:
            ends = f"the first is always finished: the budget of {time_left(budget_s)} limits only later rounds"
        else:
            budget = f"the budget of {time_left(budget_s)} ends before that, and few rounds decide little"
            ends = f"claims are looked at from round {look} on: {budget}"
        self._listener.notice(f"{takes}, and {ends}")

    def _round(self, number: int, cells: Sequence[Cell]) -> None:
        measure = self._study.measure
        plan = plan_round(cells, seed=self._seed, round=number, as_listed=measure.order == "as listed")
        if measure.one_process:
            self._one_after_the_other(plan)
        elif measure.mode.takes_turns:
            self._in_turns(number, plan)
        else:
            for planned in plan:
                self._alone(planned)

    def _needed(self, seen: Measured, findings: Findings) -> tuple[Cell, ...]:
        """The cells of the next round, also of the first."""
        if self._study.transfer is not None:
            return open_for_transfer(self._study, self._design, findings, seen.rounds)
        match self._study.analysis.until:
            case "rounds":
                return self._design.cells
            case "claims":
                return open_for_claims(seen, findings)
            case _ if not seen.rounds and self._early:
                return self._early
            case _:
                begun, left = {finding.cell for finding in findings.cells}, still_open(findings)
                if left and seen.rounds < self._rounds_alone:  # none is left where all early cells were lost
                    return left
                return with_late_cells(self._design, begun, left)

    def _in_turns(self, number: int, plan: Sequence[PlannedProcess]) -> None:
        """Measure a round in turns: the processes of a corpus live at the same time, in as few groups as memory allows.

        All measurements of a corpus are recorded at once, so a stopped round measures unfinished corpora again.
        """
        parties = parties_of(plan)
        for at, pairs in enumerate(components_of(parties, self._design.comparisons)):
            own = [planned for member in {member for pair in pairs for member in pair} for planned in parties[member]]
            order = Random(draw(self._seed, number, "turns", str(own[0].cell.corpus)))
            turns = _EARLY_TURNS if number < self._rounds_alone else self._study.measure.turns
            self._keep(own, lambda folder: self._groups(parties, pairs, at, turns, order, folder))  # noqa: B023

    def _groups(
        self, parties: Sequence[Party], pairs: Pairs, at: int, turns: int, order: Random, folder: Path
    ) -> list[MeasuringProcess]:
        """The processes of a corpus, when they have ended; `at` is its place in the round."""
        measure = self._study.measure
        measure = measure.model_copy(update={"turns": min(turns, measure.turns)})

        def start(member: int, group: int) -> MeasuringProcess:
            own = folder / f"{group}-{member}"
            own.mkdir()
            numbered = tuple(
                replace(planned, group=at * _GROUPS + group, order=planned.order + group * _GROUPS * len(parties))
                for planned in parties[member]
            )
            program = self._preparation.program(numbered[0].cell)
            self._listener.process_starts()
            return MeasuringProcess(self._assignment(numbered), _connect(program), own)

        def expected_bytes(member: int) -> int:
            cell = parties[member][0].cell
            return self._memory.expected_bytes(cell.platform, str(cell.corpus), self._preparation.open_request(cell))

        groups = in_groups(pairs, start, expected_bytes, measure, self._memory, order)
        return [process for group in groups for process in group.members]

    def _one_after_the_other(self, plan: Sequence[PlannedProcess]) -> None:
        """Perform and record a round whose cells share a process for each program; a stopped one begins again."""
        by_program = gathered((id(self._preparation.program(planned.cell)), planned) for planned in plan)
        for own in by_program.values():
            assignments = [self._assignment((planned,)) for planned in own]
            connect = _connect(self._preparation.program(own[0].cell))
            self._keep(own, partial(measure_one_after_the_other, assignments, self._study.measure, connect))

    def _alone(self, planned: PlannedProcess) -> None:
        """Measure in a process of its own."""
        cell = planned.cell
        program, assignment = self._preparation.program(cell), self._assignment((planned,))

        def perform(folder: Path) -> list[MeasuringProcess]:
            if cell.mode is ModeKind.FIXED:
                return [measure_fixed(assignment, self._study.measure, _connect(program), folder)]
            encoded = None
            if cell.operation.reads:
                talk = Talk(lambda: open_process(program), folder, assignment.slack_s)
                (encoded,) = talk.written(assignment.data, [assignment.open])
            return [measure_first_call(assignment, encoded, _connect(program), folder)]

        self._keep([planned], perform)

    def _assignment(self, cells: Party) -> Assignment:
        cell = cells[0].cell
        platform = self._preparation.program(cell).platform
        return Assignment(
            data=self._preparation.data[cell.corpus],
            open=self._preparation.open_request(cell),
            extensions=platform.extensions,
            cells=cells,
            slack_s=self._study.measure.slack_s,
            keeps_encoded=cell.encoder not in self._sized,
            collects_beside=platform.collects_beside,
            probes=cells[0].round < _PROBED_ROUNDS and cell.mode.takes_turns,
        )

    def _keep(self, plan: Sequence[PlannedProcess], perform: Callable[[Path], Sequence[MeasuringProcess]]) -> None:
        """Record together the measurements of `perform` in an empty folder, unless all are in the lab already.

        The time that it took counts for the budget in either case.
        """
        if all(_key(planned) in self._recorded for planned in plan):
            self._spent += [self._recorded[_key(planned)] for planned in plan]
            return
        began_ns = monotonic_ns()
        with scratch() as folder:
            processes = perform(folder)
        made = [record for process in processes for record in process.records()]
        records = in_time_passed(made, monotonic_ns() - began_ns)
        for process in processes:  # sizes and checks first: recorded processes are not measured again after a stop
            if process.loss is None and process.payloads is not None:
                self._keep_sizes(process.assignment.cells[0].cell, process.payloads)
        for record in records:
            self._checks.keep(record, self._preparation.data[record.planned.cell.corpus].corpus.digest)
        self._lab.record(self._run_id, *records)
        for record in records:
            self._spent.append(record.wall_ns / NS_PER_S)
            self._listener.process_ended(record, self._left_s())
        self._say_if_long()

    def _keep_sizes(self, cell: Cell, payloads: Sequence[bytes]) -> None:
        if cell.encoder not in self._sized:
            self._lab.record_sizes(self._run_id, encoded_sizes(cell, payloads))
            self._sized.add(cell.encoder)


def in_time_passed(records: Sequence[ProcessRecord], passed_ns: int) -> list[ProcessRecord]:
    """Records whose times add up to the time passed: a process starts while another warms up, and that counts once."""
    share = passed_ns / max(1, sum(record.wall_ns for record in records))
    return [replace(record, wall_ns=Nanoseconds(round(record.wall_ns * share))) for record in records]


def _key(planned: PlannedProcess) -> tuple[int, str]:
    return planned.round, planned.cell.key


def _connect(program: Program) -> Connect:
    return lambda planned: open_process(program, planned)
