"""Scripted subjects through plan, protocol, turns, audit and verdict: which are called unsteady.

How often a difference of five percent is found is the business of `test_scripted_subjects`.
"""

from pathlib import Path

import pytest

from tests.measured import measured
from tests.statistics.test_scripted_subjects import cell, data, records, summary_of
from wirelab.analysis.findings import analyse
from wirelab.design.plan import plan_round
from wirelab.design.sequential import Schedule
from wirelab.execution.data import Data
from wirelab.model.comparison import Comparison, Question
from wirelab.model.findings.diagnostics import WarmUp
from wirelab.model.findings.finding import Verdict
from wirelab.model.findings.findings import Findings
from wirelab.model.measurement import Phase, ProcessRecord

__all__ = ["data"]

STEADY, *OTHERS = map(cell, ("steady", "slower-5", "warming-up", "bimodal", "drifting"))
ROUNDS = 10


def warm_up_of(record: ProcessRecord) -> WarmUp:
    own = [batch for batch in record.batches if batch.phase is Phase.WARM_UP]
    times_ns = tuple(batch.ns / batch.calls for batch in own if batch.calls == record.batches[-1].calls)
    return WarmUp(record.planned.cell, record.planned.round, record.planned.order, times_ns)


def judged(made: list[ProcessRecord]) -> Findings:
    summaries = [summary_of(record) for record in made]
    asked = [Comparison(each, STEADY, Question.REFERENCE) for each in OTHERS]
    run = measured(summaries, asked, Schedule(ROUNDS, len(OTHERS)), ended=True)
    return analyse(run, map(warm_up_of, made))


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.long
def test_what_never_gets_steady_is_unsteady_and_nothing_else_is(data: Data, tmp_path: Path, seed: int) -> None:
    plans = [plan_round((STEADY, *OTHERS), seed=seed, round=number) for number in range(ROUNDS)]
    findings = judged([record for plan in plans for record in records(data, tmp_path, plan, seed)])
    verdicts = {found.comparison.cell.subject.codec: found.verdict for found in findings.comparisons}
    assert verdicts.pop("drifting") is Verdict.UNSTEADY
    assert verdicts.keys() == {"slower-5", "warming-up", "bimodal"}
    assert Verdict.UNSTEADY not in verdicts.values()
