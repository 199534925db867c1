"""A lab of 10^9 batches as partitions: `python benchmarks/large.py` prints the figures in docs/performance.md.

DuckDB invents it: runs of 125 codecs, both ways, in 20 rounds. Each process has 170 batches of warm-up, and 15 turns
with their lead-ins. Then each cell is summarised over all runs, by a process that asks DuckDB for the processes' times
and nothing else, and by one that opens the lab and reads the same as reports. The whole lab takes about 10 GB of disk;
`--batches 1e7` is a quick try, and `--folder` keeps the lab for another time.
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from array import array
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import duckdb
import numpy as np

from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.run import RunInfo
from wirelab.model.subject import Subject
from wirelab.store.connection import CONFIG
from wirelab.store.lab import Lab
from wirelab.store.partitions import write_batches

CELLS = tuple(
    Cell(CorpusName("school", "1100", "random"), "jvm", Subject(f"codec{i}"), operation)
    for operation in (Operation.SERIALIZE, Operation.DESERIALIZE)
    for i in range(125)
)
ROUNDS, WARM_UP, TURNS = 20, 170, 15
PROCESSES, BATCHES = len(CELLS) * ROUNDS, WARM_UP + 2 * TURNS
PLACES = {
    "warm-up": f"range({WARM_UP})",
    "lead-in": f"range({WARM_UP}, {BATCHES}, 2)",
    "measured": f"range({WARM_UP + 1}, {BATCHES}, 2)",
}
BYTES_A_BATCH, SPARE_BYTES = 10, 1_000_000_000
INFO = RunInfo("benchmark", "", (), 1, datetime(2026, 1, 1, tzinfo=UTC), "0")
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)

# Times of a cell scatter by 2 % from batch to batch, and within 6 % from process to process.
BATCHES_OF_A_RUN = """
WITH drawn AS (
    SELECT process, place::INTEGER AS place,
        (hash(process, place)::DOUBLE + 1) / 18446744073709551617 AS one,
        hash(place, process)::DOUBLE / 18446744073709551616 AS other,
        15e6 * (1 + process % 250 / 100) * (1 + hash(process) % 1000 / 16667) AS middle_ns
    FROM range({first}, {first} + {processes}) AS processes(process), {places} AS places(place)
),
timed AS (
    SELECT process, place, (middle_ns * exp(0.02 * sqrt(-2 * ln(one)) * cos(2 * pi() * other)))::BIGINT AS ns FROM drawn
)
SELECT process, place, place::BIGINT * 15000000 AS start_ns, 137::BIGINT AS calls, ns, NULL::BIGINT AS canary_ns,
    137 * 640 AS allocated_bytes, (hash(ns) % 50 = 0)::BIGINT AS gc_count, 0::BIGINT AS gc_ns, ns - 500 AS cpu_ns,
    ns - 500 + (hash(ns, 1) % 1000)::BIGINT AS process_cpu_ns, 0::BIGINT AS compiled
FROM timed ORDER BY process, place
"""
PROCESSES_OF_RUNS = f"""
INSERT INTO process BY NAME
SELECT run * {PROCESSES} + place + 1 AS id, run + 1 AS run, place // {len(CELLS)} AS round,
    place % {len(CELLS)} + 1 AS cell, place, 0 AS turn_group, 64 AS environment_bytes,
    TIMESTAMP '2026-01-01' AS started_at, 3000000000 AS wall_ns, 1000 AS canary_ns, 1.0 AS loop_ns,
    0 AS waiting_cpu_ns, 0 AS other_cpu_ns, 0 AS exit_status, 5000 AS encoded_bytes, true AS steady
FROM range(?) AS runs(run), range({PROCESSES}) AS places(place) ORDER BY id
"""


def make(folder: Path, runs: int) -> None:
    """A lab with runs and processes, exported as partitions; then the batches of each run, in its own files."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(dir=folder.parent) as beside:
        path = Path(beside) / "lab.duckdb"
        with Lab.open(path, create=True) as lab:
            for run in range(runs):
                started_at = INFO.started_at + timedelta(hours=run)
                lab.finish_run(lab.begin_run(replace(INFO, started_at=started_at), CELLS), "invented", started_at)
        with duckdb.connect(path) as connection:
            connection.execute(PROCESSES_OF_RUNS, [runs])
        with Lab.open(path, create=False, read_only=True) as lab:
            lab.export_partitions(folder)
    with duckdb.connect(config=CONFIG) as connection:
        for run in range(runs):
            for phase, places in PLACES.items():
                rows = BATCHES_OF_A_RUN.format(first=run * PROCESSES + 1, processes=PROCESSES, places=places)
                write_batches(connection, rows, folder, run + 1, phase)
    files = [file.stat().st_size for file in folder.rglob("*.parquet")]
    took_s = time.perf_counter() - began
    print(f"made in {took_s:.0f} s, peak {peak_mb():.0f} MB: {len(files):,} files, {sum(files) / 1e6:,.1f} MB")


