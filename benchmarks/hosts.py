"""Whether hosts cost anything: `python benchmarks/hosts.py many`, `losses` and `quiet`.

`many`: so many hosts, with Dask and TLS on loopback, each of which sleeps for a round instead of measuring. The figure
is how many rounds come back, as a share of those of hosts that never wait. `losses`: the driver and a thousand hosts in
one process, whose answers get lost. `quiet`: calls of Python's json beside a scheduler and a host that run, and beside
the same two stopped by SIGSTOP, in pairs of windows. The ratio of their times should be 1. Run nothing else.
"""

import argparse
import os
import sys
import tempfile
from collections import Counter
from contextlib import ExitStack
from datetime import UTC, datetime
from json import dumps
from math import exp, log, sqrt
from pathlib import Path
from random import Random
from signal import SIGCONT, SIGSTOP
from statistics import mean, median, stdev
from threading import Event
from time import monotonic, perf_counter, sleep
from types import SimpleNamespace
from typing import TYPE_CHECKING

import zstandard
from scipy.stats import t

from wirelab.app.hosts.brought_files import BroughtFiles
from wirelab.app.hosts.driver import Driver, UnreachableError
from wirelab.app.hosts.hosts_file import DRIVER, membership
from wirelab.app.hosts.messages import Answer, Next, Question, State, answered
from wirelab.app.hosts.session import Kept

if TYPE_CHECKING:
    from tests.cluster.network import Members

ROOT = Path(__file__).parents[1]
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
    """Keeps nothing, so that only asking is timed; counts the rounds that came."""

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
    """Hosts of this process, some of whose answers get lost: before they measured, or after."""

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
            file = started(stack, folder, names, [str(given.round_s), str(given.rounds), str(given.bytes)]).file
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
                f" as {share * number:.2f} hosts that never wait would: {share:.3f} of them"
            )


def started(stack: ExitStack, folder: Path, names: list[str], asleep: list[str]) -> "Members":
    """A scheduler and hosts on loopback. They end with the block."""
    from tests.cluster.network import on_loopback

    members = stack.enter_context(on_loopback(folder, names))
    members.schedule()
    for name in names:
        if asleep:
            members.start_program(name, [sys.executable, __file__, "asleep", str(members.file), name, *asleep])
        else:
            members.serve(name)
    for name in names:
        members.until(lambda name=name: f"Host {name} waits for a driver" in members.log(name))  # type: ignore[misc]
    return members


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
    document = [{"name": f"person {at}", "age": at, "marks": [at / 7, at / 9]} for at in range(400)]
    dumps(document)
    logs = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        members = started(stack, folder, ["here"], [])
        pids = [child.pid for child in members.running.values()]
        stack.callback(sent, pids, SIGCONT)
        for pair in range(given.pairs):
            arms = [SIGSTOP, SIGCONT]
            Random(pair).shuffle(arms)
            times = {}
            for arm in arms:
                sent(pids, arm)
                sleep(0.05)
                times[arm] = batch_s(document, given.window_s)
            logs.append(log(times[SIGCONT] / times[SIGSTOP]))
    half = t.ppf(0.975, given.pairs - 1) * stdev(logs) / sqrt(given.pairs)
    middle = mean(logs)
    print(
        f"time beside a scheduler and a host over that beside stopped ones: {exp(middle):.4f}"
        f" [{exp(middle - half):.4f}, {exp(middle + half):.4f}], {given.pairs} pairs"
    )


def sent(pids: list[int], signal: int) -> None:
    for pid in pids:
        os.kill(pid, signal)


def batch_s(document: object, window_s: float) -> float:
    """The median time of batches of a few calls within a window."""
    times, ends = [], monotonic() + window_s
    while monotonic() < ends:
        began = perf_counter()
        for _ in range(20):
            dumps(document)
        times.append(perf_counter() - began)
    return median(times)


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
    kind.add_argument("--pairs", type=int, default=200)
    kind.add_argument("--window-s", type=float, default=0.4, help="for which calls are timed in each state")
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
