"""From process summaries to findings, and which cells need another round."""

from dataclasses import replace
from statistics import geometric_mean

import pytest

from tests.measured import measured
from wirelab.analysis.audit.guards import near_loop
from wirelab.analysis.decide.intervals import paired_ratio
from wirelab.analysis.findings import analyse, still_open
from wirelab.design.sequential import Schedule
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.comparison import Comparison, Question
from wirelab.model.findings.diagnostics import WarmUp
from wirelab.model.findings.finding import CellFinding, ComparisonFinding, Verdict
from wirelab.model.findings.findings import Findings
from wirelab.model.measurement import LossKind, ProcessSummary
from wirelab.model.run import GZIP, EncodedSize
from wirelab.model.subject import Subject

CORPUS = CorpusName("school", "110", "random")
SCHEDULE = Schedule(20, 3)


def cell(codec: str, operation: Operation = Operation.SERIALIZE) -> Cell:
    return Cell(CORPUS, "jvm", Subject(codec), operation)


PLAIN, FAST, SAME = cell("plain"), cell("fast"), cell("same")
TWIN = replace(PLAIN, twin=True)
COMPARISONS = (
    Comparison(FAST, PLAIN, Question.REFERENCE),
    Comparison(SAME, PLAIN, Question.REFERENCE),
    Comparison(TWIN, PLAIN, Question.TWIN),
)
MACHINE = (1.0, 1.2, 1.1, 0.9, 1.3, 1.25, 1.0, 0.95, 1.1, 1.05)


def processes(which: Cell, time_ns: float, rounds: int = 5, wobble: float = 0.0, **more) -> list[ProcessSummary]:
    factors = [1 + wobble * (-1) ** b for b in range(rounds)]
    return [ProcessSummary(which, b, turns_ns=(time_ns * MACHINE[b] * factors[b],), **more) for b in range(rounds)]


def lost(which: Cell, round_: int) -> ProcessSummary:
    return ProcessSummary(which, round_, loss=LossKind.CRASH)


def found(summaries, **more) -> Findings:
    settings = {"comparisons": COMPARISONS, "schedule": SCHEDULE, **more}
    warm_ups = settings.pop("warm_ups", None)
    return analyse(measured(summaries, **settings), warm_ups)


def of(findings: Findings, which: Cell) -> CellFinding:
    (own,) = [finding for finding in findings.cells if finding.cell == which]
    return own


def compared(findings: Findings, which: Cell) -> ComparisonFinding:
    (own,) = [found for found in findings.comparisons if found.comparison.cell == which]
    return own


def test_a_study_in_small():
    study = found(
        [
            *processes(PLAIN, 100.0, allocated_bytes=64.0, encoded_bytes=10, steady=True),
            *processes(FAST, 50.0, wobble=0.01, steady=False),
            *processes(SAME, 100.0, wobble=0.05),
            *processes(TWIN, 100.0, wobble=0.001),
        ],
        sizes=[
            EncodedSize(CORPUS, "jvm", PLAIN.subject, GZIP, 7),
            EncodedSize(CORPUS, "jvm", FAST.subject, "zstd-3", 5),
        ],
    )
    plain, fast, same = (of(study, which) for which in (PLAIN, FAST, SAME))
    assert [finding.cell for finding in study.cells] == [PLAIN, FAST, SAME, TWIN]
    assert tuple(each.comparison for each in study.comparisons) == COMPARISONS
    assert (plain.allocated_bytes, plain.encoded_bytes, plain.gzipped_bytes) == (64, 10, 7)
    assert (plain.steady_share, fast.steady_share, same.steady_share) == (1, 0, None)
    assert (fast.gzipped_bytes, fast.allocated_bytes) == (None, None)
    assert plain.process_times_ns == pytest.approx([100.0 * m for m in MACHINE[:5]])
    faster, alike, twin = study.comparisons
    assert faster.ratio.estimate == pytest.approx(0.5, rel=0.01)
    assert (faster.verdict, faster.decided) == (Verdict.DIFFERENT, True)
    assert (alike.verdict, alike.decided) == (Verdict.UNRESOLVED, False)
    assert (twin.verdict, twin.band) == (Verdict.EQUIVALENT, 0.02)
    assert twin.ratio.low <= 1 <= twin.ratio.high
    assert study.asked(Question.TWIN) == (twin,)


