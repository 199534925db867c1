"""The method on the fake runner's scripted subjects: plan, protocol, batches, estimates and verdicts, all of it."""

import hashlib
import os
import sys
from pathlib import Path
from statistics import median

import pytest
from scipy.stats import binom

from tests.conftest import ROOT
from wirelab.analysis.findings import analyse, still_open
from wirelab.design.plan import plan_round
from wirelab.design.sequential import Schedule
from wirelab.execution.measuring import Assignment, perform
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.comparison import Comparison, Question
from wirelab.model.finding import ComparisonFinding, Verdict
from wirelab.model.measurement import Phase, PlannedProcess, ProcessSummary
from wirelab.model.subject import parse_subject
from wirelab.model.units import ByteCount
from wirelab.process.transport import InProcessTransport
from wirelab.protocol.messages import Steady, WarmUp
from wirelab.workload.corpus import Corpus

ALARMS = {Verdict.DIFFERENT, Verdict.NEGLIGIBLE}
SHORT = Steady(batch_ns=20_000, batches=4, warm_up=WarmUp(min_ns=0, max_ns=2_000_000))
ROUNDS = 40
ANY = CorpusName("any", "1", "random")


def cell(subject: str) -> Cell:
    return Cell(ANY, "fake", parse_subject(subject), Operation.SERIALIZE)


@pytest.fixture
def assignment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Assignment:
    monkeypatch.syspath_prepend(str(ROOT / "runners" / "fake"))
    data = b"\x05hello"
    (tmp_path / "corpus").write_bytes(data)
    corpus = Corpus(ANY, tmp_path / "corpus", hashlib.sha256(data).hexdigest(), 1, ByteCount(len(data)), False)
    return Assignment((corpus,), None, SHORT, tmp_path)


def study(assignment: Assignment, pair: tuple[Cell, Cell], seed: int) -> ComparisonFinding:
    """One study of two cells through the protocol, with the sequential rule."""
    fake_runner = sys.modules.get("fake_runner") or __import__("fake_runner")

    def connect(planned: PlannedProcess) -> InProcessTransport:
        place = f"{planned.round}.{planned.order}.{planned.attempt}"
        return InProcessTransport(fake_runner.FakeRunner({"WIRELAB_SEED": str(seed), "WIRELAB_PLACE": place}).answer)

    reference, other = pair
    processes: list[ProcessSummary] = []
    schedule = Schedule(rounds=ROUNDS, comparisons=1)
    for number in range(ROUNDS):
        for planned in plan_round(pair, seed=seed, round=number):
            record = perform(planned, assignment, connect)
            assert record.loss is None, record.loss
            times = [batch.ns / batch.calls for batch in record.batches if batch.phase is Phase.MEASURED]
            processes.append(ProcessSummary(planned.cell, number, time_ns=median(times), order=planned.order))
        found = analyse(
            processes,
            comparisons=[Comparison(other, reference, Question.REFERENCE)],
            band=0.02,
            confidence=0.95,
            schedule=schedule,
            rounds=number + 1,
        )
        if not still_open(found):
            break
    (compared,) = found.comparisons
    return compared


@pytest.mark.long
def test_a_subject_slower_by_five_percent_is_found(assignment: Assignment) -> None:
    ratios = [study(assignment, (cell("steady"), cell("slower-5")), seed) for seed in range(200)]
    found = [ratio for ratio in ratios if ratio.verdict in ALARMS and ratio.ratio and ratio.ratio.estimate > 1]
    assert len(found) >= 0.95 * len(ratios)


@pytest.mark.long
def test_two_equal_subjects_raise_few_alarms(assignment: Assignment, monkeypatch: pytest.MonkeyPatch) -> None:
    with Path(os.devnull).open("w") as nowhere, monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", nowhere)  # chatty writes gigabytes in all: too long for a report
        ratios = [study(assignment, (cell("steady"), cell("chatty")), seed) for seed in range(1000, 1500)]
    alarms = [ratio for ratio in ratios if ratio.verdict in ALARMS]
    assert len(alarms) <= binom.ppf(0.999, len(ratios), 0.05)
