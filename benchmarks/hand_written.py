"""What the JVM runner's adaptors cost: `python benchmarks/hand_written.py` prints what docs/performance.md quotes.

A codec's operation as the runner measures it, against the same in a loop written by hand with the same library: batches
of both in turns within one fresh process, several processes of each, who goes first alternating. Times are the thread's
own CPU time. A process's ratio is the median over its turns; the interval is Student's, over the processes' logarithms.
Nothing else should run on the machine meanwhile.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from math import exp, log, sqrt
from pathlib import Path
from statistics import fmean, median, stdev

from scipy.stats import t as student

from wirelab.app.resources import cache_folder
from wirelab.execution.build import build_platform, build_runner, build_types
from wirelab.execution.program import Program, environment
from wirelab.execution.runners import load_runner
from wirelab.workload.corpus import make_corpus
from wirelab.workload.definition import compile_workload, load_workload

ROOT = Path(__file__).parents[1]
RUNNER = ROOT / "runners" / "jvm"
MAIN = "wirelab.benchmark.HandWritten"
SOURCE = RUNNER / "src" / "benchmark" / "java" / "wirelab" / "benchmark" / "HandWritten.java"
CODECS = ("gson", "jackson-json", "kryo5", "protobuf-java")
OPERATIONS = ("serialize", "deserialize")
TARGET = 1.02


def built(size: str) -> tuple[Program, Path]:
    """The runner's program with the school's types, and a corpus."""
    cache = cache_folder()
    school = load_workload(ROOT / "workloads" / "school")
    runner = build_runner(load_runner(RUNNER), cache, print)
    build_platform(runner, "jvm", print)
    types = build_types(runner, compile_workload(school), cache, print)
    return runner.program("jvm", types), make_corpus(school, size, "random", None, cache, print).path


def with_classes(command: tuple[str, ...], classes: Path) -> list[str]:
    """The runner's own command, with a folder of classes behind its class path, and without its main class."""
    *options, _main = command
    at = options.index("-cp") + 1
    return [*options[:at], f"{options[at]}:{classes}", *options[at + 1 :]]


def ratio(command: list[str], program: Program, *arguments: str) -> tuple[float, float]:
    """CPU nanoseconds a call by hand, and the adaptor's ratio to it, in one fresh process."""
    ended = subprocess.run(
        [*command, MAIN, *arguments],
        env=environment(program.platform),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    if ended.returncode != 0:
        sys.exit(f"{' '.join(arguments[1:])} ended with status {ended.returncode}:\n{ended.stderr[-2000:]}")
    times = json.loads(ended.stdout)
    return times["hand_ns"], times["ratio"]


def interval(ratios: list[float]) -> tuple[float, float, float]:
    """The geometric mean and its 95 % interval."""
    logs = [log(each) for each in ratios]
    half = float(student.ppf(0.975, len(logs) - 1)) * stdev(logs) / sqrt(len(logs))
    return exp(fmean(logs)), exp(fmean(logs) - half), exp(fmean(logs) + half)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--processes", type=int, default=5, help="of each codec and operation, two at least")
    parser.add_argument("--size", default="110", help="of the school")
    parser.add_argument("--codec", action="append", choices=CODECS, help="only this one; may be repeated")
    asked = parser.parse_args()
    program, corpus = built(asked.size)
    print(f"machine: {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; school {asked.size}, target {TARGET}")
    with tempfile.TemporaryDirectory() as folder:
        classes = Path(folder)
        command = with_classes(program.command(), classes)
        class_path = command[command.index("-cp") + 1]
        subprocess.run(["javac", "--release", "17", "-cp", class_path, "-d", str(classes), str(SOURCE)], check=True)
        found: dict[tuple[str, str], list[tuple[float, float]]] = {}
        for at in range(asked.processes):
            for codec in asked.codec or CODECS:
                for operation in OPERATIONS:
                    first = ("adaptor", "hand")[at % 2]
                    times = ratio(command, program, str(corpus), codec, operation, first)
                    found.setdefault((codec, operation), []).append(times)
    for (codec, operation), pairs in found.items():
        hand_us = median(hand_ns for hand_ns, _ in pairs) / 1000
        mean, low, high = interval([each for _, each in pairs])
        verdict = "more than the target" if low > TARGET else "within the target" if high <= TARGET else "unresolved"
        words = f"{codec:14} {operation:12} by hand {hand_us:8.1f} µs  adaptor {mean:.3f}× [{low:.3f}, {high:.3f}]"
        print(f"{words}  {verdict}")


if __name__ == "__main__":
    main()