@pytest.mark.parametrize("at_most", [5, 20])
def test_the_interval_shown_is_the_one_that_the_verdict_rests_on(at_most):
    times = [*processes(PLAIN, 100.0), *processes(FAST, 95.0, wobble=0.02)]
    schedule = Schedule(at_most, 3)
    shown = compared(found(times, schedule=schedule), FAST)
    own, reference = ({p.round: p.time_ns for p in times if p.cell == cell} for cell in (FAST, PLAIN))
    drawn = paired_ratio(own, reference, 1 - schedule.level_to_differ(5))
    assert (shown.ratio.low, shown.ratio.high, shown.ratio.confidence) == (drawn.low, drawn.high, 0.95)
    assert shown.ratio.level == pytest.approx(1 - schedule.level_to_differ(5))
    assert shown.ratio.high > 1
    assert (shown.verdict, shown.decided) == (Verdict.UNRESOLVED, False)


def test_a_time_is_a_mean_over_rounds_and_says_how_much_it_scattered():
    finding = of(found([*processes(PLAIN, 100.0), *processes(FAST, 95.0, wobble=0.02)]), PLAIN)
    assert finding.time_ns.estimate == pytest.approx(geometric_mean([100.0 * m for m in MACHINE[:5]]))
    assert finding.time_ns.high / finding.time_ns.estimate > 1.1, "the machine's own 20 % are scatter of a time"
    assert (finding.sustained, finding.best_ns) == (False, None)


def test_a_reference_in_several_groups_of_a_round_counts_once_a_round():
    twice = [replace(each, group=group) for each in processes(PLAIN, 100.0) for group in (0, 1)]
    own = [replace(each, group=each.round % 2) for each in processes(FAST, 50.0)]
    study = found([*twice, *own])
    assert of(study, PLAIN).time_ns.processes == 5
    assert len(of(study, PLAIN).process_times_ns) == 10
    assert compared(study, FAST).ratio.estimate == pytest.approx(0.5)


def test_a_cell_that_collects_in_its_turns_has_mean_times():
    always = {"collects": True, "collected": (True,) * 100}
    mean = [replace(each, group=0, mean_ns=120.0, **always) for each in processes(FAST, 50.0)]
    study = found([*(replace(each, group=0, mean_ns=100.0) for each in processes(PLAIN, 100.0)), *mean])
    fast, plain = of(study, FAST), of(study, PLAIN)
    assert (fast.sustained, fast.time_ns.estimate, fast.process_times_ns) == (True, pytest.approx(120), (120.0,) * 5)
    assert (plain.sustained, plain.best_ns) == (False, min(100.0 * m for m in MACHINE[:5]))
    assert (compared(study, FAST).sustained, compared(study, FAST).ratio.estimate) == (True, pytest.approx(1.2))


def test_a_dropped_cell_keeps_the_rounds_it_shares():
    study = found([*processes(PLAIN, 100.0, rounds=10), *processes(FAST, 50.0, rounds=5, wobble=0.01)])
    assert compared(study, FAST).decided
    assert compared(study, FAST).ratio.processes == 3, "it was decided then"
    assert len(of(study, FAST).process_times_ns) == 5
    assert of(study, PLAIN).time_ns.processes == 10


def test_lost_processes_are_counted_and_nothing_else():
    own = processes(FAST, 50.0)
    own[2] = lost(FAST, 2)
    late = ProcessSummary(FAST, 3, turns_ns=(50.0 * MACHINE[3],), order=9)
    study = found([*processes(PLAIN, 100.0), *own, late], schedule=Schedule(20, 3, planned=()))
    finding, fast = of(study, FAST), compared(study, FAST)
    assert (finding.lost, finding.lost_rounds) == (1, 1)
    assert len(finding.process_times_ns) == 5
    assert fast.ratio.processes == 4
    assert fast.ratio.estimate == pytest.approx(0.5)


def test_a_time_of_a_lost_process_does_not_count():
    bad = replace(lost(FAST, 0), turns_ns=(1.0,))
    study = found([*processes(PLAIN, 100.0), bad])
    assert of(study, FAST).time_ns is None
    assert compared(study, FAST).ratio is None
    assert compared(study, FAST).verdict is Verdict.UNRESOLVED


