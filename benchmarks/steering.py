"""The effect of steering from outside on times: `python benchmarks/steering.py` prints the figures for decision 36.

Three codecs of each platform, both ways, in living processes. *Chunks*: eight batches asked for in one request,
beside eight requests of one batch. *Lead-in*: how much longer the first milliseconds take after a wait in which another
process ran. *Length*: a turn of 5 or 45 ms beside one of 15 ms. *Together*: a process of both operations beside
processes of one each. *Waiting*: the processor time that processes take while others have their turns. Conditions take
turns, in an order drawn again each time. Run nothing else on the machine.
"""

import argparse
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import fmean, median
from tempfile import TemporaryDirectory

from wirelab.analysis.decide.intervals import mean_interval, on_ratios
from wirelab.app.preparation import Preparation, prepare
from wirelab.app.resources import cache_folder
from wirelab.building.program import open_process
from wirelab.design.parties import Party, parties_of
from wirelab.design.plan import plan_round
from wirelab.execution.measuring_process import Assignment, MeasuringProcess
from wirelab.execution.memory import Memory
from wirelab.execution.turns import Group, warmed_up
from wirelab.execution.warm_up import Chunk
from wirelab.model.cell import Operation
from wirelab.model.measurement import Batch, Phase
from wirelab.study.definition import Measure, Study

CODECS = {
    "jvm": ("protobuf-java", "gson", "kryo5"),
    "python": ("protobuf-python", "orjson", "msgspec-msgpack"),
    "dotnet-console": ("google-protobuf", "system-text-json", "newtonsoft-json"),
    "dotnet-wasm-node": ("google-protobuf", "system-text-json", "newtonsoft-json"),
    "dotnet-wasm-browser": ("google-protobuf", "system-text-json", "newtonsoft-json"),
}
CORPUS = {"workload": ["school"], "size": [110]}
LARGE = {"workload": ["records"], "size": [100_000]}
Z = 1.96


@dataclass(frozen=True)
class Warm:
    """A warm process and one of its operations; `call_ns` is the time of a call."""

    process: MeasuringProcess
    operation: Operation
    call_ns: float

    def calls(self, ms: float) -> int:
        """How many calls take about so long."""
        return max(1, round(ms * 1e6 / self.call_ns))

    def time(self, calls: int, batches: int = 1) -> tuple[Batch, ...]:
        """Time a chunk."""
        return self.process.time(self.operation, Chunk(calls, batches), Phase.MEASURED)

    def __str__(self) -> str:
        return f"{self.process.assignment.open.codec} {self.operation}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--platform", action="append", choices=CODECS, help="only this one (repeatable)")
    parser.add_argument("--only", action="append", choices=EXPERIMENTS, help="only this experiment (repeatable)")
    parser.add_argument("--scale", type=float, default=1, help="so many times as many repetitions (1)")
    given = parser.parse_args()
    for name in given.only or EXPERIMENTS:
        for platform in given.platform or CODECS:
            print(f"\n{name}, {platform}", flush=True)
            EXPERIMENTS[name](platform, given.scale)


def chunks(platform: str, scale: float) -> None:
    """One request of eight batches of 2 ms beside eight requests."""
    with alive(platform, CORPUS) as warm:
        for each in warm:
            calls = each.calls(2)

            def once(own: Warm = each, calls: int = calls) -> float:
                return per_call(own.time(calls, 8))

            def apart(own: Warm = each, calls: int = calls) -> float:
                return per_call([own.time(calls)[0] for _ in range(8)])

            show(str(each), differences(once, apart, round(300 * scale)))