TIMES_OF_A_RUN = """
SELECT process.cell, list(reduced.time_ns)
FROM (
    SELECT process, median(ns / calls) AS time_ns
    FROM read_parquet('{folder}/batch/run={run}/phase=measured/*.parquet') GROUP BY process
) AS reduced
JOIN read_parquet('{folder}/process.parquet') AS process ON process.id = reduced.process
WHERE process.run = {run} AND process.loss IS NULL GROUP BY process.cell
"""


def summarise(folder: Path, runs: int) -> None:
    """Ask DuckDB for the time of each process, run by run; then each cell over all runs."""
    began = time.perf_counter()
    times: dict[int, array[float]] = defaultdict(lambda: array("d"))
    with duckdb.connect(config=CONFIG) as connection:
        for run in range(1, runs + 1):
            for cell, own_ns in connection.execute(TIMES_OF_A_RUN.format(folder=folder, run=run)).fetchall():
                times[cell].extend(own_ns)
    _print("only DuckDB", runs, {CELLS[cell - 1]: own for cell, own in times.items()}, began)


def as_reports(folder: Path, *_: int) -> None:
    """Open the lab, and reduce each run to the summaries that reports read; then each cell over all runs."""
    began = time.perf_counter()
    times: dict[Cell, array[float]] = defaultdict(lambda: array("d"))
    with Lab.open(folder, create=False, read_only=True) as lab:
        runs = lab.runs()
        for run in runs:
            for each in lab.summaries(run.id):
                if each.time_ns is not None:
                    times[each.cell].append(each.time_ns)
    _print("as reports read it", len(runs), times, began)


def _print(how: str, runs: int, times: "Mapping[Cell, array[float]]", began: float) -> None:
    table = {cell: np.quantile(np.frombuffer(own), QUANTILES) / 1e3 for cell, own in times.items()}
    took_s, count = time.perf_counter() - began, sum(map(len, times.values()))
    what = f"{runs:,} runs, {count:,} processes, {count * BATCHES:,} batches"
    print(f"{how}: {what}: {took_s:.1f} s, peak {peak_mb():.0f} MB")
    for cell, quantiles in sorted(table.items(), key=lambda one: CELLS.index(one[0]))[:: len(CELLS) // 5]:
        named = ", ".join(f"{share:.0%} {time_us:.1f}" for share, time_us in zip(QUANTILES, quantiles, strict=True))
        print(f"  {cell.subject} {cell.operation}: {len(times[cell]):,} rounds; µs: {named}", flush=True)


def peak_mb() -> float:
    """The most memory of this process, without pages of files that are only mapped."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


PARTS = {part.__name__: part for part in (make, summarise, as_reports)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--batches", type=float, default=1e9, help="how many; 1e7 for a quick try")
    parser.add_argument("--folder", type=Path, help="where the lab is kept; used again if it is there")
    parser.add_argument("part", nargs="*", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.part:
        name, folder, runs = given.part
        PARTS[name](Path(folder), int(runs))
        return
    runs = max(1, round(given.batches / (PROCESSES * BATCHES)))
    print(f"load average before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory(prefix="wirelab-large-") as scratch:
        folder = (given.folder or Path(scratch) / "lab").absolute()
        wanted, free = runs * PROCESSES * BATCHES * BYTES_A_BATCH + SPARE_BYTES, shutil.disk_usage(folder.parent).free
        if not folder.exists() and free < wanted:
            sys.exit(f"{folder.parent} has {free / 1e9:.1f} GB left, and {wanted / 1e9:.1f} GB may be needed")
        for name in PARTS:
            if name != "make" or not folder.exists():
                subprocess.run([sys.executable, __file__, name, str(folder), str(runs)], check=True)


if __name__ == "__main__":
    main()
