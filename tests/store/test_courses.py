"""What the audit and the components read: thinned inside the lab file, against plain Python over the raw batches."""

import math
from dataclasses import replace
from statistics import fmean, median, variance

import pytest

from tests.store.records import CELLS, INFO, lost_of, record_of
from wirelab.model.measurement import Batch, Phase
from wirelab.store import Lab


@pytest.fixture
def lab(tmp_path):
    with Lab.open(tmp_path / "wirelab.duckdb", create=True) as lab:
        yield lab


def batches(calls: list[int], warm_up: int) -> tuple[Batch, ...]:
    phases = [Phase.WARM_UP if place < warm_up else Phase.MEASURED for place in range(len(calls))]
    return tuple(Batch(phase, i, n, n * (100 + i)) for i, (phase, n) in enumerate(zip(phases, calls, strict=True)))


def test_a_course_has_the_batches_of_the_final_number_of_calls(lab):
    run = lab.begin_run(INFO, CELLS)
    lab.record(run, replace(record_of(CELLS[0]), batches=batches([1, 2, 8, 8, 4, 8, 8], warm_up=5)))
    (course,) = lab.courses(run)
    assert course.times_ns == (102, 103, 105, 106)
    assert (course.cell, course.measured_from, course.steady) == (CELLS[0], 2, True)


def test_long_courses_are_thinned_to_medians_of_neighbours(lab):
    run = lab.begin_run(INFO, CELLS)
    lab.record(run, replace(record_of(CELLS[0]), batches=batches([10] * 100, warm_up=51)))
    (course,) = lab.courses(run, batches=40)
    times = [100.0 + i for i in range(100)]
    assert course.times_ns == tuple(median(times[i : i + 3]) for i in range(0, 100, 3))
    assert course.measured_from == 17, "a median that has a warm-up batch in it is not measured"


def test_processes_are_picked_evenly_and_lost_ones_never(lab):
    run, other = lab.begin_run(INFO, CELLS), lab.begin_run(INFO, CELLS)
    lab.record_all(run, [record_of(cell, number, ns=1000 + number) for cell in CELLS[:2] for number in range(12)])
    lab.record_all(run, [lost_of(CELLS[0], 12), lost_of(CELLS[2], 0)])
    lab.record(other, record_of(CELLS[0]))
    assert len(lab.courses(run)) == 24
    some = lab.courses(run, processes=9)
    assert [course.cell for course in some] == [CELLS[0]] * 3 + [CELLS[1]] * 3
    picked = [int(course.times_ns[-1]) - 1000 for course in some]
    assert picked == [3, 7, 11, 3, 7, 11]
    assert len(lab.courses(run, processes=1)) == 2, "one a cell at least"


def test_spreads_are_those_of_the_measured_batches(lab):
    run = lab.begin_run(INFO, CELLS)
    records = [record_of(CELLS[0], 0), record_of(CELLS[1], 1, batches=3), lost_of(CELLS[0], 1)]
    lab.record_all(run, records)
    first, single = lab.spreads(run)
    logs = [math.log(b.ns / b.calls) for b in records[0].batches if b.phase is Phase.MEASURED]
    assert (first.cell, first.round, first.batches) == (CELLS[0], 0, 5)
    assert (first.mean_log_ns, first.variance) == pytest.approx((fmean(logs), variance(logs)))
    assert first.measured_ns == sum(b.ns for b in records[0].batches if b.phase is Phase.MEASURED)
    assert first.wall_ns == records[0].wall_ns
    assert (single.batches, single.variance) == (1, None)
