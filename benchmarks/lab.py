"""Speed of the lab around its runners: `python benchmarks/lab.py` prints the figures in docs/performance.md.

Runs the default study in an empty folder with everything built; then times only the command line. A process starts
while another warms up, so processes may take more time together than the study does. Run nothing else on the machine
meanwhile.
"""

import os
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from wirelab.store.lab import Lab

WIRELAB = (sys.executable, "-m", "wirelab")


def timed(*words: str, folder: Path) -> float:
    began = time.monotonic()
    subprocess.run([*WIRELAB, *words], cwd=folder, check=True, capture_output=True)
    return time.monotonic() - began


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        timed("run", "--rounds", "1", "--lab", "first.duckdb", folder=folder)  # builds the missing parts
        began = datetime.now(UTC)
        wall_s = timed("run", "--seed", "1", folder=folder)
        with Lab.open(folder / "wirelab.duckdb", create=False, read_only=True) as lab:
            (run,) = lab.runs()
            walls_s = lab.process_walls_s(run.id)
            started = run.info.started_at
        print(f"machine: {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
        print(f"default study: {wall_s:.1f} s, in which processes worked for {sum(walls_s):.1f} s")
        print(f"from the command to the run's start: {(started - began).total_seconds():.2f} s")
        print(f"wirelab --help: {median(timed('--help', folder=folder) for _ in range(20)):.3f} s (median of 20)")


if __name__ == "__main__":
    main()
