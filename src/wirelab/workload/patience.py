"""Notices now and then while something takes long that gives none itself."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

FIRST_S, THEN_S = 5.0, 30.0
Notice = Callable[[str], None]


@contextmanager
def patience(notice: Notice, says: Callable[[], str]) -> Iterator[None]:
    """Give notice of the work (`making corpus x`) if it takes more than a few seconds, and again every half minute.

    `notice` hears it from another thread.
    """
    over = threading.Event()

    def repeat() -> None:
        wait_s = FIRST_S
        while not over.wait(wait_s):
            notice(f"still {says()}; Ctrl-C stops it")
            wait_s = THEN_S

    repeating = threading.Thread(target=repeat, daemon=True)
    repeating.start()
    try:
        yield
    finally:
        over.set()
        repeating.join()
