"""A run that was stopped and resumed is what it would have been without the stop."""

import random
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.store.records import INFO, STARTED
from wirelab.app import rounds
from wirelab.app.fast_state import machine_of
from wirelab.app.rounds import Rounds
from wirelab.design.design import design_with_twin
from wirelab.execution.measuring import Assignment
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.findings import Findings
from wirelab.model.machine import MachineKind
from wirelab.model.measurement import Batch, Phase, PlannedProcess, ProcessRecord
from wirelab.model.subject import parse_subject
from wirelab.model.units import NS_PER_MS, NS_PER_S, Nanoseconds
from wirelab.protocol.messages import Mode, Steady
from wirelab.store.lab import Lab
from wirelab.study.definition import Study
from wirelab.study.transfer import Pair, Transfer

CORPUS = CorpusName("school", "110", "random")
CELLS = tuple(Cell(CORPUS, "fake", parse_subject(codec), Operation.SERIALIZE) for codec in ("one", "two", "three"))
FAST_NS, SLOW_NS = 200_000, 320_000
BATCHES = 55


class StoppedError(Exception):
    """The lab was stopped."""


class Deaf:
    """Hears of everything and does nothing."""

    def notice(self, text: str) -> None: ...
    def begins(self, processes: int, recorded: int) -> None: ...
    def process_ended(self, record: ProcessRecord) -> None: ...
    def round_ended(self, rounds: int, findings: Findings, processes_left: int) -> None: ...


class Machine:
    """It has two speeds and changes from process to process; what a process gives follows from its place alone.

    One that slides has any speed, and no level.
    """

    def __init__(self, stop_after: int | None = None, *, slides: bool = False) -> None:
        self._slides = slides
        self.asked: list[tuple[PlannedProcess, Mode]] = []
        self._left = stop_after

    def perform(self, _: object, planned: PlannedProcess, assignment: Assignment) -> ProcessRecord:
        if self._left == 0:
            raise StoppedError
        self._left = None if self._left is None else self._left - 1
        self.asked.append((planned, assignment.mode))
        if assignment.encode_to is not None:
            assignment.encode_to.write_bytes(b"")
        chance = random.Random(f"{planned.round}/{planned.cell.key}/{planned.attempt}")
        slow = chance.random() < 0.4
        settled = chance.randint(10, 40)
        batches = tuple(
            Batch(
                Phase.WARM_UP if at < 50 else Phase.MEASURED,
                Nanoseconds(20 * NS_PER_MS * at),
                1,
                Nanoseconds(round(20 * NS_PER_MS * (1.3 if at < settled else 1) * chance.uniform(0.99, 1.01))),
                canary_ns=Nanoseconds(round((SLOW_NS if slow else FAST_NS) * chance.uniform(0.99, 1.01))),
            )
            for at in range(BATCHES)
        )
        if self._slides:  # to and fro, by large steps
            speeds = [1 + 0.6 * (31 * at % BATCHES) / BATCHES for at in range(BATCHES)]
            canaries_ns = [Nanoseconds(round(FAST_NS * each)) for each in speeds]
            batches = tuple(replace(batch, canary_ns=ns) for batch, ns in zip(batches, canaries_ns, strict=True))
        wall_ns = Nanoseconds(2 * NS_PER_S)
        return ProcessRecord(planned, STARTED, wall_ns, batches[-1].canary_ns, steady=True, batches=batches)


def study(budget_s: float | None) -> Study:
    factors = {"workload": ["school"], "size": [110], "codec": ["one", "two", "three"]}
    measure = {"rounds": 4, "warm_up_max_ms": 3000, "budget_s": budget_s}
    return Study.model_validate({"name": "s", "question": "?", "factors": factors, "measure": measure})


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
    lab: Lab, run: int, machine: Machine, monkeypatch: pytest.MonkeyPatch, asked: Study, cells: tuple[Cell, ...]
) -> tuple[str, int]:
    """Begin, or resume."""
    preparation = SimpleNamespace(
        study=asked,
        program=lambda _: None,
        copies={CORPUS: (SimpleNamespace(digest="d"),)},
        types={"school": None},
        replayed={},
        corpora={CORPUS: SimpleNamespace(has_columns=False)},
    )
    monkeypatch.setattr(rounds, "perform_with", machine.perform)
    design = design_with_twin(asked, cells)
    return Rounds(preparation, design, lab, run, 7, Deaf()).measure()  # type: ignore[arg-type]


