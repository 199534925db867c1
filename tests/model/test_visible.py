"""Text of others is shown so that it can neither steer a terminal nor reorder the text beside it."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelab.model.visible import visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("jackson-json", "jackson-json"),
        ("größer, 日本語, שלום", "größer, 日本語, שלום"),
        ("non-breaking\u00a0space", "non-breaking\u00a0space"),
        ("\N{FAMILY}\u200d\N{ADULT}", "\N{FAMILY}\u200d\N{ADULT}"),
        ("\x1b]0;title\x07", r"\x1b]0;title\x07"),
        ("a\u202egnp.exe", r"a\u202egnp.exe"),
        ("\u2067one\u2069", r"\u2067one\u2069"),
        ("\x9b31mred", r"\x9b31mred"),
        ("\ud800", r"\ud800"),
        ("one\ntwo\r", r"one\ntwo\r"),
    ],
)
def test_hidden_signs_are_escapes_and_all_others_stay(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_line_breaks_stay_where_lines_are_meant() -> None:
    assert visible("one\ntwo\x1b", "\n") == "one\ntwo\\x1b"


@given(st.text())
def test_nothing_that_is_shown_steers(text: str) -> None:
    categories = {unicodedata.category(sign) for sign in visible(text) if sign not in "\u200c\u200d"}
    assert not categories & {"Cc", "Cf", "Cs", "Zl", "Zp"}
