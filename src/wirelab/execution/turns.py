"""Processes that live at the same time and measure in turns: compared cells run within a fraction of a second.

They are started and warmed up, as many at a time as there are processors. Then all take turns, in a new random order
for each turn, while the others wait on their standard input (docs/decisions/0035-ratios-in-turns.md).
"""

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from math import log, sqrt
from random import Random
from statistics import median

from wirelab.execution.conversation import LostError
from wirelab.execution.measuring_process import MeasuringProcess
from wirelab.execution.memory import Memory
from wirelab.execution.warm_up import Chunk, WarmUp
from wirelab.model.cell import ModeKind, Operation
from wirelab.model.measurement import Phase
from wirelab.study.definition import Measure

PARTS = 4
"""A turn's batch is made in so many parts, and one more leads in: the first moments after a wait are slower."""
MORE_TURNS, ERROR, _AT_ONCE = 2, 0.02, 5
"""Up to `MORE_TURNS` times as many turns are taken while a ratio's logarithm errs by more than `ERROR` in a round, by
its turns; the error is computed after every `_AT_ONCE` turns."""
LEAST_TURNS, MOST_NS, OWN_NS = 5, 60_000_000_000, 1_500_000_000
"""A group has as many turns as fit into `MOST_NS`, each process as many as fit into `OWN_NS`; at least `LEAST_TURNS`.

One call of seconds averages as much as many turns of short calls."""
LONG_NS, LONGEST_NS = 20_000_000, 200_000_000
"""A call that takes `LONG_NS` needs no lead-in: its first moments are a thousandth of it. A turn is made longer than a
batch up to `LONGEST_NS`."""


