"""A drawing library may end its process: the page is written all the same, and says so."""

import os
import subprocess
import sys
from typing import Any

import pytest

from wirelab.report.document import Document, Figures, Section
from wirelab.report.drawing.apart import drawn_apart
from wirelab.report.render.page import render_page

POINT = {"data": {"values": [{"x": 1}]}, "mark": "point", "encoding": {"x": {"field": "x", "type": "quantitative"}}}


def dies(figures: Any) -> Any:
    os._exit(5)


def no_process(*_: Any, **__: Any) -> Any:
    raise OSError(24, "Too many open files")


@pytest.mark.long
def test_figures_are_drawn_in_order_and_one_that_is_refused_is_left_out() -> None:
    drawn, why = drawn_apart([POINT, {"mark": 7}, POINT])
    assert [each is not None and each.startswith("<svg") for each in drawn] == [True, False, True]
    assert why == ""
    assert drawn_apart([]) == ([], "")


@pytest.mark.parametrize(
    ("what", "instead", "says"),
    [
        ("draw_each", dies, "ended before it was done"),
        ("multiprocessing.get_context", no_process, "Too many open files"),
    ],
)
def test_a_page_without_drawings_says_why(what: str, instead: Any, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wirelab.report.render.page.drawn_apart", drawn_apart)
    monkeypatch.setattr(f"wirelab.report.drawing.apart.{what}", instead)
    figures = Figures("How to read it.", (), lambda: [("a caption", POINT), ("nothing", None)], "missing")
    page = render_page(Document("title", (), (Section("figures", "Figures", (figures,)),)))
    figure = page.partition('<figure id="figures/a-caption">')[2].partition("</figure>")[0]
    assert "a caption" in figure
    assert says in figure
    assert "<svg" not in figure


def test_a_command_that_is_interrupted_while_it_draws_leaves_nothing_to_clean_up() -> None:
    script = """
import os, subprocess, threading, time
from wirelab.report.drawing import apart
apart.draw_each = subprocess.check_call
threading.Thread(target=apart.drawn_apart, args=(["sleep", "2"],), daemon=True).start()
time.sleep(1)
os._exit(130)
"""
    command = [sys.executable, "-c", script]
    ended = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (130, "")
