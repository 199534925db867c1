"""The readings of hostile bytes by codecs, as a report."""

import pytest

from wirelab.model.findings.withstood import (
    Attempt,
    Growth,
    Limit,
    Outcome,
    Place,
    Unpacking,
    Withstanding,
    Withstood,
)
from wirelab.model.subject import Subject
from wirelab.report.compatibility.common import one_cell
from wirelab.report.compatibility.withstand import withstanding_report
from wirelab.report.render.kinds import WITHSTANDINGS
from wirelab.report.render.markdown import markdown
from wirelab.report.render.page import render_page

TYPED = "wirelab withstand school --size 110 --platform p --codec a --codec=b --out w.html --json"
NESTED, LONG = "nested: arrays", "long: a text in a member"
ATTEMPTS = (
    Attempt("cut off", 0, 5, 0, "7b226122", "7b22612231", Outcome.REFUSED, "it ends early", 1),
    Attempt("cut off", 0, 6, 0, "7b2261223a", "7b22612231", Outcome.REFUSED, "it ends early", 2),
    Attempt("a bit changed", 0, 7, 0, "7b226122", "7b226123", Outcome.OTHER, "[0].a was 1 and came back as 3", 3),
    Attempt("a length", 0, 5, 0, "dd7fffffff", "", Outcome.MEMORY, "no memory", 4),
    Attempt(NESTED, 10, 20, 0, "5b5b5b", "", Outcome.OTHER, "", 5),
    Attempt(NESTED, 100, 200, 0, "5b5b5b", "", Outcome.REFUSED, "too deep", 6),
    Attempt(LONG, 1000, 1007, 0, "7b2261", "", Outcome.OTHER, "", 7),
)
GROWTHS = (
    Growth("keys of a map", "keys", ((4000, 0.1), (8000, 0.4), (16000, 1.6)), 2.0),
    Growth("digits", "digits", ((500, 0.001),), None, "refused at 4,000: too long"),
)
FOUND = Withstanding(
    "school/110/random",
    1,
    4 << 30,
    10.0,
    (
        Withstood(
            "p",
            Subject("a", compressor="gzip"),
            "JSON",
            ATTEMPTS,
            (Limit(NESTED, 64),),
            2,
            GROWTHS,
            (Unpacking(1000, 1 << 30, Outcome.MEMORY, "no memory", 4_000_000_000),),
        ),
    ),
    (),
    ((NESTED, "depth"), (LONG, "text")),
    (Place("a", "depth", "Reader.maxDepth"),),
)


def shown() -> str:
    return markdown(withstanding_report(FOUND, TYPED), WITHSTANDINGS["markdown"].mark)


def test_where_the_time_outgrows_the_input_comes_as_what_was_seen() -> None:
    text = shown()
    assert (
        "- a+gzip (p), keys of a map: the time grows with n^2.0 "
        "(keys: 4,000 in 100 ms, 8,000 in 400 ms, 16,000 in 1.60 s)" in text
    )
    assert "| digits | 500: 1.00 ms |" in text
    assert "refused at 4,000: too long" in text


def test_limits_have_the_place_where_they_are_set() -> None:
    page_ = render_page(withstanding_report(FOUND, TYPED))
    assert "Reader.maxDepth" in page_
    rows = [line for line in shown().splitlines() if "| depth |" in line or "| text |" in line]
    assert "| 64 | 65 |" in rows[0]
    assert "| 1,000 | – |" in rows[1], "nothing refused it"


def test_what_unpacks_to_much_is_harm_with_the_memory_that_was_seen() -> None:
    text = shown()
    assert "| 1.00 kB | 1.07 GB | 4.00 GB | memory |" in text
    assert "a+gzip (p), few bytes that unpack to many: memory" in text


def test_cuts_are_counted() -> None:
    assert "Cut off: at every byte of 1 codec." in shown()


def test_a_click_shows_bytes_before_and_after_the_path_and_the_command() -> None:
    page_ = render_page(withstanding_report(FOUND, TYPED))
    detail = "a bit changed: [0].a was 1 and came back as 3; input 3, 7 B: 0x7b226122… instead of 0x7b226123…"
    assert detail in page_
    repeat = "To repeat these: wirelab withstand school --size 110 --platform p --codec a+gzip --input 3 --input 5"
    assert repeat in page_.replace("&#43;", "+")
    assert "cut off (2 inputs): it ends early; input 1, 5 B: 0x7b226122…" in page_


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (TYPED, "wirelab withstand school --size 110 --codec x"),
        ("", ""),
        ("wirelab withstand --data 'my orders.jsonl' --resume", "wirelab withstand --data 'my orders.jsonl' --codec x"),
        ("wirelab evolve --platform", "wirelab evolve --codec x"),
    ],
)
def test_the_command_for_one_cell(typed: str, expected: str) -> None:
    assert one_cell(typed, "--codec", "x") == expected