def lead_in(platform: str, scale: float) -> None:
    """Parts of half a millisecond after 15 ms of another process, beside parts 16 to 31."""
    with alive(platform, CORPUS) as warm:
        for at, each in enumerate(warm):
            other, parts = warm[at - 2], 32
            calls = each.calls(0.5)
            ratios: list[list[float]] = [[] for _ in range(parts)]
            for _ in range(round(80 * scale)):
                other.time(other.calls(15))
                batches = each.time(calls, parts)
                later = median(batch.ns for batch in batches[parts // 2 :])
                for part, batch in enumerate(batches):
                    ratios[part].append(batch.ns / later)
            shown = " ".join(f"{100 * (median(ratios[part]) - 1):+.1f}" for part in (0, 1, 2, 3, 4, 6, 8, 10, 14))
            print(f"  {each!s:36} {calls * each.call_ns / 1e6:5.2f} ms parts 1 2 3 4 5 7 9 11 15: {shown} %")


def length(platform: str, scale: float) -> None:
    """The ratio to the first codec, calls of collections included, by turns of 15 ms, and of 5 and 45 ms."""
    with alive(platform, LARGE, codecs=2) as warm:
        draw, times = Random(1), {}
        for _ in range(round(12 * scale)):
            for ms, turns in draw.sample([(5, 9), (15, 3), (45, 1)], 3):
                for _ in range(turns):
                    for own in draw.sample(warm, len(warm)):
                        for batch in own.time(own.calls(ms)):
                            times.setdefault((str(own), ms), []).append((batch.ns, batch.calls))
        own = {ms: {str(each): mean_call(times[str(each), ms]) for each in warm} for ms in (5, 15, 45)}
        for operation in dict.fromkeys(each.operation for each in warm):
            first, second = (str(each) for each in warm if each.operation == operation)
            ratios = " ".join(f"{ms} ms {own[ms][second] / own[ms][first]:.3f}" for ms in own)
            print(f"  {second} over {first}: {ratios}; a call takes {own[15][first] / 1e6:.1f} ms")


def together(platform: str, scale: float) -> None:
    """In rounds of turns: a process of both operations beside two of one each."""
    prepared, measure, parties = prepared_for(platform, CORPUS, len(CODECS[platform]))
    logs: dict[str, list[float]] = {}
    for number in range(max(3, round(8 * scale))):
        split = [(planned,) for party in parties for planned in party]
        with TemporaryDirectory(prefix="wirelab-") as folder:
            group = Group(measure, Memory())
            try:
                group.warm_up(processes(prepared, [*parties, *split], Path(folder)))
                group.take_turns(Random(number))
            finally:
                group.kill()
        both = {(str(m.assignment.open.codec), op): m for m in group.members[: len(parties)] for op in m.operations}
        for member in group.members[len(parties) :]:
            (operation,) = member.operations
            codec = str(member.assignment.open.codec)
            pairs = zip(both[codec, operation].turns_ns(operation), member.turns_ns(operation), strict=False)
            logs.setdefault(f"{codec} {operation}", []).append(median(math.log(a / b) for a, b in pairs))
    for name, own in logs.items():
        show(name, own)
    show("mean of all", [fmean(own) for own in zip(*logs.values(), strict=True)])


def waiting(platform: str, scale: float) -> None:
    """Processor time while waiting, relative to the time of a process's own turns, of groups of three."""
    prepared, measure, parties = prepared_for(platform, {"workload": ["school"], "size": [1100]}, len(CODECS[platform]))
    for number in range(max(1, round(3 * scale))):
        with TemporaryDirectory(prefix="wirelab-") as folder:
            group = Group(measure, Memory())
            try:
                group.warm_up(processes(prepared, parties, Path(folder)))
                group.take_turns(Random(number))
            finally:
                group.kill()
        for member in group.members:
            records = member.records()
            turns_ns = sum(b.ns for r in records for b in r.batches if b.phase is not Phase.WARM_UP)
            idle = records[0].waiting_cpu_ns
            share = "not known" if idle is None else f"{100 * idle / turns_ns:.2f} % of {turns_ns / 1e9:.1f} s of turns"
            print(f"  {member.assignment.open.codec!s:24} {share}")


EXPERIMENTS: dict[str, Callable[[str, float], None]] = {
    "chunks": chunks,
    "lead-in": lead_in,
    "length": length,
    "together": together,
    "waiting": waiting,
}


def differences(base: Callable[[], float], other: Callable[[], float], repetitions: int) -> list[float]:
    """ln(other / base), the two in random order each time."""
    draw, found = Random(repetitions), []
    for _ in range(repetitions):
        if draw.random() < 0.5:
            a, b = base(), other()
        else:
            b, a = other(), base()
        found.append(math.log(b / a))
    return found


def show(name: str, logs: Sequence[float]) -> None:
    """Print the middle of `logs` as a ratio, with its 95 % interval: of the median for many, of the mean for few."""
    if len(logs) > 30:
        ordered, half = sorted(logs), Z * math.sqrt(len(logs)) / 2
        low, high = ordered[max(0, int(len(logs) / 2 - half))], ordered[min(len(logs) - 1, int(len(logs) / 2 + half))]
        found = [math.exp(value) for value in (median(logs), low, high)]
    else:
        ratio = on_ratios(mean_interval(logs, 0.95))
        found = [ratio.estimate, ratio.low, ratio.high]
    shown = "{:.3f} [{:.3f}, {:.3f}]".format(*found)
    print(f"  {name:36} {shown} of {len(logs)}", flush=True)


def per_call(batches: Sequence[Batch]) -> float:
    return median(batch.ns / batch.calls for batch in batches)


def mean_call(times: Iterable[tuple[int, int]]) -> float:
    known = list(times)
    return sum(ns for ns, _ in known) / sum(calls for _, calls in known)


@contextmanager
def alive(platform: str, corpus: dict[str, list[object]], codecs: int = 3) -> Iterator[list[Warm]]:
    """The codecs' processes, warm, one operation each."""
    prepared, measure, parties = prepared_for(platform, corpus, codecs)
    with TemporaryDirectory(prefix="wirelab-") as folder:
        living = []
        try:
            for process in processes(prepared, [(planned,) for party in parties for planned in party], Path(folder)):
                living.append(process)
                process.spawn()
                process.begin()
            yield [Warm(p, op, warmed_up(p, op, measure)[1]) for p in living for op in p.operations]
        finally:
            for process in living:
                process.kill()


def prepared_for(
    platform: str, corpus: dict[str, list[object]], codecs: int
) -> tuple[Preparation, Measure, list[Party]]:
    """The builds, the settings for measuring, and the processes of a round, without a twin."""
    factors = {**corpus, "platform": [platform], "codec": list(CODECS[platform][:codecs])}
    study = Study.model_validate({"name": "steering", "question": "?", "factors": factors})
    prepared = prepare(study, cache_folder(), lambda _: None)
    cells = [cell for cell in prepared.cells if not cell.twin]
    return prepared, study.measure, list(parties_of(plan_round(cells, seed=1, round=0)))


def processes(prepared: Preparation, parties: Iterable[Party], folder: Path) -> Iterator[MeasuringProcess]:
    """A process that is yet to begin for each party."""
    for number, party in enumerate(parties):
        own = folder / str(number)
        own.mkdir()
        program, cell = prepared.program(party[0].cell), party[0].cell
        assignment = Assignment(
            prepared.data[cell.corpus], prepared.open_request(cell), program.platform.extensions, party
        )
        yield MeasuringProcess(assignment, lambda planned, program=program: open_process(program, planned), own)


if __name__ == "__main__":
    main()
