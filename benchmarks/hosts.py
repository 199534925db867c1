"""Whether hosts cost anything: `python benchmarks/hosts.py many`, `losses` and `quiet`.

`many`: so many hosts, with Dask and TLS on loopback, of which each sleeps for a round instead of measuring: how many
rounds come back, as a share of what hosts that never wait would do. `losses`: the driver and a thousand hosts in one
process, whose answers get lost. `quiet`: the same study by `wirelab run` and on one host of this machine, in turns: the
ratio of their times, which should be 1; nothing else may run.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from math import exp, log, sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from threading import Event
from time import monotonic, sleep
from types import SimpleNamespace

import zstandard
from scipy.stats import t

from wirelab.app.hosts.brought_files import BroughtFiles
from wirelab.app.hosts.driver import Driver, UnreachableError
from wirelab.app.hosts.hosts_file import DRIVER, membership
from wirelab.app.hosts.messages import Answer, Next, Question, State, answered
from wirelab.app.hosts.session import Kept

ROOT = Path(__file__).parents[1]
WIRELAB = (sys.executable, "-m", "wirelab")
SESSION = "0" * 32
NOTHING = BroughtFiles((), {})


class Asleep:
    """A host that sleeps for each round, and hands over as many bytes as a round has."""

    def __init__(self, round_s: float, rounds: int, size: int) -> None:
        self._round_s, self._rounds = round_s, rounds
        self._packed = zstandard.ZstdCompressor().compress(Random(1).randbytes(size))

    def answer(self, question: Question) -> bytes:
        """Sleep, if a round is asked for."""
        if not isinstance(question, Next):
            return answered(Answer(state=State.LEFT))
        if 0 <= question.done < self._rounds:
            sleep(self._round_s)
        return answered(_answer(question.done, self._rounds), self._packed)


class Forgetful(Kept):
    """Keeps nothing, so that only asking is timed; counts what came."""

    def __init__(self, names: list[str]) -> None:
        self.session = SimpleNamespace(  # type: ignore[assignment]
            id=SESSION, study="{}", name="", command="", hosts=tuple(names), finished={}, seed_of=lambda _: 1
        )
        self.taken = Counter[str]()

    def handed(self, host: str) -> None:
        """Nothing."""

    def take(self, host: str, packed: bytes) -> SimpleNamespace:  # type: ignore[override] # noqa: ARG002
        """Count it."""
        self.taken[host] += 1
        return SimpleNamespace(has=SimpleNamespace(processes=0), corpora=(), run=SimpleNamespace(ending=""))

    def add(self, host: str) -> int:  # noqa: ARG002
        """Nothing."""
        return 1

    def is_complete(self, host: str) -> bool:  # noqa: ARG002
        """It is."""
        return True


class Lossy:
    """Hosts of this process, of whose answers some get lost: before they measured, or after."""

    def __init__(self, rounds: int, round_s: float, lost: float) -> None:
        self._rounds, self._round_s, self._lost, self._random = rounds, round_s, lost, Random(1)
        self.measured, self.have, self.losses = Counter[tuple[str, int]](), Counter[str](), 0

    def ask(self, host: str, question: Question, over: Event, piece: bytes = b"") -> tuple[Answer, bytes]:  # noqa: ARG002
        """Measure a round, once, whatever is lost."""
        if not isinstance(question, Next):
            return Answer(state=State.LEFT), b""
        chance = self._random.random()
        if chance < self._lost / 2:
            self._lose()
        if question.done == self.have[host] < self._rounds:
            over.wait(self._round_s)
            self.measured[host, question.done] += 1
            self.have[host] += 1
        if chance < self._lost:
            self._lose()
        return _answer(question.done, self._rounds), b""

    def _lose(self) -> None:
        self.losses += 1
        raise UnreachableError("it vanished")


def _answer(done: int, rounds: int) -> Answer:
    state = State.READY if done < 0 else State.ENDED if done >= rounds else State.MEASURED
    return Answer(state=state, rounds=min(done + 1, rounds), now=datetime.now(UTC))


def many(given: argparse.Namespace) -> None:
    for number in given.hosts:
        names = [f"h{at}" for at in range(number)]
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            file = started(stack, folder, names, [str(given.round_s), str(given.rounds), str(given.bytes)])
            from wirelab.cluster.connection import connected

            member = membership(file, DRIVER)
            hosts = stack.enter_context(connected(member))
            kept = Forgetful(names)
            began = monotonic()
            ended = Driver(kept, hosts, {}, NOTHING, 120, lambda _: None).measure()
            took_s = monotonic() - began
            done = sum(each.end == "finished" for each in ended)
            share = done * given.rounds * given.round_s / took_s / number
            print(
                f"{number} hosts: {done * given.rounds} rounds of {given.round_s:g} s in {took_s:.1f} s,"
                f" as {share * number:.2f} hosts would that never wait: {share:.3f} of them"
            )


def started(stack: ExitStack, folder: Path, names: list[str], asleep: list[str]) -> Path:
    """A scheduler and hosts on loopback; the hosts file. They end with the block."""
    from tests.cluster.network import Members, on_loopback

    members: Members = stack.enter_context(on_loopback(folder, names))
    members.schedule()
    for name in names:
        if asleep:
            members.start_program(name, [sys.executable, __file__, "asleep", str(members.file), name, *asleep])
        else:
            members.serve(name)
    for name in names:
        members.until(lambda name=name: f"Host {name} waits for a driver" in members.log(name))  # type: ignore[misc]
    return members.file


def asleep(given: argparse.Namespace) -> None:
    """Be one of these hosts."""
    from wirelab.cluster import task
    from wirelab.cluster.serve import serve_host

    host = Asleep(given.round_s, given.rounds, given.bytes)
    host.close = lambda: None  # type: ignore[attr-defined]
    task._hosts.append(host)  # type: ignore[arg-type]
    member = membership(Path(given.file), given.name)
    serve_host(member, Path(), None, lambda text: print(text, file=sys.stderr, flush=True))


def losses(given: argparse.Namespace) -> None:
    for number in given.hosts:
        names = [f"h{at}" for at in range(number)]
        hosts = Lossy(given.rounds, given.round_s, given.lost)
        kept, began = Forgetful(names), monotonic()
        ended = Driver(kept, hosts, {}, NOTHING, 120, lambda _: None).measure()
        took_s = monotonic() - began
        twice = sum(times > 1 for times in hosts.measured.values())
        missing = number * given.rounds - len(hosts.measured)
        print(
            f"{number} hosts, {hosts.losses} of {hosts.losses + sum(kept.taken.values())} answers lost: {took_s:.1f} s"
            f" for rounds of {given.rounds * given.round_s:g} s; {sum(each.end == 'finished' for each in ended)} hosts"
            f" ended, {twice} rounds measured twice, {missing} missing"
        )


def quiet(given: argparse.Namespace) -> None:
    words = [*given.words] or [
        "--workload",
        "school",
        "--size",
        "110",
        "--platform",
        "python",
        "--codec",
        "orjson",
        "--codec",
        "cbor2",
    ]
    words += ["--rounds", "2", "--precision", "0.001"]
    logs: dict[str, list[float]] = {}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        for pair in range(given.pairs):
            arms: list[tuple[str, Callable[[Path], None]]] = [
                ("alone", lambda lab: typed(["run", *words, "--lab", str(lab)])),
                ("host", lambda lab: on_host(words, lab)),
            ]
            Random(pair).shuffle(arms)
            times = {}
            for name, run in arms:
                lab = folder / f"{name}-{pair}.duckdb"
                run(lab)
                times[name] = times_of(lab)
            for cell, alone_ns in times["alone"].items():
                logs.setdefault(cell, []).append(log(times["host"][cell] / alone_ns))
            print(f"pair {pair + 1}: {exp(mean(own[-1] for own in logs.values())):.4f}", flush=True)
    means = [mean(own[pair] for own in logs.values()) for pair in range(given.pairs)]
    half = t.ppf(0.975, given.pairs - 1) * stdev(means) / sqrt(given.pairs)
    low, high = exp(mean(means) - half), exp(mean(means) + half)
    print(f"time on a host over that of `wirelab run`: {exp(mean(means)):.4f} [{low:.4f}, {high:.4f}]")


def on_host(words: list[str], lab: Path) -> None:
    with ExitStack() as stack:
        file = started(stack, Path(stack.enter_context(tempfile.TemporaryDirectory())), ["here"], [])
        typed(["run", *words, "--hosts", str(file), "--lab", str(lab)])


def typed(words: list[str]) -> None:
    ended = subprocess.run([*WIRELAB, *words], capture_output=True, text=True, check=False)
    if ended.returncode:
        sys.exit(ended.stderr)


def times_of(lab: Path) -> dict[str, float]:
    """Each cell's time in the one run of a lab, in ns."""
    ended = subprocess.run([*WIRELAB, "report", "--lab", str(lab), "--json"], capture_output=True, check=True)
    findings = json.loads(ended.stdout)["findings"]
    return {each["cell"]["key"]: each["time_ns"]["estimate"] for each in findings if each["time_ns"]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    kinds = parser.add_subparsers(required=True)
    for name, does, hosts, round_s in (("many", many, [1, 2, 4, 8], 5.0), ("losses", losses, [10, 100, 1000], 0.2)):
        kind = kinds.add_parser(name)
        kind.set_defaults(does=does)
        kind.add_argument("--hosts", type=int, nargs="+", default=hosts)
        kind.add_argument("--rounds", type=int, default=10)
        kind.add_argument("--round-s", type=float, default=round_s)
        kind.add_argument("--bytes", type=int, default=2_000_000, help="that a round hands over")
        kind.add_argument("--lost", type=float, default=0.1, help="share of answers")
    kind = kinds.add_parser("quiet")
    kind.set_defaults(does=quiet)
    kind.add_argument("--pairs", type=int, default=10)
    kind.add_argument("words", nargs="*", help="of `wirelab run`, behind --")
    kind = kinds.add_parser("asleep")
    kind.set_defaults(does=asleep)
    kind.add_argument("file")
    kind.add_argument("name")
    kind.add_argument("round_s", type=float)
    kind.add_argument("rounds", type=int)
    kind.add_argument("bytes", type=int)
    given = parser.parse_args()
    given.does(given)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