def test_a_reference_that_was_never_measured_gives_no_ratio():
    fast = compared(found(processes(FAST, 50.0)), FAST)
    assert fast.ratio is None
    assert not fast.decided


def test_nothing_measured_nothing_found():
    assert found([]) == Findings()


def open_after(summaries, **more) -> tuple[Cell, ...]:
    return still_open(found(summaries, **more))


def test_decided_cells_are_dropped_and_the_reference_stays():
    study = [*processes(PLAIN, 100.0), *processes(FAST, 50.0, wobble=0.01), *processes(SAME, 100.0, wobble=0.05)]
    assert open_after(study) == (PLAIN, SAME)


def test_the_twin_rides_along_but_never_holds_a_study_open():
    twin = processes(TWIN, 100.0, wobble=0.05)
    undecided = [*processes(PLAIN, 100.0), *processes(SAME, 100.0, wobble=0.05), *twin]
    assert open_after(undecided) == (PLAIN, SAME, TWIN)
    assert open_after([*processes(PLAIN, 100.0), *processes(FAST, 50.0, wobble=0.01), *twin]) == ()


def test_a_cell_lost_twice_and_never_counted_is_given_up():
    base = [*processes(PLAIN, 100.0), *processes(SAME, 100.0, wobble=0.05)]
    assert open_after([*base, lost(FAST, 0)]) == (PLAIN, SAME, FAST)
    assert open_after([*base, lost(FAST, 0), lost(FAST, 0)]) == (PLAIN, SAME, FAST), "two groups of one round"
    assert open_after([*base, lost(FAST, 0), lost(FAST, 1)]) == (PLAIN, SAME)
    counted = ProcessSummary(FAST, 2, turns_ns=(70.0,))
    assert open_after([*base, lost(FAST, 0), lost(FAST, 1), counted]) == (PLAIN, SAME, FAST)


def test_a_cell_without_a_comparison_stays_open():
    alone = cell("plain", Operation.BUILD)
    study = [*processes(PLAIN, 100.0), *processes(FAST, 50.0, wobble=0.01), *processes(alone, 10.0)]
    assert open_after(study) == (alone,)


def test_a_cell_that_only_its_twin_is_compared_with_stays_open():
    study = [*processes(PLAIN, 100.0), *processes(TWIN, 100.0, wobble=0.05)]
    assert open_after(study, comparisons=COMPARISONS[2:]) == (PLAIN, TWIN)


def test_a_cell_stays_open_while_any_comparison_needs_it():
    """Fast is decided against the reference; whether it is faster than the other fast one is still open."""
    rival = cell("rival")
    claim = Comparison(FAST, rival, Question.REFERENCE)
    study = [*processes(PLAIN, 100.0), *processes(FAST, 50.0, wobble=0.01), *processes(rival, 50.5, wobble=-0.02)]
    both = (COMPARISONS[0], Comparison(rival, PLAIN, Question.REFERENCE))
    assert open_after(study, comparisons=both) == ()
    assert open_after(study, comparisons=(*both, claim)) == (FAST, rival)
    decided = found(study, comparisons=both)
    assert [each.decided for each in decided.comparisons] == [True, True]
    assert still_open(decided) == ()


def test_the_audit_looks_at_warm_ups_and_turns() -> None:
    own = [replace(each, turns_ns=each.turns_ns * 20, steady=True, order=1) for each in processes(PLAIN, 100.0)]
    warm_ups = [WarmUp(PLAIN, each.round, 1, (300 * MACHINE[each.round],) * 9 + (100.0,) * 9) for each in own]
    finding = of(found(own, warm_ups=warm_ups[:4]), PLAIN)
    assert finding.steadiness is not None
    assert (finding.steadiness.audited, finding.steadiness.unsettled, finding.steady) == (4, 0, 1.0)


def test_cells_near_the_loops_own_cost_are_named_nearest_first() -> None:
    findings = found([*processes(PLAIN, 90.0), *processes(FAST, 20.0), *processes(SAME, 90.0), lost(TWIN, 0)])

    near = near_loop(findings.cells, {PLAIN: 10.0, FAST: 10.0, SAME: 1.0, TWIN: 10.0, cell("none"): 10.0})

    assert [each.cell for each in near] == [FAST, PLAIN]
    assert near[0].times == pytest.approx(of(findings, FAST).time_ns.estimate / 10)
    assert near_loop(findings.cells, {}) == ()
