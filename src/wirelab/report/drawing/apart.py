"""Draws figures in a process of their own, because drawing may end its process: V8 does so if memory is short."""

import multiprocessing
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from wirelab.files.parent import end_with_parent


def drawn_apart(figures: Sequence[dict[str, Any]]) -> tuple[list[str | None], str]:
    """Draw Vega-Lite specifications as SVG, all in one process, which has ended when this returns.

    Gives None for each that could not be drawn, and a sentence on why none could be drawn, else an empty text.
    """
    if not figures:
        return [], ""
    try:
        spawning = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(max_workers=1, mp_context=spawning, initializer=_begin) as pool:
            return pool.submit(draw_each, figures).result(), ""
    except BrokenProcessPool:
        why = "The process that draws ended before it was done, perhaps for lack of memory."
    except (OSError, RuntimeError) as error:  # no process, no thread, no file
        why = f"No process could be started to draw: {error}."
    return [None] * len(figures), why


def draw_each(figures: Sequence[dict[str, Any]]) -> list[str | None]:
    """Draw each specification as SVG; None for one that Vega-Lite does not take."""
    from wirelab.report.drawing.svg import draw  # loads Vega

    return [_unless_refused(draw, figure) for figure in figures]


def _begin() -> None:
    """Discard the stack that a dying V8 prints: the page has the message for its reader."""
    end_with_parent()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)


def _unless_refused(draw: Any, figure: dict[str, Any]) -> str | None:
    try:
        return str(draw(figure))
    except ValueError:
        return None
