"""Speed of the lab file: `python benchmarks/store.py` prints the figures in docs/performance.md.

Measures storing (process by process, as a study does, and in bulk) and opening a large lab for its summary table. Each
part runs in a process of its own, so that its memory has nothing of the other parts.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import numpy as np

from wirelab.analysis.audit.steadiness import steadiness
from wirelab.analysis.findings import analyse
from wirelab.analysis.measured import Measured
from wirelab.design.design import Design, comparisons
from wirelab.design.sequential import Schedule
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.measurement import Batch, Phase, PlannedProcess, ProcessRecord
from wirelab.model.run import RunInfo
from wirelab.model.subject import Subject
from wirelab.store.lab import Lab
from wirelab.study.definition import Factors, Study

CELLS = tuple(
    Cell(CorpusName("school", size, "random"), "jvm", Subject(f"codec{i}"), Operation.SERIALIZE)
    for size in ("110", "1100", "11000")
    for i in range(8)
)
STUDY = Study(name="benchmark", question="?", factors=Factors(workload=("school",), codec=("codec0",)))
INFO = RunInfo("benchmark", "", (), 1, datetime.now(UTC), "0")


def phase(at: int, batches: int) -> Phase:
    """The first half warms up; then every second batch leads in."""
    if at < batches // 2:
        return Phase.WARM_UP
    return Phase.LEAD_IN if at % 2 else Phase.MEASURED


def processes(count: int, batches: int) -> Iterator[ProcessRecord]:
    """`count` processes of `batches` batches: warm-up, then turns, with times that do not compress away."""
    draw = np.random.default_rng(1)
    for number in range(count):
        ns = (10_000_000 * np.exp(0.02 * draw.standard_normal(batches))).astype(int).tolist()
        own = tuple(
            Batch(phase(i, batches), i * 10_000_000, 137, t, 1000, 0, 0, t - 1000, t - 500) for i, t in enumerate(ns)
        )
        at = number % len(CELLS)
        planned = PlannedProcess(number // len(CELLS), at, CELLS[at], 64, group=0)
        yield ProcessRecord(planned, INFO.started_at, sum(ns), 1000, 1.0, 0, 0, 0, 5000, True, own)


def store_each(path: Path, count: int, batches: int) -> None:
    """As a study does: one transaction per process, each on disk before the next."""
    records = list(processes(count, batches))
    with Lab.open(path, create=True) as lab:
        run = lab.begin_run(INFO, CELLS)
        times = []
        for record in records:
            began = time.perf_counter()
            lab.record(run, record)
            times.append(time.perf_counter() - began)
    middle, high = np.percentile(times, (50, 99)) * 1e3
    total = f"{count * batches:,} batches in {sum(times):.2f} s"
    print(f"one by one, {batches} batches per process: {middle:.1f} ms per process (p99 {high:.1f} ms); {total}")


def store_bulk(path: Path, count: int, batches: int) -> None:
    """As an import does: all processes in one transaction."""
    records = list(processes(count, batches))
    with Lab.open(path, create=True) as lab:
        run = lab.begin_run(INFO, CELLS)
        began = time.perf_counter()
        lab.record(run, *records)
        took = time.perf_counter() - began
    print(f"in one transaction, {batches} batches per process: {count * batches:,} batches in {took:.2f} s")


def make_large(path: Path, count: int, batches: int) -> None:
    """A lab for `summarise`."""
    with Lab.open(path, create=True) as lab:
        run = lab.begin_run(INFO, CELLS)
        records = processes(count, batches)
        for _ in range(0, count, 200):
            lab.record(run, *islice(records, 200))


def summarise(path: Path, *_: int) -> None:
    """Open, reduce inside DuckDB, analyse, audit: the work for a summary table."""
    began = time.perf_counter()
    with Lab.open(path, create=False, read_only=True) as lab:
        opened = time.perf_counter()
        summaries = lab.summaries(1)
        reduced = time.perf_counter()
        warm_ups = lab.warm_ups(1)
        thinned = time.perf_counter()
    compared = comparisons(CELLS, CELLS[0].subject)
    rounds = max(summary.round for summary in summaries) + 1
    design = Design(CELLS, compared, Schedule(rounds, len(compared)))
    measured = Measured(STUDY, design, rounds, ended=False, summaries=summaries)
    findings = analyse(measured)
    analysed = time.perf_counter()
    steadiness(warm_ups, summaries)
    ended = time.perf_counter()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"summary of {len(summaries):,} processes ({len(findings.cells)} cells): {ended - began:.2f} s (open"
        f" {opened - began:.2f}, reduce {reduced - opened:.2f}, thin {thinned - reduced:.2f}, analyse"
        f" {analysed - thinned:.2f}, audit {len(warm_ups)} processes {ended - analysed:.2f}), peak {peak:.0f} MB"
    )


PARTS = {part.__name__: part for part in (store_each, store_bulk, make_large, summarise)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="of the number of processes; 0.01 for a quick try")
    parser.add_argument("part", nargs="*", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.part:
        name, path, *numbers = given.part
        PARTS[name](Path(path), *map(int, numbers))
        return
    print(f"load average before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        plan = [
            ("store_each", "small", 1_000, 100),
            ("store_each", "usual", 1_000, 1_000),
            ("store_bulk", "bulk", 10_000, 100),
            ("make_large", "large", 10_000, 1_000),
            ("summarise", "large", 0, 0),
            ("make_large", "many", 100_000, 100),
            ("summarise", "many", 0, 0),
        ]
        for name, lab, count, batches in plan:
            numbers = [str(max(1, int(count * given.scale))), str(batches)]
            command = [sys.executable, __file__, name, f"{folder}/{lab}.duckdb", *numbers]
            subprocess.run(command, check=True)
        sizes = {file.name: file.stat().st_size / 1e6 for file in sorted(Path(folder).glob("*.duckdb"))}
    print("files: " + ", ".join(f"{name} {size:.0f} MB" for name, size in sizes.items()))


if __name__ == "__main__":
    main()
