"""The cost of adaptors of the JVM and .NET: `python benchmarks/hand_written.py` prints figures for docs/performance.md.

A codec's operation as the runner measures it is compared with the same in a loop written by hand with the same library.
Batches of both take turns within one fresh process. There are several processes of each codec, and the two alternate in
who goes first. Times are the thread's own CPU time. A process's ratio is the median over its turns; the interval is
Student's, over the processes' logarithms. Run nothing else on the machine meanwhile.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from math import exp, log, sqrt
from pathlib import Path
from statistics import fmean, median, stdev

from scipy.stats import t as student

from wirelab.app.resources import cache_folder
from wirelab.building.build import build_programs
from wirelab.building.program import Program, environment
from wirelab.building.runners import load_runner
from wirelab.workload.corpus import make_corpus
from wirelab.workload.definition import compile_workload, load_workload
from wirelab.workload.objects import taken_apart

ROOT = Path(__file__).parents[1]
MAIN = "wirelab.benchmark.HandWritten"
SOURCES = "src/benchmark"
PLATFORMS = {"dotnet": "dotnet-console"}  # the others' is "jvm"
OPERATIONS = ("serialize", "deserialize")
TARGET = 1.02


@dataclass(frozen=True, slots=True)
class Case:
    """A codec, the class that does the same by hand, and where both are."""

    codec: str
    written: str
    runner: str


CASES = (
    Case("gson", "ByGson", "jvm"),
    Case("jackson-json", "ByJackson", "jvm"),
    Case("kryo5", "ByKryo", "jvm"),
    Case("protobuf-java", "ByProtobuf", "jvm"),
    Case("scalapb", "ByScalaPB", "jvm-scala"),
    Case("system-text-json", "ByJson", "dotnet"),
    Case("google-protobuf", "ByProtobuf", "dotnet"),
    Case("memorypack", "ByMemoryPack", "dotnet"),
)


def built(runner: str, size: str) -> tuple[Program, Path]:
    """The runner's program with the school's types, and a file of objects."""
    cache = cache_folder()
    school = load_workload(ROOT / "workloads" / "school")
    schema = compile_workload(school)
    found = load_runner(ROOT / "runners" / runner)
    programs = build_programs(found, PLATFORMS.get(runner, "jvm"), {"school": schema}, cache, print)
    objects = taken_apart(make_corpus(school, size, "random", None, cache, print), schema).objects
    return programs.typed["school"], objects


def compiled(runner: str, program: Program, folder: Path) -> list[str]:
    """The command that measures both, with the loop written by hand compiled into `folder`."""
    return compiled_csharp(program, folder) if runner == "dotnet" else compiled_java(runner, program, folder)


def compiled_csharp(program: Program, folder: Path) -> list[str]:
    """The loop written by hand, with the runner and its types beside it."""
    dotnet, *_ = program.command()
    project = ROOT / "runners" / "dotnet" / "benchmark"
    settings = {"Runner": program.runner, "Types": program.types, "BaseIntermediateOutputPath": f"{folder}/obj/"}
    options = [f"-p:{name}={value}" for name, value in settings.items()]
    command = [dotnet, "build", project, "-nologo", "-v:quiet", "-nodeReuse:false", "-o", folder]
    subprocess.run([*command, *options], check=True)
    return [dotnet, f"{folder}/Wirelab.HandWritten.dll", str(program.types), f"{program.runner}/bin"]


def compiled_java(runner: str, program: Program, classes: Path) -> list[str]:
    """The runner's own command, with the classes written by hand behind its class path, and one as its main class."""
    command = with_classes(program.command(), classes)
    class_path = command[command.index("-cp") + 1]
    folders = [ROOT / "runners" / name / SOURCES for name in ("jvm-core", runner)]
    java = [str(path) for folder in folders for path in sorted(folder.rglob("*.java"))]
    scala = [str(path) for folder in folders for path in sorted(folder.rglob("*.scala"))]
    subprocess.run(["javac", "--release", "17", "-cp", class_path, "-d", str(classes), *java], check=True)
    if scala:
        compiler = f"{program.runner}/compiler/*:{class_path}"
        options = ["-nowarn", "-release", "17", "-cp", class_path, "-d", str(classes)]
        subprocess.run(["java", "-Xss16m", "-cp", compiler, "scala.tools.nsc.Main", *options, *scala], check=True)
    return [*command, MAIN]


def with_classes(command: tuple[str, ...], classes: Path) -> list[str]:
    """The runner's own command, with a folder of classes behind its class path, and without its main class."""
    *options, _main = command
    at = options.index("-cp") + 1
    return [*options[:at], f"{options[at]}:{classes}", *options[at + 1 :]]


def ratio(command: list[str], program: Program, *arguments: str) -> tuple[float, float]:
    """CPU nanoseconds per call by hand, and the adaptor's ratio to it, in one fresh process."""
    ended = subprocess.run(
        [*command, *arguments],
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
    parser.add_argument("--codec", action="append", choices=[case.codec for case in CASES], help="may be repeated")
    asked = parser.parse_args()
    cases = [case for case in CASES if case.codec in (asked.codec or case.codec)]
    found: dict[tuple[str, str], list[tuple[float, float]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        programs = {runner: built(runner, asked.size) for runner in dict.fromkeys(case.runner for case in cases)}
        commands = {}
        for runner, (program, _) in programs.items():
            (Path(folder) / runner).mkdir()
            commands[runner] = compiled(runner, program, Path(folder) / runner)
        print(
            f"machine: {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; school {asked.size}, target {TARGET}"
        )
        for at in range(asked.processes):
            for case in cases:
                program, objects = programs[case.runner]
                for operation in OPERATIONS:
                    first = ("adaptor", "hand")[at % 2]
                    written = case.written if case.runner == "dotnet" else f"wirelab.benchmark.{case.written}"
                    words = (str(objects), case.codec, written, operation, first)
                    times = ratio(commands[case.runner], program, *words)
                    found.setdefault((case.codec, operation), []).append(times)
    for (codec, operation), pairs in found.items():
        hand_us = median(hand_ns for hand_ns, _ in pairs) / 1000
        mean, low, high = interval([each for _, each in pairs])
        verdict = "more than the target" if low > TARGET else "within the target" if high <= TARGET else "unresolved"
        words = f"{codec:14} {operation:12} by hand {hand_us:8.1f} µs  adaptor {mean:.3f}× [{low:.3f}, {high:.3f}]"
        print(f"{words}  {verdict}")


if __name__ == "__main__":
    main()
