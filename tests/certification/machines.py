"""Error rates and coverage on machines with states, by simulation: `python -m tests.certification.machines`.

It writes docs/machine-states.md. A machine is a course of speeds over the seconds of a study; canaries and batches feel
it, each in its own measure. What decides which batches count, and what judges the times, is the code that does so in
real runs: `machine_states`, `worth_waiting_for_ns`, `in_fast_state`, `drift_within_rounds`, `decide`.

As in a run, a process measures until it has its batches in the fast state, or near where a sliding session was fastest,
for a second more at most, and one that found none in the fast state is repeated once at the end of its round. A run
learns these limits from round to round; here processes know them from the start, from canaries at the times when they
measure.
"""

import math
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.certification.noise import TIME_NS
from tests.certification.operating import ALARMS, BAND, CONFIDENCE
from wirelab.analysis.decision import decide
from wirelab.analysis.drift import drift_within_rounds
from wirelab.analysis.intervals import differences, paired_ratio, ratio_interval
from wirelab.analysis.running import Running
from wirelab.analysis.slow_state import FEWEST_ROUNDS
from wirelab.analysis.states import in_fast_state, machine_states, slow_limits, worth_waiting_for_ns
from wirelab.design.sequential import Schedule
from wirelab.model.machine import MachineKind, MachineStates
from wirelab.model.measurement import Batch, Phase

PAGE = Path(__file__).resolve().parents[2] / "docs" / "machine-states.md"
CELLS, ROUNDS, BATCHES = 8, 20, 5
COVERED_AFTER = (5, 10, 20)
FEWEST_SHOWN = 20
CANARY_NS, BATCH_S, WAIT_S, START_S = 300_000, 0.02, 1.0, 0.8
BATCH_SD, PROCESS_SD, CANARY_SD = 0.02, 0.02, 0.01
FEELS = (1.0, 0.8, 1.2, 1.0, 0.7, 1.1, 1.0, 0.9)
"""How much of a slower machine each cell feels, as a power of what the canary feels; the reference's first."""
_SLOT_S = START_S + WAIT_S + 2 * BATCHES * BATCH_S
_HEAD = """\
# Machines with states

This page shows how often the method is right when the machine changes its speed. `python -m
tests.certification.machines` writes it. Each row comes from {studies} simulated studies of {cells} cells that are
equal in the machine's fast state, over {rounds} rounds of single processes. The lab's own code judges them (standard
error of a share of 5 %: {error} points).

In a slower state the cells are not equal: each feels it in its own measure ({least} to {most} of what the canary
feels, as a power). *Family error* is the share of studies that call any comparison different; we promise at most 5 %.
*Coverage* is the share of 95 % intervals that contain the ratio of the fast state, after a set number of rounds. The
last two columns show the same with the rule switched off. *Kind* is what the rule called the machine.

A machine that slides from speed to speed has no fast state. There the lab does not cut: all batches count, and the
ratio is that of whatever speeds the machine had. So in the last row all cells feel what the canary feels, and the
truth is the same at every speed.

| Machine | Kind | Family error | Coverage, 5 rounds | 10 | 20 | Family error without the rule | Coverage, 20 rounds |
| --- | --- | --- | --- | --- | --- | --- | --- |"""

_SLOW_HEAD = """\

## The slower state

Where the machine has a level next to the fast one, the report also shows ratios there: over batches whose canaries on
both sides are in that level, for comparisons of which at least {fewest} rounds have both cells there. *Shown* is the
share of comparisons that have enough after {rounds} rounds. *Coverage* is the share of these 95 % intervals that
contain the ratio of the slower state. *Said to differ* is the share of which the interval and that of the fast state
exclude each other: rightly so, except where all cells feel the machine alike.

| Machine | Shown | Coverage | Said to differ |
| --- | --- | --- | --- |"""

