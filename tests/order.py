"""The order of tests: each worker begins with builds of its own, the largest first; tests that need all come last.

`--dist worksteal` hands each worker as many tests as the others, one after the other of the list, and lets those that
are done take from the ends of the longest queues.
"""

from collections.abc import Sequence
from itertools import accumulate, pairwise

import pytest

# About how much of the time each runner's builds and processes take, where it is much.
_SHARES = {
    "cpp": 10,
    "dotnet": 10,
    "jvm-scala": 6,
    "rust": 6,
    "jvm-scala-2016": 6,
    "go": 3,
    "jvm": 2,
    "jvm-kotlin": 2,
    "jvm-schemas": 2,
}


def arranged(items: Sequence[pytest.Item], workers: int) -> list[pytest.Item]:
    """The tests of each worker: its own runners, other builds, long tests, all else; last, those that need all."""
    of_runners, kinds = dict[str, list[pytest.Item]](), tuple(list[pytest.Item]() for _ in range(4))
    for item in items:
        building, of_all = (item.get_closest_marker(name) for name in ("builds", "all_runners"))
        if building and not of_all and (runner := _runner(item)):
            of_runners.setdefault(runner, []).append(item)
        else:
            kinds[3 if of_all else 0 if building else 1 if item.get_closest_marker("long") else 2].append(item)
    builds, long, quick, last = kinds
    queues, lasts = _shared_out(of_runners, workers), _parts(last, _even(len(last), workers))
    for part in (builds, long):
        for queue, own in zip(queues, _parts(part, _even(len(part), workers)), strict=True):
            queue.extend(own)
    sizes = _even(len(items), workers)
    room = [max(0, size - len(queue) - len(own)) for size, queue, own in zip(sizes, queues, lasts, strict=True)]
    quicks = _parts(quick, [*room[:-1], len(quick)])
    return [item for each in zip(queues, quicks, lasts, strict=True) for part in each for item in part]


def _runner(item: pytest.Item) -> str:
    """The runner that a test is about, or those that wait for each other's builds; empty: none."""
    parameters = (
        item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
    )
    found = next((str(each.runner) for each in parameters if hasattr(each, "runner")), "")
    return "rust" if found.startswith("rust") else found  # Cargo's own lock


def _shared_out(of_runners: dict[str, list[pytest.Item]], workers: int) -> list[list[pytest.Item]]:
    """A queue for each worker; runners with large shares are in different ones."""
    queues, loads = [list[pytest.Item]() for _ in range(workers)], [0] * workers
    for runner in sorted(of_runners, key=lambda name: -_SHARES.get(name, 1)):
        place = loads.index(min(loads))
        loads[place] += _SHARES.get(runner, 1)
        queues[place] += of_runners[runner]
    return queues


def _even(count: int, workers: int) -> list[int]:
    """How many each worker is handed."""
    cuts = [count * at // workers for at in range(workers + 1)]
    return [end - start for start, end in pairwise(cuts)]


def _parts(items: Sequence[pytest.Item], sizes: Sequence[int]) -> list[Sequence[pytest.Item]]:
    """One after the other of these sizes."""
    return [items[start:end] for start, end in pairwise(accumulate(sizes, initial=0))]
