"""How well a round knows a ratio: `python benchmarks/turns.py [--busy]` prints the figures in docs/performance.md.

Measures 16 cells on the JVM, 16 in Python and 8 on .NET's console for a fixed number of rounds, and prints
the standard deviation from round to round of ln(ratio to the reference), by the number of turns that count. With
`--busy` another program keeps one of the cores busy meanwhile. Run nothing else on the machine.
"""

import argparse
import contextlib
import multiprocessing
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from pathlib import Path

from wirelab.analysis.decide.round_ratios import round_ratios
from wirelab.model.measurement import ProcessSummary
from wirelab.store.lab import Lab

STUDIES = {
    "jvm": (
        "school",
        1100,
        ("protobuf-java", "kryo5", "fory", "jackson-smile", "jackson-json", "fastjson2", "gson", "java-serialization"),
    ),
    "python": (
        "school",
        1100,
        ("protobuf-python", "orjson", "json", "msgspec-json", "msgspec-msgpack", "pickle", "cbor2", "lxml"),
    ),
    "dotnet-console": ("records", 1000, ("google-protobuf", "system-text-json", "newtonsoft-json", "bson-newtonsoft")),
}
TURNS = (1, 3, 5, 10, 15, 20, 30)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--platform", action="append", choices=STUDIES, help="only this one (repeatable)")
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--turns", type=int, default=20)
    parser.add_argument("--busy", action="store_true", help="keep one core busy meanwhile")
    given = parser.parse_args()
    for platform in given.platform or STUDIES:
        with one_core_busy() if given.busy else contextlib.nullcontext():
            measure(platform, given.rounds, given.turns)


def measure(platform: str, rounds: int, turns: int) -> None:
    """Run the study of a platform and print how well its rounds know ratios."""
    workload, size, codecs = STUDIES[platform]
    with tempfile.TemporaryDirectory(prefix="wirelab-turns-") as name:
        study = Path(name) / "turns.toml"
        study.write_text(
            f'name = "turns"\nquestion = "How well does a round know a ratio?"\n[factors]\nworkload = ["{workload}"]\n'
            f'size = [{size}]\nplatform = ["{platform}"]\ncodec = {list(codecs)}\n'
            f'[measure]\nrounds = {rounds}\nturns = {turns}\n[analysis]\nuntil = "rounds"\n'
        )
        began = time.monotonic()
        command = [sys.executable, "-m", "wirelab", "run", str(study), "--seed", "1", "--json"]
        ended = subprocess.run(command, cwd=name, capture_output=True, text=True, check=False)
        took_s = time.monotonic() - began
        if not ended.stdout:
            sys.exit(ended.stderr)
        with Lab.open(Path(name) / "wirelab.duckdb", create=False, read_only=True) as lab:
            summaries = lab.summaries(1)
    print(f"\n{platform}: {rounds} rounds of {len(codecs)} codecs, both ways, in {took_s / rounds:.1f} s each")
    counts = [count for count in TURNS if count <= turns]
    sds: dict[int, list[float]] = {count: [] for count in counts}
    for cell in dict.fromkeys(each.cell for each in summaries):
        own = [each for each in summaries if each.cell == cell]
        against = replace(cell, subject=next(e.cell.subject for e in summaries if e.cell.subject.codec == codecs[0]))
        other = [each for each in summaries if each.cell == replace(against, twin=False)]
        if cell == replace(against, twin=False):
            continue
        row = []
        for count in counts:
            found = round_ratios(_first(own, count), _first(other, count))
            sds[count].append(statistics.stdev(log for _, log in found.logs))
            row.append(f"{100 * sds[count][-1]:5.1f}")
        print(f"  {cell.subject!s:18} {cell.operation:12} {'twin' if cell.twin else '':4} {' '.join(row)}")
    print(f"  {'rms, SD in %':36} {' '.join(f'{100 * _rms(sds[count]):5.1f}' for count in counts)}  of {counts} turns")


def _first(processes: list[ProcessSummary], turns: int) -> Iterator[ProcessSummary]:
    """The same processes as if they had had so many turns; ratios of medians, whatever collects."""
    return (replace(each, turns_ns=each.turns_ns[:turns], collects=False) for each in processes)


def _rms(values: list[float]) -> float:
    return sqrt(statistics.fmean(value**2 for value in values))


@contextlib.contextmanager
def one_core_busy() -> Iterator[None]:
    """Another program computes meanwhile."""
    process = multiprocessing.Process(target=_compute, daemon=True)
    process.start()
    try:
        yield
    finally:
        process.kill()
        process.join()


def _compute() -> None:
    while True:
        sum(number * number for number in range(1000))


if __name__ == "__main__":
    main()