Course = Callable[[np.random.Generator, NDArray[np.intp]], NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine by the course of its speed.

    Attributes:
        name: as the page says it.
        course: from the order of cells, shape (rounds, cells), ln(slowness) at each `BATCH_S` of the study.
        feels: see `FEELS`.
        slower: slowness of its other states.
    """

    name: str
    course: Course
    feels: tuple[float, ...] = FEELS
    slower: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Rates:
    """What was found on one machine.

    Attributes:
        kinds: share of studies by what the rule called the machine.
        family_error: share of studies with an alarm.
        covered: share of intervals that hold the truth, after each of `COVERED_AFTER` rounds.
        plain_family_error: likewise if all batches counted.
        plain_covered: likewise, after all rounds.
        slow_shown: share of comparisons whose ratio in the slower state is shown, after all rounds.
        slow_covered: share of those whose interval holds the truth there; None where too few are shown.
        slow_differs: share of those that are said to differ from the fast state's.
    """

    kinds: dict[MachineKind, float]
    family_error: float
    covered: tuple[float, ...]
    plain_family_error: float
    plain_covered: float
    slow_shown: float
    slow_covered: float | None
    slow_differs: float | None


def _jumping(*states: tuple[float, float], share: Callable[[float, int], float] | None = None) -> Course:
    """Stays of random length in states of (slowness, mean stay in s).

    Args:
        states: the fast one first.
        share: how much longer than usual the fast state is kept, by the part of the study that is over and the cell
            whose process runs; None: as long as usual.
    """

    def course(random: np.random.Generator, order: NDArray[np.intp]) -> NDArray[np.float64]:
        cells, seconds = order.reshape(-1), order.size * _SLOT_S
        logs, now, state = np.empty(math.ceil(seconds / BATCH_S) + 1), 0.0, int(random.integers(len(states)))
        while now < seconds:
            slowness, mean_s = states[state]
            if share is not None and state == 0:
                mean_s *= share(now / seconds, int(cells[int(now / _SLOT_S)]))
            until = now + random.exponential(mean_s)
            logs[int(now / BATCH_S) : math.ceil(until / BATCH_S) + 1] = math.log(slowness)
            now = until
            state = int(random.choice([other for other in range(len(states)) if other != state]))
        return logs

    return course


def _disturbed(random: np.random.Generator, order: NDArray[np.intp]) -> NDArray[np.float64]:
    """One speed, and disturbances of any degree, which last for tenths of a second."""
    length = math.ceil(order.size * _SLOT_S / BATCH_S) + 1
    logs, now = np.zeros(length), 0
    while now < length:
        now += 1 + round(random.exponential(0.4 / BATCH_S))
        until = now + 1 + round(random.exponential(0.4 / BATCH_S))
        logs[now:until] = random.uniform(0.03, 0.4)
        now = until
    return logs


def _sliding(random: np.random.Generator, order: NDArray[np.intp]) -> NDArray[np.float64]:
    steps = order.size // 4 + 2
    series = np.cumsum(random.standard_normal(steps) * 0.5)
    series = 0.22 * np.sin(series - series.mean() + random.uniform(0, 2 * np.pi))
    return np.interp(np.linspace(0, steps - 1, math.ceil(order.size * _SLOT_S / BATCH_S) + 1), range(steps), series)


def _still(_: np.random.Generator, order: NDArray[np.intp]) -> NDArray[np.float64]:
    return np.zeros(math.ceil(order.size * _SLOT_S / BATCH_S) + 1)


TWO = ((1.0, 3.0), (1.5, 2.0))
MACHINES = (
    Machine("one state", _still),
    Machine("two states, 1.5 apart", _jumping(*TWO), slower=(1.5,)),
    Machine(
        "two states, the fast one rarer and rarer", _jumping(*TWO, share=lambda over, _: 2 - 1.7 * over), slower=(1.5,)
    ),
    Machine(
        "two states, some cells heat it", _jumping(*TWO, share=lambda _, cell: (1.5, 0.5)[cell % 2]), slower=(1.5,)
    ),
    Machine("two states, all cells feel the same", _jumping(*TWO), (1.0,) * CELLS, slower=(1.5,)),
    Machine("three states: 1, 1.25, 1.6", _jumping((1.0, 3.0), (1.25, 2.0), (1.6, 2.0)), slower=(1.25, 1.6)),
    Machine("a fast state, disturbed to any degree", _disturbed),
    Machine("sliding over a factor of 1.55", _sliding, (1.0,) * CELLS),
)


def rates(seed: int, studies: int, machine: Machine) -> Rates:
    """Simulate `studies` studies of equal cells on `machine`."""
    random = np.random.default_rng(seed)
    schedule = Schedule(ROUNDS, CELLS - 1)
    kinds: dict[MachineKind, float] = {}
    alarms, held, shown = np.zeros(2), np.zeros((2, len(COVERED_AFTER))), np.zeros((2, len(COVERED_AFTER)))
    slow: list[tuple[bool, bool]] = []
    for _ in range(studies):
        states, by_rule, plain, slower, ran = _study(random, machine)
        slow += _slow_ratios(machine, states, by_rule, slower)
        kinds[states.kind] = kinds.get(states.kind, 0) + 1 / studies
        repeated = list(dict.fromkeys(reversed(ran)))[::-1]  # what counts by the rule is the last of two
        for way, (times, order) in enumerate(((by_rule, repeated), (plain, dict.fromkeys(ran)))):
            reference, *others = times
            running = Running(
                tuple((b, cell, math.log(times[cell][b])) for b, cell in order if b in times[cell]),
                tuple((cell, 0) for cell in range(1, CELLS)),
            )
            pairs = [(own, reference) for own in others]
            found = decide(pairs, schedule=schedule, band=BAND, rounds=ROUNDS, ended=True, running=running)
            alarms[way] += any(each.verdict in ALARMS for each in found)
            for place, rounds in enumerate(COVERED_AFTER):
                drift = drift_within_rounds(running.until(rounds))
                for own, off in zip(others, drift, strict=True):
                    logs = differences(_first(own, rounds), _first(reference, rounds))
                    interval = ratio_interval([log - off[b] for b, log in logs], CONFIDENCE)
                    if interval is not None:
                        shown[way, place] += 1
                        held[way, place] += interval.low <= 1 <= interval.high
    covered = held / shown
    ruled, plain = (float(count) / studies for count in alarms)
    said = [float(np.mean([each[side] for each in slow])) if len(slow) >= FEWEST_SHOWN else None for side in (0, 1)]
    share = len(slow) / (studies * (CELLS - 1))
    return Rates(kinds, ruled, tuple(map(float, covered[0])), plain, float(covered[1, -1]), share, *said)


def _slow_ratios(
    machine: Machine, states: MachineStates, fast: list[dict[int, float]], slower: list[dict[int, float]]
) -> Iterator[tuple[bool, bool]]:
    """Of each ratio that is shown for the slower state: whether it holds the truth, and is said to differ."""
    if not machine.slower or slow_limits(states) is None:
        return
    found = states.levels_ns[1] / CANARY_NS
    slowness = min(machine.slower, key=lambda each: abs(math.log(each / found)))
    for cell in range(1, CELLS):
        quick = paired_ratio(fast[cell], fast[0], CONFIDENCE)
        slow = paired_ratio(slower[cell], slower[0], CONFIDENCE)
        if quick and slow and slow.processes >= FEWEST_ROUNDS:
            truth = slowness ** (machine.feels[cell] - machine.feels[0])
            yield slow.low <= truth <= slow.high, slow.low > quick.high or slow.high < quick.low


def _first(times: dict[int, float], rounds: int) -> dict[int, float]:
    return {b: time for b, time in times.items() if b < rounds}


def _study(
    random: np.random.Generator, machine: Machine
) -> tuple[
    MachineStates, list[dict[int, float]], list[dict[int, float]], list[dict[int, float]], list[tuple[int, int]]
]:
    """One study: what the rule made of the machine; each cell's times by round: by the rule, without it, and in the
    slower state; and the rounds and cells of the processes as they ran."""
    order = random.permuted(np.broadcast_to(np.arange(CELLS), (ROUNDS, CELLS)), axis=1)
    logs = machine.course(random, order)
    starts = [int((START_S + place * _SLOT_S) / BATCH_S) for place in range(order.size)]
    learned = [logs[start : start + BATCHES] + CANARY_SD * random.standard_normal(BATCHES) for start in starts]
    known = [list(CANARY_NS * np.exp(each)) for each in learned]
    limit, waits_for = machine_states(known).fast_ns or math.inf, worth_waiting_for_ns(known) or math.inf
    measured = []
    for round_, cells in enumerate(order):
        start_s = round_ * CELLS * _SLOT_S
        again = []
        for place, cell in enumerate(cells):
            own = _process(random, logs, start_s + place * _SLOT_S, machine.feels[cell], waits_for)
            measured.append((round_, cell, *own))
            if not any(in_fast_state(*own, limit)):
                again.append(cell)
        for cell in again:  # while the round's last process would run: the machine is what it is then
            late_s = start_s + (CELLS - 1) * _SLOT_S + float(random.uniform(0, 1)) * START_S
            measured.append((round_, cell, *_process(random, logs, late_s, machine.feels[cell], waits_for)))
    canaries = [[*(batch.canary_ns or 0 for batch in batches), last] for *_, batches, last in measured]
    states = machine_states(canaries)
    by_rule: list[dict[int, float]] = [{} for _ in range(CELLS)]
    plain: list[dict[int, float]] = [{} for _ in range(CELLS)]
    slower: list[dict[int, float]] = [{} for _ in range(CELLS)]
    least, most = slow_limits(states) or (math.inf, 0.0)
    for round_, cell, batches, last in measured:
        counts = in_fast_state(batches, last, states.fast_ns)
        sides = pairwise([*(batch.canary_ns or 0 for batch in batches), last])
        slow = [least < min(each) and max(each) <= most for each in sides]
        for into, chosen in ((by_rule, counts), (slower, slow)):
            if any(chosen):
                times = [batch.ns / batch.calls for batch, counted in zip(batches, chosen, strict=True) if counted]
                into[cell][round_] = float(np.median(times))
        plain[cell].setdefault(round_, float(np.median([batch.ns / batch.calls for batch in batches])))
    return states, by_rule, plain, slower, [(round_, int(cell)) for round_, cell, *_ in measured]


def _process(
    random: np.random.Generator, logs: NDArray[np.float64], start_s: float, feels: float, limit_ns: float
) -> tuple[list[Batch], int]:
    """The batches of a process that starts at `start_s`, and its last canary."""
    first = int((start_s + START_S) / BATCH_S)
    most = BATCHES + round(WAIT_S / BATCH_S)
    # A canary feels the moment between two batches; a change may come while a batch runs.
    edges, noise = np.minimum(np.arange(first, first + most + 1), len(logs) - 1), random.standard_normal((2, most + 1))
    canaries = CANARY_NS * np.exp(logs[edges] + CANARY_SD * noise[0])
    part = random.uniform(0, 1, most)
    change = logs[edges[1:]] != logs[edges[:-1]]
    during = np.where(change, part * logs[edges[:-1]] + (1 - part) * logs[edges[1:]], logs[edges[:-1]])
    own = PROCESS_SD * float(random.standard_normal())
    times = np.exp(math.log(TIME_NS) + own + feels * during + BATCH_SD * noise[1][:-1])
    calls = round(BATCH_S * 1e9 / TIME_NS)
    fast = (canaries[:-1] <= limit_ns) & (canaries[1:] <= limit_ns)
    enough = np.flatnonzero(np.cumsum(fast) >= BATCHES)
    count = int(enough[0]) + 1 if len(enough) else most
    batches = [
        Batch(Phase.MEASURED, i, calls, round(float(times[i]) * calls), round(float(canaries[i]))) for i in range(count)
    ]
    return batches, round(float(canaries[count]))


def _kinds(kinds: dict[MachineKind, float]) -> str:
    most, share = max(kinds.items(), key=lambda each: each[1])
    return str(most) if share >= 0.99 else ", ".join(f"{kind} ({100 * part:.0f} %)" for kind, part in kinds.items())


def lines(studies: int) -> Iterator[str]:
    """The page's lines, from simulations of `studies` studies a machine."""
    error = f"{100 * math.sqrt(0.05 * 0.95 / studies):.1f}"
    bounds = {"least": min(FEELS), "most": max(FEELS)}
    yield _HEAD.format(studies=f"{studies:,}", cells=CELLS, rounds=ROUNDS, error=error, **bounds)
    slow = []
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        each = list(processes.map(partial(_page_rates, studies), range(len(MACHINES))))
    for machine, found in zip(MACHINES, each, strict=True):
        shares = (found.family_error, *found.covered, found.plain_family_error, found.plain_covered)
        yield f"| {machine.name} | {_kinds(found.kinds)} | {_percents(shares)} |"
        if machine.slower:
            slow.append(f"| {machine.name} | {_percents((found.slow_shown, found.slow_covered, found.slow_differs))} |")
    yield _SLOW_HEAD.format(fewest=FEWEST_ROUNDS, rounds=ROUNDS)
    yield from slow


def _page_rates(studies: int, row: int) -> Rates:
    return rates(30_000 + row, studies, MACHINES[row])


def _percents(shares: Iterable[float | None]) -> str:
    return " | ".join("–" if share is None else f"{100 * share:.1f} %" for share in shares)


if __name__ == "__main__":
    PAGE.write_text("\n".join(lines(1000)) + "\n", encoding="utf-8")
