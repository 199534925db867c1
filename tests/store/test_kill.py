"""`kill -9` at any moment loses no process that was recorded, and counts none twice."""

import random
import subprocess
import sys
import threading
import time

import pytest

from tests.store.records import CELLS, INFO, record_of
from wirelab.store.lab import Lab

MOMENTS = 15  # at least; whole runs are killed fifty times (tests/app/test_whole_runs.py)
MOST_MOMENTS = 60

# Batches are many, so that logs fill and checkpoints fall among the moments too.
WRITER = """
import sys
from pathlib import Path
from tests.store.records import CELLS, record_of
from wirelab.store.lab import Lab
with Lab.open(Path(sys.argv[1]), create=False) as lab:
    run = lab.unfinished_run().id
    print("open", flush=True)
    for number in range(int(sys.argv[2]), 1_000_000):
        lab.record(run, record_of(CELLS[0], number, batches=3000))
        print(number, flush=True)
"""


def killed_after(seconds, path, first) -> list[str]:
    """The output of a writer that is killed `seconds` after it opened the lab."""
    writer = subprocess.Popen([sys.executable, "-c", WRITER, path, str(first)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout.readline() == "open\n"
    timer = threading.Timer(seconds, writer.kill)
    timer.start()
    said = writer.stdout.read().split()
    timer.join()
    assert writer.wait() == -9
    return said


@pytest.mark.exhaustive
def test_kills_at_random_moments(tmp_path):
    path = tmp_path / "wirelab.duckdb"
    with Lab.open(path, create=True) as lab:
        run = lab.begin_run(INFO, CELLS)
        began, kept = time.monotonic(), 1
        lab.record(run, record_of(CELLS[0], 0, batches=3000))
        within_s = 8 * (time.monotonic() - began)
    draw = random.Random(4)
    for moment in range(MOST_MOMENTS):
        if moment >= MOMENTS and kept > MOMENTS:
            break
        said = killed_after(draw.uniform(0, within_s), path, kept)
        if not said:
            within_s *= 1.2  # how long a record takes depends on what else the machine does
        acknowledged = kept + len(said)
        assert said == [str(number) for number in range(kept, acknowledged)]
        with Lab.open(path, create=False, read_only=moment % 2 == 0) as lab:
            rounds = sorted(planned.round for planned in lab.planned(run))
            last = lab.batches(run, lab.planned(run)[-1])
        assert rounds == list(range(len(rounds)))
        assert acknowledged <= len(rounds) <= acknowledged + 1
        assert len(last) == 3000
        kept = len(rounds)
    assert kept > MOMENTS, f"only {kept} were written before {MOST_MOMENTS} kills: the test says nothing"
    with Lab.open(path, create=False) as lab:
        assert lab.unfinished_run().id == run
        summaries = lab.summaries(run)
    assert [summary.round for summary in summaries] == list(range(kept))
    assert len({summary.time_ns for summary in summaries}) == 1
