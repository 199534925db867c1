"""Speed of the statistics: `python benchmarks/analysis.py` prints the figures in docs/performance.md.

Each part runs in a process of its own, so that its memory has nothing of the other parts. Imported modules count.
"""

import argparse
import csv
import os
import resource
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from statistics import median

import numpy as np

from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.measurement import Batch, Phase, PlannedProcess, ProcessRecord
from wirelab.model.run import RunInfo
from wirelab.model.subject import Subject
from wirelab.store.lab import Lab
from wirelab.study.definition import Study

ROUNDS = 40
CELLS = tuple(
    Cell(CorpusName("school", size, "random"), "jvm", Subject(f"codec{number}"), operation)
    for size, number, operation in product(("110", "1100"), range(10), (Operation.SERIALIZE, Operation.DESERIALIZE))
)
WARM_UP, TURNS = 40, 20


def make_study(path: Path) -> None:
    """A lab with a run of 40 cells by 40 processes, each of which warms up for 40 batches and takes 20 turns."""
    draw = np.random.default_rng(1)
    factors = {"workload": ["school"], "size": ["110", "1100"], "codec": [str(cell.subject) for cell in CELLS[:20:2]]}
    study = Study.model_validate(
        {"name": "wide", "question": "How fast?", "factors": factors, "measure": {"rounds": ROUNDS}}
    )
    started = datetime.now(UTC)
    with Lab.open(path, create=True) as lab:
        run = lab.begin_run(RunInfo("wide", study.model_dump_json(), (), 1, started, "0"), CELLS)
        for number in range(ROUNDS):
            slow = draw.normal(0, 0.05)
            lab.record(run, *[_record(draw, number, place, slow, started) for place in range(len(CELLS))])
        lab.finish_run(run, "all 40 rounds were done")


def _record(draw: np.random.Generator, number: int, place: int, slow: float, started: datetime) -> ProcessRecord:
    level = 1e7 * (1 + 0.05 * place) * np.exp(slow + draw.normal(0, 0.02))
    phases = [Phase.WARM_UP] * WARM_UP + [Phase.LEAD_IN, Phase.MEASURED] * TURNS
    ns = (level * np.exp(0.02 * draw.standard_normal(len(phases)))).astype(int).tolist()
    own = tuple(
        Batch(phase, at * 10_000_000, 137, t, 1000, 0, 0, t - 1000, t - 500)
        for at, (phase, t) in enumerate(zip(phases, ns, strict=True))
    )
    planned = PlannedProcess(number, place, CELLS[place], 64, group=0)
    return ProcessRecord(planned, started, sum(ns), 1000, 1.0, 0, 0, 0, 5000, True, own)


def keep_findings(path: Path) -> None:
    """Store the findings that a run works out at its end."""
    from wirelab.app.lab.results import results_in

    findings = results_in(path, None).findings
    with Lab.open(path, create=False) as lab:
        lab.record_findings(1, findings)


def report(path: Path) -> None:
    """The text of a report: reduce, compare, audit, growth, or read. No page is drawn."""
    from wirelab.app.lab.results import results_in
    from wirelab.report.render.terminal import text
    from wirelab.report.run.report import run_report

    began = time.perf_counter()
    results = results_in(path, None)
    analysed = time.perf_counter()
    text(run_report(results))
    ended = time.perf_counter()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    took = f"{analysed - began:.2f} s, its text {ended - analysed:.2f} s, peak {peak:.0f} MB"
    print(f"{len(results.findings.cells)} cells by {ROUNDS} processes: {took}")


def changepoints(_: Path) -> None:
    """The audit of one process."""
    from wirelab.analysis.audit.changepoints import changepoints as find

    draw = np.random.default_rng(1)
    for count in (100, 500, 2000):
        values = np.exp(0.02 * draw.standard_normal(count) + 0.5 * (np.arange(count) < count // 10))
        find(values, floor=0.01)
        times = []
        for _ in range(15):
            began = time.process_time()
            find(values, floor=0.01)
            times.append((time.process_time() - began) * 1e3)
        print(f"changepoints in {count:,} batches: median {median(times):.1f} ms, {min(times):.1f} ms at best")


def make_table(path: Path) -> None:
    """A million rows of three factors."""
    draw = np.random.default_rng(1)
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("library", "size", "day", "t_s"))
        for number in range(1_000_000):
            library, size, day = number % 4, number // 4 % 3, number // 12 % 10
            t_s = 0.01 * (1 + library) * (1 + size) * float(np.exp(draw.normal(0, 0.1)))
            writer.writerow((f"library {library}", f"{10**size} kB", f"day {day}", f"{t_s:.9f}"))


def analyze_table(path: Path) -> None:
    """Run `wirelab analyze` on it."""
    _analyze("1,000,000 rows", str(path), "--response", "t_s", "--factors", "library,size", "--block", "day")


def analyze_study(path: Path) -> None:
    """Run it on the study's cells."""
    _analyze(f"{len(CELLS)} cells by {ROUNDS} processes", str(path))


def _analyze(what: str, *options: str) -> None:
    command = [str(Path(sys.executable).with_name("wirelab")), "analyze", *options]
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    took = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"wirelab analyze, {what}: {took:.2f} s, peak {peak:.0f} MB")


PARTS = {
    part.__name__: part
    for part in (make_study, report, keep_findings, analyze_study, changepoints, make_table, analyze_table)
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", nargs="*", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.part:
        name, path = given.part
        PARTS[name](Path(path))
        return
    print(f"load average before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        plan = [("make_study", "wide.duckdb"), *[("report", "wide.duckdb"), ("analyze_study", "wide.duckdb")] * 3]
        plan += [("keep_findings", "wide.duckdb"), *[("report", "wide.duckdb")] * 3]
        plan += [*[("changepoints", "-")] * 2, ("make_table", "rows.csv"), ("analyze_table", "rows.csv")]
        for name, file in plan:
            subprocess.run([sys.executable, __file__, name, f"{folder}/{file}"], check=True)


if __name__ == "__main__":
    main()
