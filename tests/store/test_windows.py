"""Batches of windows, and of a slower state: in which values they stand, and in which not."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.store.records import CELLS, INFO, record_of
from wirelab.model.measurement import Batch, Phase, ProcessRecord, Window
from wirelab.model.units import Nanoseconds
from wirelab.store import Lab


@pytest.fixture
def lab(tmp_path: Path):
    with Lab.open(tmp_path / "wirelab.duckdb", create=True) as opened:
        yield opened


def windowed(batches: int = 3, ns: int = 900_000) -> ProcessRecord:
    record = record_of(CELLS[0])
    last = record.batches[-1]
    window = [
        replace(last, phase=Phase.WINDOW, start_ns=Nanoseconds(last.start_ns + i + 1), ns=Nanoseconds(ns), gc_count=i)
        for i in range(batches)
    ]
    return replace(record, batches=(*record.batches, *window))


def test_batches_of_a_window_are_kept_and_enter_nothing_else(lab: Lab) -> None:
    plain, run = lab.begin_run(INFO), lab.begin_run(INFO)
    lab.record(plain, record_of(CELLS[0]))
    lab.record(run, windowed())
    assert lab.batches(run, windowed().planned) == windowed().batches
    for limits in ({}, {"jvm": 10.0**9}):
        assert lab.summaries(run, limits) == lab.summaries(plain, limits)
        assert lab.courses(run, limits) == lab.courses(plain, limits)
        (spread,), (without,) = lab.spreads(run, limits), lab.spreads(plain, limits)
        assert spread == replace(without, wall_ns=without.wall_ns - 3 * 900_000)


def test_a_window_is_read_with_the_measured_batches_before_it(lab: Lab) -> None:
    run = lab.begin_run(INFO)
    lab.record_all(run, [windowed(), record_of(CELLS[3])])
    record = windowed()
    behind = tuple(batch for batch in record.batches if batch.phase is not Phase.WARM_UP)
    assert lab.windows(run) == (Window(CELLS[0], behind, record.last_canary_ns),)


def test_a_slower_state_is_read_between_two_limits(lab: Lab) -> None:
    run, record = lab.begin_run(INFO), record_of(CELLS[0])
    canaries = (100, 150, 150, 200, 150, 150)  # of the batches from 1 on, the second, third and last but one differ
    batches = tuple(
        Batch(Phase.MEASURED, Nanoseconds(i), 1, Nanoseconds(1000 + i), Nanoseconds(canary))
        for i, canary in enumerate(canaries)
    )
    lab.record(run, replace(record, batches=batches, last_canary_ns=Nanoseconds(100)))
    (summary,) = lab.summaries(run, {"jvm": 160.0}, {"jvm": 120.0})
    assert summary.time_ns == pytest.approx((1001 + 1004) / 2), "batches 1 and 4 stand between two such canaries"
    (fast,) = lab.summaries(run, {"jvm": 160.0})
    assert fast.time_ns == pytest.approx(1002.5), "0, 1, 4 and 5"
