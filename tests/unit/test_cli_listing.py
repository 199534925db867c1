"""Listings on terminals of any width: names and numbers stay whole, columns go from the right."""

import io
import re

import pytest

from wirelab.cli.listing import show_details, show_listing

ROWS = [
    {"codec": "a-long-name-of-a-codec", "platform": "here, there and elsewhere", "raw": "1,234,567", "gzip": "45,678"},
    {"codec": "b", "platform": "here", "raw": "12", "gzip": "7"},
]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(monkeypatch: pytest.MonkeyPatch, width: int) -> list[str]:
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm")
    show_listing("Sizes", ROWS)
    return re.sub(r"\x1b\[[\d;]*m", "", terminal.getvalue()).splitlines()


@pytest.mark.parametrize("width", [30, 40, 50, 60, 80, 120])
def test_names_and_numbers_are_never_cut(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    lines = shown(monkeypatch, width)
    text = "\n".join(lines)
    table = lines[: next((at for at, line in enumerate(lines) if line.startswith("Left out")), None)]
    assert max(map(len, table)) <= width
    assert "a-long-name-of-a-codec" in text
    assert "…" not in text
    for column, value in (("raw", "1,234,567"), ("gzip", "45,678")):
        left_out = column in " ".join(lines).partition("Left out")[2]
        assert left_out != (value in text), text
    assert ("Left out" in text) == (width <= 60)


def test_columns_go_from_the_right(monkeypatch: pytest.MonkeyPatch) -> None:
    last = [" ".join(shown(monkeypatch, width)).rpartition("Left out")[2].split(":") for width in (30, 40, 55)]
    assert [names.split() for _, names in last] == [["platform,", "raw,", "gzip."], ["raw,", "gzip."], ["gzip."]]


def test_piped_a_row_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    show_listing("Sizes", ROWS)
    line = next(line for line in capsys.readouterr().out.splitlines() if "a-long" in line)
    assert line.split() == ["a-long-name-of-a-codec", "here,", "there", "and", "elsewhere", "1,234,567", "45,678"]


def test_details_are_a_block_each(capsys: pytest.CaptureFixture[str]) -> None:
    show_details([{"codec": "a", "contract": "fresh output", "parameters": ""}])
    assert capsys.readouterr().out == "a\n  contract: fresh output\n"
