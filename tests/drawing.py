"""One process that draws for all tests of a test process: libraries that draw load in half a second."""

import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from multiprocessing.connection import Client, Connection, Listener
from typing import Any


@cache
def drawing_process() -> Any:
    """Where it listens: begun when it is first asked for, ended with the process that asked."""
    spawning = multiprocessing.get_context("spawn")
    here, there = spawning.Pipe(duplex=False)
    spawning.Process(target=_draw_for_others, args=(there,), daemon=True).start()
    return here.recv()


@contextmanager
def drawn_by_one() -> Iterator[None]:
    """Within the block, that process draws this one's pages."""
    import wirelab.report.render.page

    def ask(figures: Any) -> Any:
        with Client(drawing_process()) as connection:
            connection.send(figures)
            return connection.recv(), ""

    usual = wirelab.report.render.page.drawn_apart
    wirelab.report.render.page.drawn_apart = ask
    try:
        yield
    finally:
        wirelab.report.render.page.drawn_apart = usual


def _draw_for_others(told: Connection) -> None:
    from wirelab.files.parent import end_with_parent
    from wirelab.report.drawing.apart import draw_each

    end_with_parent()
    with Listener(family="AF_UNIX") as listener:
        told.send(listener.address)
        while True:
            with listener.accept() as asked, suppress(EOFError, OSError):  # who asked may be gone, or be killed
                asked.send(draw_each(asked.recv()))
