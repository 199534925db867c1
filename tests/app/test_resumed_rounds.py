"""A run that was stopped and resumed has the results that it would have had without the stop."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.store.records import INFO, STARTED
from wirelab.app.run import rounds
from wirelab.app.run.rounds import Rounds
from wirelab.design.design import design_with_twin
from wirelab.execution.measuring_process import MeasuringProcess
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.findings.findings import Findings
from wirelab.model.measurement import Batch, Phase, PlannedProcess, ProcessRecord
from wirelab.model.subject import parse_subject
from wirelab.model.units import NS_PER_MS, NS_PER_S, ByteCount, Nanoseconds
from wirelab.protocol.messages import Open
from wirelab.store.lab import Lab
from wirelab.study.definition import Pair, Study, Transfer

CORPUS = CorpusName("school", "110", "random")
CELLS = tuple(Cell(CORPUS, "fake", parse_subject(codec), Operation.SERIALIZE) for codec in ("one", "two", "three"))
TURNS = 5


class StoppedError(Exception):
    """The lab was stopped."""


class Patient:
    """Remembers only how long measuring takes at most, in s, after each process."""

    def __init__(self) -> None:
        self.left_s: list[float] = []

    def notice(self, text: str) -> None: ...
    def begins(self, processes: int, recorded: int) -> None: ...
    def process_starts(self) -> None: ...
    def process_ended(self, record: ProcessRecord, left_s: float) -> None:  # noqa: ARG002
        self.left_s.append(left_s)

    def round_ended(self, rounds: int, findings: Findings, processes_left: int) -> None: ...


class Machine:
    """Takes the place of processes that take turns; the result of each follows only from its place."""

    def __init__(self, stop_after: int | None = None) -> None:
        self.asked: list[PlannedProcess] = []
        self._left = stop_after
        self.now_ns = 0

    def in_groups(
        self, pairs: Sequence[tuple[int, int]], start: Callable[[int, int], MeasuringProcess], *_: object
    ) -> Iterator[SimpleNamespace]:
        """One group of all."""
        processes = [start(member, 0) for member in dict.fromkeys(member for pair in pairs for member in pair)]
        if self._left == 0:
            raise StoppedError
        self._left = None if self._left is None else self._left - 1
        members = []
        for process in processes:
            self.asked += process.assignment.cells
            records = tuple(self._record(planned) for planned in process.assignment.cells)
            members.append(
                SimpleNamespace(
                    assignment=process.assignment, payloads=(b"12345",), loss=None, records=lambda own=records: own
                )
            )
        yield SimpleNamespace(members=members)

    def _record(self, planned: PlannedProcess) -> ProcessRecord:
        chance = random.Random(f"{planned.round}/{planned.cell.key}")
        batches = tuple(
            Batch(
                Phase.LEAD_IN if at % 2 == 0 else Phase.MEASURED,
                Nanoseconds(40 * NS_PER_MS * at),
                1,
                Nanoseconds(round(20 * NS_PER_MS * chance.uniform(0.95, 1.05))),
            )
            for at in range(2 * TURNS)
        )
        self.now_ns += NS_PER_S
        # The next one starts meanwhile, so their times add up to twice as much as passes.
        wall_ns = Nanoseconds(2 * NS_PER_S)
        return ProcessRecord(planned, STARTED, wall_ns, encoded_bytes=ByteCount(5), steady=True, batches=batches)


def study(budget_s: float | None) -> Study:
    factors = {"workload": ["school"], "size": [110], "codec": ["one", "two", "three"]}
    measure = {"rounds": 4, "warm_up_max_ms": 3000, "budget_s": budget_s}
    analysis = {"precision": 1e-6}
    return Study.model_validate(
        {"name": "s", "question": "?", "factors": factors, "measure": measure, "analysis": analysis}
    )


def transfer_study() -> Study:
    """Two codecs on each side of one format, of which the first rounds choose, and one of another."""
    named = [
        ("A", "one", "one"),
        ("A", "one", "two"),
        ("A", "two", "one"),
        ("A", "two", "two"),
        ("B", "three", "three"),
    ]
    pairs = [Pair(format=name, writer=writer, receiver="fake", reader=reader) for name, writer, reader in named]
    transfer = Transfer(sender="fake", receivers=("fake",), pairs=tuple(pairs))
    asked = study(None)
    measure = asked.measure.model_copy(update={"rounds": 6})
    return asked.model_copy(update={"transfer": transfer, "measure": measure})


def carry_on(
    lab: Lab,
    run: int,
    machine: Machine,
    monkeypatch: pytest.MonkeyPatch,
    asked: Study,
    cells: tuple[Cell, ...],
    *,
    listener: Patient | None = None,
) -> tuple[str, int]:
    """Begin, or resume."""
    program = SimpleNamespace(platform=SimpleNamespace(extensions=(), collects_beside=False))
    preparation = SimpleNamespace(
        study=asked,
        program=lambda _: program,
        open_request=lambda cell: Open(codec=cell.subject.codec, parameters={}),
        data={CORPUS: SimpleNamespace(corpus=SimpleNamespace(digest="d", bytes=5))},
    )
    monkeypatch.setattr(rounds, "in_groups", machine.in_groups)
    monkeypatch.setattr(rounds, "monotonic_ns", lambda: machine.now_ns)
    design = design_with_twin(asked, cells)
    return Rounds(preparation, design, lab, run, 7, listener or Patient()).measure()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("budget_s", "left_s"),
    [
        (None, [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]),
        (10.0, [9, 8, 7, 6, 5, 4, 3, 2]),  # a third round would end after 12 s
        (2.5, [3, 2, 1, 0]),  # the first round is always finished
    ],
)
def test_the_time_left_is_within_the_budget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, budget_s: float | None, left_s: list[float]
) -> None:
    with Lab.open(tmp_path / "wirelab.duckdb", create=True) as lab:
        listener = Patient()
        carry_on(lab, lab.begin_run(INFO, CELLS), Machine(), monkeypatch, study(budget_s), CELLS, listener=listener)
        assert listener.left_s == pytest.approx(left_s), "four processes in each of four rounds, 1 s each"


@pytest.mark.long
@pytest.mark.parametrize("budget_s", [None, 10.0])
def test_a_resumed_run_is_what_an_unbroken_one_would_have_been(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, budget_s: float | None
) -> None:
    _, ended = resumed_like_unbroken(tmp_path, monkeypatch, study(budget_s), CELLS)
    assert ended[1] == (2 if budget_s else 4), "four processes take four seconds"


@pytest.mark.long
def test_a_choice_of_codecs_outlives_a_stop_and_is_never_revised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = tuple(replace(cell, operation=Operation.DESERIALIZE) for cell in CELLS)
    unbroken, ended = resumed_like_unbroken(tmp_path, monkeypatch, transfer_study(), (*CELLS, *reading))
    assert ended[1] == 6
    cells = [{planned.cell for planned in unbroken.asked if planned.round == round_} for round_ in range(6)]
    # Two codecs on either side choose first, and a twin rides along; then one way per format, and the twin's pair.
    assert [len(own) for own in cells[:2]] == [5, 5]
    assert all(own == cells[2] for own in cells[3:])
    assert len(cells[2]) in {5, 6}, "the cell with a twin may have been chosen"
    assert {("three", operation) for operation in (Operation.SERIALIZE, Operation.DESERIALIZE)} <= {
        (cell.subject.codec, cell.operation) for cell in cells[2]
    }


def resumed_like_unbroken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: Study, cells: tuple[Cell, ...]
) -> tuple[Machine, tuple[str, int]]:
    """A run without a stop, once it equals the runs with one."""
    with Lab.open(tmp_path / "unbroken.duckdb", create=True) as lab:
        unbroken = Machine()
        ended = carry_on(lab, lab.begin_run(INFO, cells), unbroken, monkeypatch, asked, cells)
        planned = lab.planned(1)
    for stop_after in (1, ended[1] - 1):
        with Lab.open(tmp_path / f"{stop_after}.duckdb", create=True) as lab:
            run = lab.begin_run(INFO, cells)
            before, after = Machine(stop_after), Machine()
            with pytest.raises(StoppedError):
                carry_on(lab, run, before, monkeypatch, asked, cells)
            assert carry_on(lab, run, after, monkeypatch, asked, cells) == ended
            assert before.asked + after.asked == unbroken.asked
            assert lab.planned(run) == planned
    return unbroken, ended


@pytest.mark.parametrize("stopped_in", ["record_sizes", "record_checks"])
def test_what_a_round_shows_beside_its_times_outlives_a_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stopped_in: str
) -> None:
    def stop(*_: object) -> None:
        raise StoppedError

    asked = study(None)
    asked = asked.model_copy(update={"measure": asked.measure.model_copy(update={"rounds": 1})})
    with Lab.open(tmp_path / "wirelab.duckdb", create=True) as lab:
        run = lab.begin_run(INFO, CELLS)
        with monkeypatch.context() as patched:
            patched.setattr(Lab, stopped_in, stop)
            with pytest.raises(StoppedError):
                carry_on(lab, run, Machine(), monkeypatch, asked, CELLS)
        carry_on(lab, run, Machine(), monkeypatch, asked, CELLS)
        subjects = {cell.subject for cell in CELLS}
        assert {each.subject for each in lab.sizes(run)} == subjects
        assert {each.subject for each in lab.checks(run)} == subjects
