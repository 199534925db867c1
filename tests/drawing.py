"""One process that draws for all the commands that a test process starts: what draws takes half a second to load.

Commands are forked, and it has threads, so that it cannot be loaded before (`tests/loaded.py`).
"""

import multiprocessing
from contextlib import suppress
from functools import cache, partial
from multiprocessing.connection import Client, Connection, Listener
from typing import Any


@cache
def drawing_process() -> Any:
    """Where it listens: begun when it is first asked for, ended with the process that asked."""
    spawning = multiprocessing.get_context("spawn")
    here, there = spawning.Pipe(duplex=False)
    spawning.Process(target=_draw_for_others, args=(there,), daemon=True).start()
    return here.recv()


def drawn_elsewhere(address: Any) -> None:
    """Let the process at `address` draw what this one would."""
    import wirelab.report.render.page

    wirelab.report.render.page.drawn_apart = partial(asked_to_draw, address)


def asked_to_draw(address: Any, figures: Any) -> Any:
    """What the process at `address` makes of figures, as `drawn_apart` gives it."""
    with Client(address) as connection:
        connection.send(figures)
        return connection.recv(), ""


def _draw_for_others(told: Connection) -> None:
    from wirelab.files.parent import end_with_parent
    from wirelab.report.drawing.apart import draw_each

    end_with_parent()
    with Listener(family="AF_UNIX") as listener:
        told.send(listener.address)
        while True:
            with listener.accept() as asked, suppress(EOFError, OSError):  # who asked may be gone, or be killed
                asked.send(draw_each(asked.recv()))
