"""Draws figures in a process of their own, because drawing may end its process: V8 does so if memory is short."""

import multiprocessing
import os
from collections.abc import Callable, Sequence
from contextlib import closing
from multiprocessing.connection import Connection
from typing import Any

from wirelab.files.parent import end_with_parent, left_to_parent


def drawn_apart(figures: Sequence[dict[str, Any]]) -> tuple[list[str | None], str]:
    """Draw Vega-Lite specifications as SVG, all in one process, which has ended when this returns.

    Gives None for each that could not be drawn, and a sentence on why none could be drawn, else an empty text.
    """
    if not figures:
        return [], ""
    try:
        return _drawn(figures), ""
    except EOFError:
        why = "The process that draws ended before it was done, perhaps for lack of memory."
    except (OSError, RuntimeError) as error:  # no process, no thread, no file
        why = f"No process could be started to draw: {error}."
    return [None] * len(figures), why


def _drawn(figures: Sequence[dict[str, Any]]) -> list[str | None]:
    spawning = multiprocessing.get_context("spawn")
    ours, theirs = spawning.Pipe(duplex=False)
    child = spawning.Process(target=_work, args=(theirs, draw_each, figures), daemon=True)
    with closing(ours):
        try:
            with left_to_parent():
                child.start()
        finally:
            theirs.close()
        try:
            drawn: list[str | None] = ours.recv()
            return drawn
        finally:
            child.kill()
            child.join()


def draw_each(figures: Sequence[dict[str, Any]]) -> list[str | None]:
    """Draw each specification as SVG; None for one that Vega-Lite does not take."""
    from wirelab.report.drawing.svg import draw  # loads Vega

    return [_unless_refused(draw, figure) for figure in figures]


def _work(
    to: Connection, draw: Callable[[Sequence[dict[str, Any]]], list[str | None]], figures: Sequence[dict[str, Any]]
) -> None:
    """Discard the stack that a dying V8 prints, because the page has the message for its reader; then draw."""
    end_with_parent()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    to.send(draw(figures))


def _unless_refused(draw: Any, figure: dict[str, Any]) -> str | None:
    try:
        return str(draw(figure))
    except ValueError:
        return None
