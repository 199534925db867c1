"""Tables on terminals of any width: names and numbers stay whole, columns go from the right."""

import io

import pytest
from rich.console import Console

from wirelab.report.render.terminal import details, plain, print_table
from wirelab.report.table import Table, table_of, words

TABLE = table_of(
    "Sizes",
    [
        {
            "codec": "a-long-name-of-a-codec",
            "platform": "here, there and elsewhere",
            "raw": "1,234,567",
            "gzip": "45,678",
        },
        {"codec": "b", "platform": "here", "raw": "12", "gzip": "7"},
    ],
)


def shown(width: int) -> list[str]:
    out = io.StringIO()
    print_table(TABLE, Console(file=out, width=width, force_terminal=True, color_system=None))
    return out.getvalue().splitlines()


@pytest.mark.parametrize("width", [30, 40, 50, 60, 80, 120])
def test_names_and_numbers_are_never_cut(width: int) -> None:
    lines = shown(width)
    text = "\n".join(lines)
    assert max(map(len, lines)) <= width
    assert "a-long-name-of-a-codec" in text
    assert "…" not in text
    for column, value in (("raw", "1,234,567"), ("gzip", "45,678")):
        left_out = column in " ".join(lines).partition("Left out")[2]
        assert left_out != (value in text), text
    assert ("Left out" in text) == (width <= 50)


def test_columns_go_from_the_right() -> None:
    last = [" ".join(" ".join(shown(width)).split()).rpartition("too narrow: ")[2] for width in (30, 40, 52)]
    assert last == ["platform, raw, gzip.", "raw, gzip.", "gzip."]


def test_piped_a_row_is_a_line_and_numbers_stand_to_the_right() -> None:
    title, *lines = plain(TABLE).splitlines()
    assert title == "Sizes"
    assert lines[1].split() == ["a-long-name-of-a-codec", "here,", "there", "and", "elsewhere", "1,234,567", "45,678"]
    assert len({len(line) for line in lines}) == 1
    assert plain(Table("Runs", (), ())) == "Runs: none"


def test_details_are_a_block_each() -> None:
    table = table_of("Codecs", [{"codec": "a", "contract": "fresh output", "parameters": ""}], ["contract"])
    assert list(details(table)) == ["a", "  contract: fresh output"]
    assert plain(table) == "Codecs\ncodec\na"
    assert table.records == [{"codec": "a", "contract": "fresh output", "parameters": ""}]


def test_details_and_plain_tables_keep_to_their_lines_whatever_is_in_them() -> None:
    hostile = "a\x1b[2J\nb"
    shown = r"a\x1b[2J\nb"
    table = Table(hostile, words("codec", hostile), ((hostile, hostile),), says=(hostile,))
    assert list(details(table)) == [shown, f"  {shown}: {shown}"]
    title, *lines, said = plain(table).splitlines()
    assert (title, said, len(lines)) == (shown, shown, 2)
    assert plain(Table(hostile, (), ())) == f"{shown}: none"
