"""Scripted subjects through plan, protocol, audit and verdict: which are called unsteady."""

import hashlib
import sys
from pathlib import Path
from statistics import median

import pytest

from tests.conftest import ROOT
from wirelab.analysis.findings import analyse, audited
from wirelab.analysis.unsteady import with_unsteady
from wirelab.design.plan import plan_round
from wirelab.design.sequential import Schedule
from wirelab.execution.measuring import Assignment, perform
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.comparison import Comparison, Question
from wirelab.model.finding import Verdict
from wirelab.model.findings import Findings
from wirelab.model.measurement import Course, Phase, PlannedProcess, ProcessRecord, ProcessSummary
from wirelab.model.subject import Subject
from wirelab.model.units import ByteCount
from wirelab.process.transport import InProcessTransport
from wirelab.protocol.messages import Steady, WarmUp
from wirelab.workload.corpus import Corpus

ANY = CorpusName("any", "1", "random")
STEADY, *OTHERS = (
    Cell(ANY, "fake", Subject(codec), Operation.SERIALIZE)
    for codec in ("steady", "slower-5", "warming-up", "bimodal", "drifting")
)
WARM_UP = WarmUp(min_ns=400_000, max_ns=2_000_000)
ROUNDS = 20


def records(folder: Path, seed: int) -> list[ProcessRecord]:
    fake_runner = sys.modules.get("fake_runner") or __import__("fake_runner")

    def connect(planned: PlannedProcess) -> InProcessTransport:
        place = f"{planned.round}.{planned.order}.{planned.attempt}"
        return InProcessTransport(fake_runner.FakeRunner({"WIRELAB_SEED": str(seed), "WIRELAB_PLACE": place}).answer)

    data = b"\x05hello"
    (folder / "corpus").write_bytes(data)
    corpus = Corpus(ANY, folder / "corpus", hashlib.sha256(data).hexdigest(), 1, ByteCount(len(data)), False)
    assignment = Assignment((corpus,), None, Steady(batch_ns=20_000, batches=5, warm_up=WARM_UP), folder)
    cells = (STEADY, *OTHERS)
    rounds = [plan_round(cells, seed=seed, round=number) for number in range(ROUNDS)]
    return [perform(planned, assignment, connect) for plan in rounds for planned in plan]


def summary_of(record: ProcessRecord) -> ProcessSummary:
    times = [batch.ns / batch.calls for batch in record.batches if batch.phase is Phase.MEASURED]
    return ProcessSummary(record.planned.cell, record.planned.round, time_ns=median(times), steady=record.steady)


def course_of(record: ProcessRecord) -> Course:
    own = [batch for batch in record.batches if batch.calls == record.batches[-1].calls]
    warm_up = sum(batch.phase is Phase.WARM_UP for batch in own)
    return Course(record.planned.cell, tuple(batch.ns / batch.calls for batch in own), warm_up, record.steady)


def judged(made: list[ProcessRecord]) -> Findings:
    findings = analyse(
        [summary_of(record) for record in made],
        comparisons=[Comparison(cell, STEADY, Question.REFERENCE) for cell in OTHERS],
        band=0.02,
        confidence=0.95,
        schedule=Schedule(ROUNDS, len(OTHERS)),
        ended=True,
    )
    return with_unsteady(audited(findings, map(course_of, made)))


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.long
def test_what_never_gets_steady_is_unsteady_and_nothing_else_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "runners" / "fake"))
    findings = judged(records(tmp_path, seed))
    verdicts = {found.comparison.cell.subject.codec: found.verdict for found in findings.comparisons}
    assert verdicts.pop("drifting") is Verdict.UNSTEADY
    assert verdicts.pop("slower-5") is Verdict.DIFFERENT
    assert Verdict.UNSTEADY not in verdicts.values()
    unsettled = {each.cell.subject.codec: each.steadiness.unsettled for each in findings.cells if each.steadiness}
    assert unsettled.pop("drifting") == ROUNDS
    assert max(unsettled.values()) <= 2
