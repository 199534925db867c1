"""Work that waits for children, as much at a time as there are processors."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from queue import SimpleQueue
from threading import Event
from typing import TypeVar

from wirelab.process.children import kill_all, stop_thread_with

A = TypeVar("A")
_LOOK_S, _END_S = 0.1, 2.0


def side_by_side(lanes: Sequence[Sequence[int]], make: Callable[[int], A]) -> Iterator[tuple[int, A]]:
    """The result of `make` for each number, as it comes: a lane in order, lanes beside each other.

    An interrupt of the lab, or an error of `make`, which is raised, ends the children of all lanes, and nothing more is
    begun.
    """
    over = Event()
    made: SimpleQueue[tuple[int, A]] = SimpleQueue()

    def make_all(lane: Sequence[int]) -> None:
        stop_thread_with(over)
        for at in lane:
            if not over.is_set():
                made.put((at, make(at)))

    pool = ThreadPoolExecutor(os.cpu_count())
    waiting: set[Future[None]] = {pool.submit(make_all, lane) for lane in lanes}
    try:
        while waiting:
            done, waiting = wait(waiting, _LOOK_S, FIRST_COMPLETED)
            for future in done:
                future.result()
            while not made.empty():
                yield made.get()
    finally:
        over.set()
        pool.shutdown(wait=False, cancel_futures=True)
        deadline = time.monotonic() + _END_S  # a thread that renders cannot be ended, but starts nothing more
        while waiting and time.monotonic() < deadline:
            kill_all()
            waiting = wait(waiting, _LOOK_S).not_done
