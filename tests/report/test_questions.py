"""Which format for this data? As terminals, Markdown and pages have it."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from tests.choice.labs import candidate
from tests.report.reported import small_results
from wirelab.choice.asked import questions
from wirelab.choice.needs import LANGUAGES, Need
from wirelab.report.render.markdown import markdown
from wirelab.report.render.page import render_page
from wirelab.report.render.terminal import print_document
from wirelab.report.run.report import run_report

NEEDS = (Need("evolution"), Need("readable"), Need("no-schema"), Need("schema"), Need(LANGUAGES, ("jvm", "python")))
MET = {"evolution": True, "readable": False, "no-schema": True, "schema": False, "languages": True}
QUICK = candidate("quick", [1e6, 1.01e6, 1e6], [2e6, 2e6, 1.99e6], 50_000, MET)
SMALL = candidate("small", [4e6, 4.1e6, 4e6], [6e6, 6e6, 6e6], 20_000, {**MET, "schema": True, "no-schema": False})


@pytest.mark.long
def test_every_medium_has_the_questions_in_the_order_in_which_people_ask() -> None:
    found = questions([QUICK, SMALL], NEEDS, confidence=0.95, band=0.02)
    document = run_report(replace(small_results(), questions=found))
    console = Console(file=io.StringIO(), width=200)
    print_document(document, console)
    terminal = console.file.getvalue()  # type: ignore[attr-defined]
    for text in (terminal, markdown(document, b"mark"), render_page(document)):
        places = [text.index(ask) for ask in ("read each other", "people read", "without a schema", "describe it")]
        assert places == sorted(places)
        assert "Must jvm and python all read it?" in text
        assert "none that was measured" in text
        assert "20.0 kB" in text
        assert "3.00 ms" in text
    assert "Which format for this data?" in render_page(document)


def test_where_nothing_was_steady_nothing_is_the_fastest() -> None:
    found = questions([replace(QUICK, unsteady=True)], (), confidence=0.95, band=0.02)
    page = markdown(run_report(replace(small_results(), questions=found)), b"mark")
    assert "| nothing | 1: QUICK | quick | 50.0 kB | none was steady | – |" in page


@pytest.mark.long
def test_other_runs_ask_nothing() -> None:
    assert "Which format for this data?" not in render_page(run_report(small_results()))