@pytest.mark.parametrize("budget_s", [None, 30.0])
def test_a_resumed_run_is_what_an_unbroken_one_would_have_been(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, budget_s: float | None
) -> None:
    unbroken, ended = resumed_like_unbroken(tmp_path, monkeypatch, study(budget_s), CELLS)
    assert any(isinstance(mode, Steady) and mode.fast is not None for _, mode in unbroken.asked)
    assert ended[1] < 4 if budget_s else ended[1] == 4


def test_processes_wait_for_the_fastest_batches_of_a_session_that_slides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(slides=True)
    with Lab.open(tmp_path / "lab.duckdb", create=True) as lab:
        run = lab.begin_run(INFO, CELLS)
        carry_on(lab, run, machine, monkeypatch, study(None), CELLS)
        assert machine_of(lab, run)["fake"].kind is MachineKind.SLIDING
    assert all(planned.attempt == 0 for planned, _ in machine.asked), "every batch counts, so none is repeated"
    waits = [mode.fast for _, mode in machine.asked if isinstance(mode, Steady)]
    assert waits[0] is None, "nothing is known yet"
    assert all(wait is not None and FAST_NS < wait.canary_ns < 1.2 * FAST_NS for wait in waits[1:])


def test_a_choice_of_codecs_outlives_a_stop_and_is_never_revised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = tuple(replace(cell, operation=Operation.DESERIALIZE) for cell in CELLS)
    unbroken, ended = resumed_like_unbroken(tmp_path, monkeypatch, transfer_study(), (*CELLS, *reading))
    assert ended[1] == 6
    cells = [{planned.cell for planned, _ in unbroken.asked if planned.round == round_} for round_ in range(6)]
    # Two codecs on either side choose first, and a twin rides along; then one way a format, and the twin's pair.
    assert [len(own) for own in cells[:2]] == [5, 5]
    assert all(own == cells[2] for own in cells[3:])
    assert len(cells[2]) in {5, 6}, "the cell with a twin may have been chosen"
    assert {("three", operation) for operation in (Operation.SERIALIZE, Operation.DESERIALIZE)} <= {
        (cell.subject.codec, cell.operation) for cell in cells[2]
    }


def resumed_like_unbroken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: Study, cells: tuple[Cell, ...]
) -> tuple[Machine, tuple[str, int]]:
    """A run without a stop, once it is what runs with one are."""
    with Lab.open(tmp_path / "unbroken.duckdb", create=True) as lab:
        unbroken = Machine()
        ended = carry_on(lab, lab.begin_run(INFO, cells), unbroken, monkeypatch, asked, cells)
        planned = lab.planned(1)
    repeats = [each for each, _ in unbroken.asked if each.attempt == 2]
    assert repeats
    first_repeat = next(at for at, (each, _) in enumerate(unbroken.asked) if each == repeats[0])
    for stop_after in (first_repeat, len(unbroken.asked) - 1):
        with Lab.open(tmp_path / f"{stop_after}.duckdb", create=True) as lab:
            run = lab.begin_run(INFO, cells)
            before, after = Machine(stop_after), Machine()
            with pytest.raises(StoppedError):
                carry_on(lab, run, before, monkeypatch, asked, cells)
            assert carry_on(lab, run, after, monkeypatch, asked, cells) == ended
            assert before.asked + after.asked == unbroken.asked
            assert lab.planned(run) == planned
    return unbroken, ended
