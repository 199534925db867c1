"""The batches that the audit reads: thinned inside the lab file, against plain Python over the raw batches."""

from dataclasses import replace
from statistics import median

import pytest

from tests.store.records import CELLS, INFO, lost_of, record_of
from wirelab.model.measurement import Batch, Phase
from wirelab.store.lab import Lab


@pytest.fixture
def lab(tmp_path):
    with Lab.open(tmp_path / "wirelab.duckdb", create=True) as lab:
        yield lab


def batches(calls: list[int], warm_up: int) -> tuple[Batch, ...]:
    phases = [Phase.WARM_UP if place < warm_up else Phase.MEASURED for place in range(len(calls))]
    return tuple(Batch(phase, i, n, n * (100 + i)) for i, (phase, n) in enumerate(zip(phases, calls, strict=True)))


def test_a_warm_up_has_the_batches_of_the_final_number_of_calls(lab):
    run = lab.begin_run(INFO, CELLS)
    lab.record(run, replace(record_of(CELLS[0]), batches=batches([1, 2, 8, 8, 4, 8, 8], warm_up=5)))
    (found,) = lab.warm_ups(run)
    assert (found.cell, found.round, found.order, found.times_ns) == (CELLS[0], 0, 3, (102, 103))


def test_long_warm_ups_are_thinned_to_medians_of_neighbours(lab):
    run = lab.begin_run(INFO, CELLS)
    lab.record(run, replace(record_of(CELLS[0]), batches=batches([10] * 100, warm_up=99)))
    (found,) = lab.warm_ups(run, batches=40)
    times = [100.0 + i for i in range(99)]
    assert found.times_ns == tuple(median(times[i : i + 3]) for i in range(0, 99, 3))


def test_processes_are_picked_evenly_and_lost_ones_never(lab):
    run, other = lab.begin_run(INFO, CELLS), lab.begin_run(INFO, CELLS)
    lab.record(run, *[record_of(cell, number, ns=1000 + number) for cell in CELLS[:2] for number in range(12)])
    lab.record(run, *[lost_of(CELLS[0], 12), lost_of(CELLS[2], 0)])
    lab.record(other, record_of(CELLS[0]))
    assert len(lab.warm_ups(run)) == 24
    some = lab.warm_ups(run, processes=9)
    assert [each.cell for each in some] == [CELLS[0]] * 3 + [CELLS[1]] * 3
    assert [each.round for each in some] == [3, 7, 11, 3, 7, 11]
    assert len(lab.warm_ups(run, processes=1)) == 2, "one per cell at least"


def test_a_process_without_a_warm_up_is_there_all_the_same(lab):
    run = lab.begin_run(INFO, CELLS)
    lab.record(run, replace(record_of(CELLS[0]), batches=batches([10] * 3, warm_up=0)))
    assert [each.times_ns for each in lab.warm_ups(run)] == [()]