def chunk_of_turn(calls: int, call_ns: float, scatter: float, turns: int) -> Chunk:
    """The chunk that a process times in its turn, from the calls in a batch and the time of a call.

    If batches scatter by a share `scatter`, because some of them collect garbage, a turn has more calls, within its
    time: so many that the mean over all `turns` errs by no more than `ERROR`. A collector that works beside the
    program then works within the turn, instead of during the turns of others.
    """
    times = 1.0
    if scatter > ERROR * sqrt(turns):
        times = max(1.0, min((scatter / ERROR) ** 2 / turns, LONGEST_NS / (calls * call_ns)))
    if calls == 1 and call_ns >= LONG_NS:
        return Chunk(1, round(times) + (round(times) > 1))  # the first of several leads in
    part = max(1, calls // PARTS)
    return Chunk(part, 1 + max(1, round(times * calls / part)))


def warmed_up(process: MeasuringProcess, operation: Operation, measure: Measure) -> tuple[Chunk, float]:
    """Warm up an operation of a process; returns the chunk of its turns, and the time of a call in ns."""
    warm_up = WarmUp(measure, threads_compile=not process.assignment.collects_beside)
    while not warm_up.over:
        warm_up.add(process.time(operation, warm_up.next(), Phase.WARM_UP))
    process.warm(operation, warm_up.calls, steady=bool(warm_up.steady))
    single = measure.mode is ModeKind.COLLECTED
    scatter = warm_up.scatter_of_collections
    chunk = Chunk(1, 1) if single else chunk_of_turn(warm_up.calls, warm_up.call_ns, scatter, measure.turns)
    return chunk, warm_up.call_ns


class Group:
    """Processes of a round that live at the same time, until they have had their turns."""

    def __init__(self, measure: Measure, memory: Memory) -> None:
        """A group without members."""
        self._measure, self._memory = measure, memory
        self._members: list[MeasuringProcess] = []
        self._warm: dict[tuple[MeasuringProcess, Operation], tuple[Chunk, float]] = {}

    @property
    def members(self) -> tuple[MeasuringProcess, ...]:
        """All processes that were ever in it, in the order in which they came."""
        return tuple(self._members)

    def warm_up(self, processes: Iterable[MeasuringProcess]) -> None:
        """Start processes and warm them up, one on each processor at a time; a lost one takes no turns.

        They are made one by one, when there is a processor for the next.
        """
        lanes, under_way = os.cpu_count() or 1, set[Future[None]]()
        with ThreadPoolExecutor(lanes) as pool:
            try:
                for process in processes:
                    self._members.append(process)
                    with _lost_alone(process):
                        process.spawn()  # by this thread: a process dies with the thread that started it
                    under_way.add(pool.submit(self._admit, process))
                    if len(under_way) == lanes:
                        done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                        for each in done:
                            each.result()
                for each in under_way:
                    each.result()
            except BaseException:
                self.kill()  # or the pool would wait until they are warm
                raise

    def _admit(self, process: MeasuringProcess) -> None:
        with _lost_alone(process):
            if process.loss is not None:
                return
            process.begin()
            for operation in process.operations:
                self._warm[process, operation] = warmed_up(process, operation, self._measure)
            self._memory.learn(process)

    def _goes_on(self, taken: int) -> bool:
        """Whether another turn is taken: fewer where calls take long, more where the machine is noisy."""
        turns = self._measure.turns
        living = {one: warm for one, warm in self._warm.items() if one[0].loss is None}
        if all(taken >= _turns_of_own(*warm) for warm in living.values()):
            return False
        if taken < min(turns, LEAST_TURNS):
            return True
        if taken >= MORE_TURNS * turns or _turns_take_ns(living.values(), taken + 1) > MOST_NS:
            return False
        if taken < turns:
            return True
        turns_ns = [process.turns_ns(operation) for process, operation in living]
        return (taken - turns) % _AT_ONCE != 0 or ratio_error(turns_ns) > ERROR

    def take_turns(self, draw: Random) -> None:
        """Let all members take their turns, in an order that `draw` shuffles for each; verify and end them."""
        living = [process for process in self._members if process.loss is None]
        for (process, operation), (chunk, _) in self._warm.items():  # while the last warmed up, the first grew cold
            if process.loss is None:
                with _lost_alone(process):
                    process.time(operation, chunk, Phase.WARM_UP)
        for process in living:
            process.begin_turns()
        taken = 0
        while self._goes_on(taken):
            order = [one for one in self._warm.items() if taken < _turns_of_own(*one[1])]
            taken += 1
            draw.shuffle(order)
            for (process, operation), (chunk, _) in order:
                if process.loss is None:
                    with _lost_alone(process):
                        process.turn(operation, chunk, collect=self._measure.mode is ModeKind.COLLECTED)
        for process in living:
            process.end_turns()
        for process in living:
            if process.loss is None:
                with _lost_alone(process):
                    process.end()

    def kill(self) -> None:
        """End every process that has not ended."""
        for process in self._members:
            process.kill()


def _turn_ns(chunk: Chunk, call_ns: float) -> float:
    return max(1.0, call_ns * chunk.calls * chunk.batches)


def _turns_take_ns(members: Iterable[tuple[Chunk, float]], turns: int) -> float:
    """The time of members' turns together, if there are so many."""
    return sum(min(turns, _turns_of_own(*warm)) * _turn_ns(*warm) for warm in members)


def _turns_of_own(chunk: Chunk, call_ns: float) -> int:
    """How many turns a member takes at most: always the first ones, so that turns have the same number for all."""
    return max(LEAST_TURNS, int(OWN_NS / _turn_ns(chunk, call_ns)))


def ratio_error(turns_ns: Sequence[Sequence[float]]) -> float:
    """The standard error of a round's ln(ratio), by its turns: of two typical members of a group.

    Time that all members take longer in a turn is the machine's and cancels out of ratios; the rest is each member's.
    The median of n values scatters 1.25 times as much as their mean; the scatter is by the median of absolute
    deviations, times 1.48, as for normal values. Members that have had all their turns, as their calls take long, do
    not count; with fewer than two others, or two turns, it is 0.
    """
    most = max(map(len, turns_ns), default=0)
    full = [own for own in turns_ns if len(own) == most]
    if len(full) < 2 or most < 2:
        return 0.0
    logs = [[log(ns) for ns in own] for own in full]
    beyond = [[each - centre for each in own] for own in logs for centre in [median(own)]]
    machine = [median(turn) for turn in zip(*beyond, strict=True)]
    scatters = [
        1.4826 * median(abs(each - shared) for each, shared in zip(own, machine, strict=True)) for own in beyond
    ]
    return 1.2533 * sqrt(2 / len(machine)) * float(median(scatters))


@contextlib.contextmanager
def _lost_alone(process: MeasuringProcess) -> Iterator[None]:
    """If a process is lost, the others continue."""
    try:
        yield
    except LostError as error:
        process.lose(error)


def in_groups(
    pairs: Sequence[tuple[int, int]],
    start: Callable[[int, int], MeasuringProcess],
    expected_bytes: Callable[[int], int],
    measure: Measure,
    memory: Memory,
    draw: Random,
) -> Iterator[Group]:
    """Measure processes in as few groups as memory allows, each of `pairs` in one of them together.

    A pair of the same is a single member; `start` makes the process of a member, in the group of that number. A group
    is yielded when its processes have ended. An interrupt kills those of the group under way, and is raised again.
    """
    left, number = list(pairs), 0
    while left:
        group = Group(measure, memory)
        try:
            group.warm_up(_fitting(left, lambda member: start(member, number), expected_bytes, memory))  # noqa: B023
            group.take_turns(draw)
        finally:
            group.kill()
        yield group
        number += 1


def _fitting(
    left: list[tuple[int, int]],
    start: Callable[[int], MeasuringProcess],
    expected_bytes: Callable[[int], int],
    memory: Memory,
) -> Iterator[MeasuringProcess]:
    """The processes of the next group, made one by one; the pairs that it has together are taken from `left`."""
    inside: dict[int, None] = {}
    taken_bytes = 0
    for pair in list(left):
        new = [member for member in dict.fromkeys(pair) if member not in inside]
        more_bytes = sum(map(expected_bytes, new))
        if inside and new and taken_bytes + more_bytes > memory.bound_bytes:
            continue
        left.remove(pair)
        for member in new:
            inside[member] = None
            taken_bytes += expected_bytes(member)
            yield start(member)
