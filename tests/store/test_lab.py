"""Records are read back as they were written, and nothing counts twice."""

import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import duckdb
import pytest

from tests.measured import measured
from tests.store.records import CELLS, INFO, LOSS, SCHOOL, STARTED, lost_of, planned_of, record_of
from wirelab.analysis.findings import analyse
from wirelab.design.sequential import Schedule
from wirelab.model.comparison import Comparison, Question
from wirelab.model.errors import LabError
from wirelab.model.findings.diagnostics import Flag, Guard, MachineSpeed, Reversal, Usage
from wirelab.model.findings.finding import Interval, Steadiness
from wirelab.model.findings.findings import Findings
from wirelab.model.findings.forecast import (
    CostComparison,
    CostModel,
    Crossing,
    Fastest,
    Forecast,
    Growth,
    NearLoop,
    Needed,
    RoundsNeeded,
    SlowMode,
)
from wirelab.model.measurement import LossKind, Phase
from wirelab.model.run import GZIP, NO_COMPRESSOR, Check, CorpusFacts, EncodedSize
from wirelab.protocol.codecs import Announcement, CodecInfo, Contract
from wirelab.store.lab import Lab

OFFERED = Announcement(
    runner="fake",
    runtime="OpenJDK 17",
    timer_resolution_ns=23.5,
    codecs=[
        CodecInfo(
            name=name,
            format="JSON",
            library="some",
            version="1.2",
            contract=Contract(input="object", output="text", conversion=False, evolution="names"),
            operations=["serialize"],
        )
        for name in ("gson", "other")
    ],
    compressors=[],
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "wirelab.duckdb"


@pytest.fixture
def lab(path):
    with Lab.open(path, create=True) as lab:
        yield lab


def reopened(lab, **how):
    lab.close()
    return Lab.open(lab.path, create=False, **how)


def test_a_run_is_read_back_as_it_began(lab):
    first, second = lab.begin_run(INFO, CELLS), lab.begin_run(replace(INFO, study="other", host={}))
    lab.record(first, record_of(CELLS[0]))
    lab.finish_run(first, "every comparison was decided", STARTED + timedelta(hours=1))
    with reopened(lab, read_only=True) as again:
        one, two = again.runs()
        assert (one.id, one.info, one.processes, one.rounds) == (first, INFO, 1, 1)
        assert (one.finished_at, one.ending) == (STARTED + timedelta(hours=1), "every comparison was decided")
        assert (two.id, two.info.study, two.finished_at, two.ending) == (second, "other", None, "")
        assert again.run(second) == two


def test_times_of_any_zone_are_kept_as_utc(lab):
    zone = timezone(timedelta(hours=5, minutes=30))
    run = lab.begin_run(replace(INFO, started_at=STARTED.astimezone(zone)))
    assert lab.run(run).info.started_at == STARTED
    assert lab.run(run).info.started_at.tzinfo is UTC


def test_only_the_latest_run_can_be_resumed_and_only_while_unfinished(lab):
    assert lab.unfinished_run() is None
    first = lab.begin_run(INFO)
    assert lab.unfinished_run().id == first
    second = lab.begin_run(INFO)
    lab.finish_run(second, "the user stopped it")
    assert lab.unfinished_run() is None
    assert lab.run(second).finished_at <= datetime.now(UTC)


def test_a_run_that_does_not_exist(lab):
    with pytest.raises(LabError, match="has no run 7"):
        lab.run(7)


def test_batches_come_back_raw_and_in_order(lab):
    run = lab.begin_run(INFO)
    records = [record_of(cell, batches=n) for cell, n in zip(CELLS, (7, 1, 150, 0), strict=True)]
    for record in records:
        lab.record(run, record)
    with reopened(lab) as again:
        for record in records:
            assert again.batches(run, record.planned) == record.batches
        assert again.batches(run, planned_of(CELLS[0], 5)) == ()
        assert again.batches(run + 1, planned_of(CELLS[0])) == ()


def test_summaries_of_processes_alone_are_their_measured_batches(lab):
    run = lab.begin_run(INFO, CELLS)
    records = [record_of(CELLS[1], r, batches=9 + r, ns=1000 + r) for r in range(3)]
    records += [record_of(CELLS[0], 2), lost_of(CELLS[0], 0), record_of(CELLS[0], 1, batches=2)]
    for record in records:
        lab.record(run, record)
    other = lab.begin_run(INFO)
    lab.record(other, record_of(CELLS[3]))
    found = {(s.cell, s.round): s for s in lab.summaries(run)}
    assert [(s.cell, s.round) for s in lab.summaries(run)] == [
        *((CELLS[0], r) for r in range(3)),
        *((CELLS[1], r) for r in range(3)),
    ]
    for record in records:
        summary = found.pop((record.planned.cell, record.planned.round))
        assert (summary.group, summary.order) == (None, 3)
        if record.loss is None:
            measured = [batch for batch in record.batches if batch.phase is Phase.MEASURED]
            assert summary.turns_ns == tuple(batch.ns / batch.calls for batch in measured)
            bytes_known = [b.allocated_bytes for b in measured if b.allocated_bytes is not None]
            calls = sum(b.calls for b in measured if b.allocated_bytes is not None)
            assert summary.allocated_bytes == (pytest.approx(sum(bytes_known) / calls) if calls else None)
            assert (summary.encoded_bytes, summary.steady, summary.loss, summary.collects) == (777, True, None, False)
        else:
            assert (summary.turns_ns, summary.time_ns, summary.loss) == ((), None, LossKind.CRASH)
    assert found == {}


def test_summaries_of_turns_have_a_time_a_turn_and_a_mean_of_all_calls(lab):
    run = lab.begin_run(INFO, CELLS)
    quiet, collecting = record_of(CELLS[0], group=0, batches=3), record_of(CELLS[1], group=0, batches=3)
    lead_in = collecting.batches[4]
    assert lead_in.phase is Phase.LEAD_IN
    batches = (*collecting.batches[:4], replace(lead_in, gc_count=1), *collecting.batches[5:])
    lab.record(run, *[quiet, replace(collecting, batches=batches), record_of(CELLS[0], group=1, ns=2000)])
    first, again, other = lab.summaries(run)
    assert first.turns_ns == (1000.0, 1001.0, 1002.0)
    assert first.mean_ns == pytest.approx(1001 * 1.5)
    assert [(each.group, each.order, each.collects) for each in (first, again, other)] == [
        (0, 3, False),
        (1, 4, False),
        (0, 3, True),
    ]
    assert (first.collected, first.collection_share) == ((False,) * 3, 0)
    assert other.collected == (False,) * 3, "the lead-in did"
    without, calls = 1001.0, sum(batch.calls for batch in batches if batch.phase is not Phase.WARM_UP)
    added_ns = lead_in.ns - lead_in.calls * without
    assert other.collection_share == pytest.approx(added_ns / (calls * without))
    assert lab.planned(run)[0] == quiet.planned


def test_every_value_of_a_process_is_kept(lab):
    run = lab.begin_run(INFO)
    record = replace(record_of(CELLS[0], group=0), waiting_cpu_ns=6, loss=LOSS)
    lab.record(run, record)
    lab.close()
    names = (
        "wall_ns",
        "canary_ns",
        "loop_ns",
        "waiting_cpu_ns",
        "other_cpu_ns",
        "exit_status",
        "encoded_bytes",
        "steady",
    )
    with duckdb.connect(lab.path, read_only=True) as connection:
        lost = "loss, loss_what, loss_seen, loss_stderr"
        (kept,) = connection.execute(f"SELECT {', '.join(names)}, started_at, {lost} FROM process").fetchall()
    assert kept[: len(names)] == tuple(getattr(record, name) for name in names)
    assert kept[len(names) :] == (STARTED.replace(tzinfo=None), LOSS.kind, LOSS.what, LOSS.seen, LOSS.stderr_tail)


def test_costs_are_of_all_calls_of_a_process_that_counts(lab):
    run = lab.begin_run(INFO, CELLS)
    record = record_of(CELLS[0], group=0, batches=2)
    told = [replace(each, gc_count=1, gc_ns=each.ns // 10, process_cpu_ns=each.ns) for each in record.batches]
    lab.record(run, *[replace(record, batches=tuple(told)), record_of(CELLS[3], group=0), lost_of(CELLS[1])])
    first, other = lab.costs(run)
    assert (first.cell, first.round, first.collections) == (CELLS[0], 0, 4)
    assert (first.gc_share, first.cpu_ns) == (pytest.approx(0.1), pytest.approx(1000.5 * 1.5))
    assert (other.cell, other.collections, other.gc_share, other.cpu_ns) == (CELLS[3], None, None, None)


def test_a_planned_process_is_recorded_once(lab):
    run = lab.begin_run(INFO)
    lab.record(run, record_of(CELLS[0]))
    with pytest.raises(LabError, match="already been recorded"):
        lab.record(run, record_of(CELLS[0], batches=50))
    lab.record(run, record_of(CELLS[0], group=1))  # a reference is in every group of a round
    lab.record(run, record_of(CELLS[0], 1))
    assert [(s.round, s.group) for s in lab.summaries(run)] == [(0, None), (0, 1), (1, None)]
    assert len(lab.batches(run, planned_of(CELLS[0]))) == 7


def test_processes_of_one_transaction_are_kept_all_or_none(lab):
    run = lab.begin_run(INFO)
    with pytest.raises(LabError, match="already been recorded"):
        lab.record(run, *[record_of(CELLS[0]), record_of(CELLS[1]), record_of(CELLS[0])])
    assert lab.summaries(run) == ()
    lab.record(run, *(record_of(cell) for cell in reversed(CELLS)))
    assert [summary.cell for summary in lab.summaries(run)] == list(reversed(CELLS))


def test_a_number_that_fits_no_table_is_a_fault_and_no_half_record(lab):
    run = lab.begin_run(INFO)
    record = record_of(CELLS[0])
    wild = replace(record, batches=(replace(record.batches[0], ns=2**70), *record.batches[1:]))
    with pytest.raises(LabError, match="lab"):
        lab.record(run, wild)
    assert lab.planned(run) == ()
    lab.record(run, record)
    assert lab.planned(run) == (record.planned,)


def test_losses_say_what_was_seen(lab):
    run = lab.begin_run(INFO)
    lab.record(run, lost_of(CELLS[1], 4))
    lab.record(run, record_of(CELLS[1], 5, group=1))
    assert lab.losses(run) == ((planned_of(CELLS[1], 4), LOSS),)
    assert lab.planned(run) == (planned_of(CELLS[1], 4), planned_of(CELLS[1], 5, group=1))
    assert len(lab.batches(run, planned_of(CELLS[1], 4))) == 3


def test_the_canary_tells_the_machines_speed(lab):
    run = lab.begin_run(INFO)
    lab.record(run, record_of(CELLS[0]))
    lab.record(run, lost_of(CELLS[1]))
    assert lab.canary(run) == (("jvm", 100.0),)


def test_the_loops_own_cost_is_a_cells_median_over_processes_that_timed_it(lab):
    run = lab.begin_run(INFO)
    for round_, loop_ns in enumerate((2.0, 9.0, None, 3.0)):
        lab.record(run, replace(record_of(CELLS[0], round_), loop_ns=loop_ns))
    lab.record(run, replace(record_of(CELLS[2]), loop_ns=None))
    assert lab.loops_ns(run) == {CELLS[0]: 3.0}


CORPUS = CorpusFacts(SCHOOL, "ab" * 32, 1, 150_000)


def test_a_run_begins_with_all_that_is_known_of_it(lab):
    other = OFFERED.model_copy(update={"runner": "other", "codecs": OFFERED.codecs[:1]})
    announced = ("python", OFFERED), ("jvm", OFFERED), ("jvm", other)
    run = lab.begin_run(INFO, CELLS, announced, [CORPUS])
    with reopened(lab) as again:
        assert again.announcements(run) == announced
        assert again.announcements(run + 1) == ()
        assert again.corpora(run) == (CORPUS,)


def test_a_run_that_cannot_begin_whole_does_not_begin(lab):
    with pytest.raises(LabError):
        lab.begin_run(INFO, CELLS, [("jvm", OFFERED)], [CORPUS, CORPUS])
    assert lab.unfinished_run() is None
    assert lab.begin_run(INFO, CELLS, [("jvm", OFFERED)], [CORPUS]) == 1


def test_sizes_and_checks_are_replaced_by_later_ones(lab):
    run = lab.begin_run(INFO)
    size = EncodedSize(SCHOOL, "jvm", CELLS[0].subject, NO_COMPRESSOR, 10)
    check = Check(SCHOOL, "jvm", CELLS[0].subject, "round trip", True, "ab" * 32)
    lab.record_sizes(run, [size, replace(size, compressor=GZIP, size_bytes=4), replace(size, size_bytes=11)])
    lab.record_checks(run, [replace(check, passed=False), check])
    with reopened(lab) as again:
        gzipped = replace(size, compressor=GZIP, size_bytes=4)
        assert again.sizes(run) == (gzipped, replace(size, size_bytes=11))
        assert again.checks(run) == (check,)


def whole_findings(lab: Lab, run: int) -> Findings:
    """Findings with something in every field that there is."""
    compared = [
        Comparison(CELLS[0], CELLS[3], Question.REFERENCE),
        Comparison(CELLS[2], CELLS[3], Question.TWIN),
        Comparison(CELLS[0], CELLS[2], Question.REFERENCE),
    ]
    found = analyse(measured(lab.summaries(run), compared, Schedule(7, 2)))
    audited = Steadiness(audited=5, flat=2, warm_up=1, slowdown=1, unsettled=1, too_early=0)
    without_end = replace(found.comparisons[2].ratio, low=0.0, high=math.inf)
    cost = Interval(5.0, 4.0, 6.0, 0.95, 6, "t")
    model = CostModel(cost, replace(cost, low=-1.0), replace(cost, method="sign"), 1e3, 1e5, 0.4)
    bent = replace(model, fixed_ns=replace(model.fixed_ns, low=-math.inf, high=math.inf))
    return Findings(
        (replace(found.cells[0], steadiness=audited, sustained=True, best_ns=1.5), *found.cells[1:]),
        (*found.comparisons[:2], replace(found.comparisons[2], ratio=without_end, sustained=True)),
        Forecast(
            needed=(Needed(found.comparisons[0].comparison, 5, (RoundsNeeded(1.02, None, 7, 0.8),)),),
            growth=(
                Growth(CELLS[0], bent, CELLS[3], CostComparison(Crossing.CROSSES, 2e4, 1.5e4, 2.5e4)),
                Growth(CELLS[3], model),
            ),
            near_loop=(NearLoop(CELLS[1], 4.2),),
            copy_bytes_per_ns=54.3,
            flags=(Flag(CELLS[0], Guard.GROWTH, -1.5, 2.5, 3, CELLS[1]), Flag(CELLS[1], Guard.OUTPUTS, detail="no")),
            machine={"jvm": MachineSpeed(1.6, 40)},
            usage=(Usage(CELLS[0], 6, 0.2, ()), Usage(CELLS[1], None, None, (7.5,))),
            reversals=(Reversal(CELLS[0], CELLS[3], 1.2),),
            fastest=(Fastest((CELLS[0], CELLS[3]), 0.95),),
            slow_modes=(SlowMode(CELLS[0], 2, 20, 1.4),),
        ),
    )


def test_findings_are_read_back_as_they_were(lab):
    run = lab.begin_run(INFO, CELLS)
    records = [record_of(cell, r, ns=1000 * (1 + i) + 7 * r) for i, cell in enumerate(CELLS) for r in range(5)]
    lab.record(run, *[*records, lost_of(CELLS[1], 5)])
    findings = whole_findings(lab, run)
    assert findings.comparisons[0].ratio.calibrated is not None
    lab.record_findings(run, replace(findings, cells=findings.cells[:1], comparisons=(), forecast=Forecast()))
    lab.record_findings(run, findings)
    assert lab.findings(run) == findings
    with reopened(lab, read_only=True) as again:
        assert again.findings(run) == findings
        assert again.findings(run + 1) is None


def test_findings_are_flat_tables_for_export(lab):
    run = lab.begin_run(INFO, CELLS)
    lab.record(run, *[record_of(cell, r, ns=1000 * (1 + i)) for i, cell in enumerate(CELLS) for r in range(5)])
    lab.record_findings(run, whole_findings(lab, run))
    lab.close()
    with duckdb.connect(lab.path, read_only=True) as connection:
        compared = connection.execute(
            "SELECT cell.key, other.key, question, round(ratio, 2), verdict, decided FROM comparison"
            " JOIN cell ON cell.id = comparison.cell JOIN cell AS other ON other.id = against ORDER BY ALL"
        ).fetchall()
        found = connection.execute(
            "SELECT cell.key, time_processes, len(process_times_ns), lost, audited FROM finding"
            " JOIN cell ON cell.id = finding.cell ORDER BY cell.id"
        ).fetchall()
    first, _, twin, plain = (cell.key for cell in CELLS)
    assert compared == [
        (twin, plain, "twin", 0.75, "different", True),
        (first, plain, "against the reference", 0.25, "different", True),
        (first, twin, "against the reference", 0.33, "different", True),
    ]
    assert found == [(cell.key, 5, 5, 0, 5 if cell == CELLS[0] else None) for cell in CELLS]


def test_cells_keep_their_names_over_sessions(lab):
    run = lab.begin_run(INFO, CELLS[:2])
    with reopened(lab) as again:
        again.record(run, record_of(CELLS[3]))
        again.record(run, record_of(CELLS[0]))
    with Lab.open(lab.path, create=False, read_only=True) as last:
        assert [summary.cell for summary in last.summaries(run)] == [CELLS[0], CELLS[3]]


@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_every_table_is_exported(lab, tmp_path, form):
    run = lab.begin_run(INFO)
    lab.record(run, record_of(CELLS[0]))
    folder = tmp_path / "it's new" / form
    files = lab.export(folder, form)
    assert lab.export(folder, form) == files
    assert sorted(folder.iterdir()) == sorted(files)
    names = {file.name for file in files}
    assert {
        f"{name}.{form}" for name in ("run", "host", "cell", "process", "batch", "check", "finding", "comparison")
    } <= names
    ask = f"SELECT count(*), sum(ns) FROM read_{form}(?)"
    with duckdb.connect() as connection:
        found = connection.execute(ask, [str(folder / f"batch.{form}")]).fetchone()
    assert found == (7, sum(batch.ns for batch in record_of(CELLS[0]).batches))


def test_an_interrupted_transaction_leaves_nothing(lab):
    run = lab.begin_run(INFO)

    def stopped():
        yield record_of(CELLS[0])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lab.record(run, *stopped())
    assert lab.planned(run) == ()
    lab.record(run, record_of(CELLS[0]))
    assert len(lab.planned(run)) == 1
