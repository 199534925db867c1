"""The method on the fake runner's scripted subjects: plan, protocol, turns, estimates and verdicts, all of it."""

import hashlib
import os
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random

import pytest
from scipy.stats import binom

from tests.conftest import ROOT
from tests.execution.conftest import ANY, SHORT, opened
from tests.measured import measured
from tests.statistics.in_process import InProcessTransport
from wirelab.analysis.findings import analyse, still_open
from wirelab.design.plan import plan_round
from wirelab.design.sequential import Schedule
from wirelab.execution.data import Data
from wirelab.execution.measuring_process import Assignment, MeasuringProcess
from wirelab.execution.memory import Memory
from wirelab.execution.turns import in_groups
from wirelab.model.cell import Cell, Operation
from wirelab.model.comparison import Comparison, Question
from wirelab.model.findings.finding import ComparisonFinding, Verdict
from wirelab.model.measurement import Phase, PlannedProcess, ProcessRecord, ProcessSummary
from wirelab.model.subject import parse_subject
from wirelab.model.units import ByteCount
from wirelab.schema.objects import write_frames
from wirelab.workload.corpus import Corpus
from wirelab.workload.objects import Copy

ALARMS = {Verdict.DIFFERENT, Verdict.NEGLIGIBLE}
ROUNDS = 40
cached_open = cache(opened)


def cell(subject: str) -> Cell:
    return Cell(ANY, "fake", parse_subject(subject), Operation.SERIALIZE)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Data:
    monkeypatch.syspath_prepend(str(ROOT / "runners" / "fake"))
    content, objects = b"\x05hello", tmp_path / "objects"
    objects.write_bytes(write_frames([(0, b"hello")]))
    digest = hashlib.sha256(content).hexdigest()
    return Data((Copy(Corpus(ANY, tmp_path, digest, 1, ByteCount(len(content))), objects),), None)


def records(data: Data, folder: Path, plan: Sequence[PlannedProcess], seed: int) -> Iterator[ProcessRecord]:
    """A round of processes that take turns, through the protocol."""
    fake_runner = sys.modules.get("fake_runner") or __import__("fake_runner")

    def connect(planned: PlannedProcess) -> InProcessTransport:
        place = {"WIRELAB_SEED": str(seed), "WIRELAB_PLACE": f"{planned.round}.{planned.order}"}
        return InProcessTransport(fake_runner.FakeRunner(place).answer)

    def start(member: int, _: int) -> MeasuringProcess:
        own = folder / str(member)
        own.mkdir(exist_ok=True)
        assignment = Assignment(data, cached_open(str(plan[member].cell.subject)), (), (plan[member],))
        return MeasuringProcess(assignment, connect, own)

    pairs = [(at, at) for at in range(len(plan))]
    (group,) = in_groups(pairs, start, lambda _: 1, SHORT, Memory(), Random(seed))
    for process in group.members:
        (record,) = process.records()
        assert record.loss is None, record.loss
        yield record


def summary_of(record: ProcessRecord) -> ProcessSummary:
    """As the lab has it."""
    turns_ns = tuple(batch.ns / batch.calls for batch in record.batches if batch.phase is Phase.MEASURED)
    planned = record.planned
    return ProcessSummary(planned.cell, planned.round, 0, turns_ns, steady=record.steady, order=planned.order)


def study(data: Data, folder: Path, pair: tuple[Cell, Cell], seed: int) -> ComparisonFinding:
    """One study of two cells, with the sequential rule."""
    reference, other = pair
    processes: list[ProcessSummary] = []
    schedule = Schedule(rounds=ROUNDS, comparisons=1)
    for number in range(ROUNDS):
        processes += map(summary_of, records(data, folder, plan_round(pair, seed=seed, round=number), seed))
        asked = [Comparison(other, reference, Question.REFERENCE)]
        found = analyse(measured(processes, asked, schedule, rounds=number + 1))
        if not still_open(found):
            break
    (compared,) = found.comparisons
    return compared


@pytest.mark.long
def test_a_subject_slower_by_five_percent_is_found(data: Data, tmp_path: Path) -> None:
    ratios = [study(data, tmp_path, (cell("steady"), cell("slower-5")), seed) for seed in range(100)]
    found = [ratio for ratio in ratios if ratio.verdict in ALARMS and ratio.ratio and ratio.ratio.estimate > 1]
    assert len(found) >= 0.95 * len(ratios)


@pytest.mark.exhaustive
@pytest.mark.long
def test_two_equal_subjects_raise_few_alarms(data: Data, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Path(os.devnull).open("w") as nowhere, monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", nowhere)  # chatty writes gigabytes in all: too long for a report
        ratios = [study(data, tmp_path, (cell("steady"), cell("chatty")), seed) for seed in range(1000, 1150)]
    alarms = [ratio for ratio in ratios if ratio.verdict in ALARMS]
    assert len(alarms) <= binom.ppf(0.999, len(ratios), 0.05)
