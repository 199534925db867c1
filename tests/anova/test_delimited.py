"""CSV as people write it, and as they get it wrong."""

import csv
import io
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelab.anova.tables.delimited import read_delimited
from wirelab.anova.tables.formats import read_table
from wirelab.anova.tables.observations import in_order_of, numeric_columns, observations_of
from wirelab.anova.tables.table import independent
from wirelab.model.errors import TableError, UsageError, WirelabError

HEADER = "lib,size,t_s\n"
ROWS = "a,x,0.1\na,y,0.2\nb,x,0.3\nb,y,0.4\n"
GOOD = HEADER + ROWS

# The same table, written in another way.
WRITTEN = {
    "as it is": GOOD.encode(),
    "with a byte-order mark": b"\xef\xbb\xbf" + GOOD.encode(),
    "UTF-16": GOOD.encode("utf-16"),
    "line ends of Windows": GOOD.replace("\n", "\r\n").encode(),
    "line ends of old": GOOD.replace("\n", "\r").encode(),
    "no last line end": GOOD.rstrip().encode(),
    "blank lines": GOOD.replace("\n", "\n\n").encode(),
    "rows of blank cells": (GOOD + ",,\n , ,\n").encode(),
    "spaces after commas": GOOD.replace(",", ", ").encode(),
    "semicolons": GOOD.replace(",", ";").encode(),
    "semicolons and decimal commas": GOOD.replace(",", ";").replace(".", ",").encode(),
    "tabs": GOOD.replace(",", "\t").encode(),
    "tabs and decimal commas": GOOD.replace(",", "\t").replace(".", ",").encode(),
    "bars": GOOD.replace(",", "|").encode(),
    "quoted": "".join(",".join(f'"{cell}"' for cell in line.split(",")) + "\n" for line in GOOD.splitlines()).encode(),
    "numbers with exponents": GOOD.replace("0.1", "1e-1").encode(),
}


@pytest.mark.parametrize("data", WRITTEN.values(), ids=WRITTEN)
def test_one_table_in_many_spellings(data) -> None:
    observed = observations_of(read_table(data, "table x"), "t_s", ["lib", "size"], above_zero=True)
    assert observed.values.tolist() == [0.1, 0.2, 0.3, 0.4]
    assert [(factor.name, factor.levels, factor.codes.tolist()) for factor in observed.factors] == [
        ("lib", ("a", "b"), [0, 0, 1, 1]),
        ("size", ("x", "y"), [0, 1, 0, 1]),
    ]


REFUSED = {
    "nothing": (b"", ["it is empty"]),
    "blank lines alone": (b"\n \n\t\n", ["it is empty"]),
    "what only Unicode calls a line": (b"\x0b\x1c\xc2\x85", ["it is empty"]),
    "a mark alone": (b"\xef\xbb\xbf", ["it is empty"]),
    "a header alone": (HEADER.encode(), ["a header but no rows"]),
    "two columns of one name": (GOOD.replace("size", "lib").encode(), ["line 1", "'lib' names column 1 and column 2"]),
    "a column without a name": (GOOD.replace("size", " ").encode(), ["line 1", "column 2 has no name"]),
    "a row too short": (GOOD.replace("a,y,0.2", "a,0.2").encode(), ["1 row does not have 3 cells", "line 3: 2 cells"]),
    "a row too long": (GOOD.replace("a,y,0.2", "a,y,0,2").encode(), ["line 3: 4 cells", "contain commas"]),
    "a quote left open": (GOOD.replace("a,y", '"a,y').encode(), ["begins at line 3", "double quotes"]),
    "a quote left open after blank lines": (GOOD.replace("a,y", '\n\n"a,y').encode(), ["begins at line 5"]),
    "text after a quote": (GOOD.replace("a,y", '"a"a,y').encode(), ["begins at line 3"]),
    "Latin-1": (GOOD.replace("a,y", "é,y").encode("latin-1"), ["line 3, byte 1", "0xe9", "iconv"]),
    "half of UTF-16": (GOOD.encode("utf-16")[:-1], ["UTF-16"]),
    "bytes of value 0": (b"a,b\n\0,1\n", ["not text"]),
    "gzip": (b"\x1f\x8b\x08rest", ["gzipped", "gunzip"]),
    "a spreadsheet": (b"PK\x03\x04rest", ["spreadsheet", "CSV"]),
}


@pytest.mark.parametrize(("data", "says"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_table_is_named(data, says) -> None:
    with pytest.raises(TableError) as caught:
        read_table(data, "table x.csv")
    assert_says(caught.value, "table x.csv", says)


def assert_says(error: WirelabError, part: str, says: list[str]) -> None:
    assert error.part == part
    assert error.remedy
    for words in says:
        assert words in f"{error.what}\n{error.why}\n{error.remedy}", words


CELLS = {
    "empty": ("a,y,", ["line 3, column 't_s'", "empty"]),
    "spaces": ("a,y,  ", ["line 3, column 't_s'", "empty"]),
    "text": ("a,y,fast", ["line 3, column 't_s'", "'fast' is not a number"]),
    "a unit": ("a,y,3 ms", ["line 3, column 't_s'", "'3 ms' is not a number; put the unit in the column's name"]),
    "thousands": ('a,y,"1,234.5"', ["line 3, column 't_s'", "thousands separators"]),
    "digits set apart": ("a,y,1_000", ["line 3, column 't_s'", "'1_000' is not a number", "thousands separators"]),
    "digits of another script": ("a,y,\u0661\u0660", ["line 3, column 't_s'", "is not a number"]),
    "zero": ("a,y,0", ["line 3, column 't_s'", "0 is not above 0"]),
    "negative": ("a,y,-0.1", ["line 3, column 't_s'", "-0.1 is not above 0"]),
    "NaN": ("a,y,NaN", ["line 3, column 't_s'", "NaN"]),
    "infinite": ("a,y,-inf", ["line 3, column 't_s'", "infinite"]),
    "overflows": ("a,y,1e999", ["line 3, column 't_s'", "infinite"]),
    "too large": ("a,y,1e200", ["line 3, column 't_s'", "1e200 is too large or too small"]),
    "too small": ("a,y,1e-320", ["line 3, column 't_s'", "1e-320 is too large or too small"]),
    "no level": ("a, ,0.2", ["line 3, column 'size'", "empty"]),
}


@pytest.mark.parametrize(("row", "says"), CELLS.values(), ids=CELLS)
def test_a_cell_that_cannot_be_used_is_named_by_line_and_column(row, says) -> None:
    table = read_table(GOOD.replace("a,y,0.2", row).encode(), "table x.csv")
    with pytest.raises(TableError) as caught:
        observations_of(table, "t_s", ["lib", "size"], above_zero=True)
    assert_says(caught.value, "table x.csv", ["1 cell that cannot be used", *says])


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        (("0,123", "1,234"), [0.123, 1.234]),
        (("1,5", "1,234"), [1.5, 1.234]),
        (("1.5", "2"), [1.5, 2.0]),
        (("1,234", "2"), None),
        (("1,234", "2,345"), None),
        (("1,234,567", "2"), None),
        (("1.234,5", "2"), None),
    ],
)
def test_a_comma_is_decimal_only_where_it_must_be(cells, values) -> None:
    text = "lib;t\n" + "".join(f"a;{cell}\n" for cell in cells)
    table = read_table(text.encode(), "table x")
    if values is not None:
        assert observations_of(table, "t", ["lib"]).values.tolist() == values
        return
    with pytest.raises(TableError) as caught:
        observations_of(table, "t", ["lib"])
    assert_says(caught.value, "table x", ["line 2, column 't'", "thousands"])


def test_zero_is_a_value_like_others_without_a_logarithm() -> None:
    table = read_table(GOOD.replace("0.2", "0").encode(), "table x")
    assert observations_of(table, "t_s", ["lib"]).values.tolist() == [0.1, 0.0, 0.3, 0.4]


def test_lines_are_the_files_own_whatever_stands_between() -> None:
    text = HEADER + '"a\nb",x,1\n\n\nc,y,slow\n'
    table = read_table(text.encode(), "table x")
    with pytest.raises(TableError, match="line 6, column 't_s'"):
        observations_of(table, "t_s", ["lib"])


def test_many_wrong_cells_are_counted() -> None:
    table = read_table((HEADER + "a,x,1\n" + "a,y,\n" * 1200).encode(), "table x")
    with pytest.raises(TableError) as caught:
        observations_of(table, "t_s", ["lib"])
    assert_says(caught.value, "table x", ["1,200 cells", "line 7, column 't_s'", "and 1,195 more"])


def test_a_column_of_words_is_no_response() -> None:
    table = read_table(GOOD.encode(), "table x")
    assert numeric_columns(table) == ("t_s",)
    with pytest.raises(TableError) as caught:
        observations_of(table, "lib", ["size"])
    assert_says(caught.value, "table x", ["holds no numbers", "choose a column of numbers: t_s"])


ASKED = {
    "no such response": (("ts", ["lib"], None, {}), "column 'ts'", ["did you mean 't_s'", "lib, size, t_s"]),
    "no such factor": (("t_s", ["lob"], None, {}), "column 'lob'", ["did you mean 'lib'"]),
    "no such block": (("t_s", ["lib"], "day", {}), "column 'day'", ["there are: lib, size, t_s"]),
    "a factor twice": (("t_s", ["lib", "lib"], None, {}), "column 'lib'", ["used twice"]),
    "the response as factor": (("t_s", ["t_s"], None, {}), "column 't_s'", ["used twice"]),
    "no such level": (("t_s", ["lib"], None, {"size": "z"}), "size level 'z'", ["there are: x, y"]),
}


@pytest.mark.parametrize(("asked", "part", "says"), ASKED.values(), ids=ASKED)
def test_a_name_that_is_not_there(asked, part, says) -> None:
    response, factors, block, where = asked
    with pytest.raises(UsageError) as caught:
        observations_of(read_table(GOOD.encode(), "table x"), response, factors, block, where=where)
    assert_says(caught.value, part, says)


@pytest.mark.parametrize("cells", ["2,nan,10", "12:00,NaN,13:00", "2, ,10"])
def test_a_row_without_a_place_in_the_order_is_named(cells) -> None:
    text = "t,when\n" + "".join(f"1,{cell}\n" for cell in cells.split(","))
    with pytest.raises(TableError) as caught:
        in_order_of(read_table(text.encode(), "table x"), "when")
    assert_says(caught.value, "table x", ["1 cell", "line 3, column 'when'", "drop --order"])


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("9", "10"),
        ("2026-01-31T12:00", "2026-02-01"),
        ("2026-01-31 23:30:00+00", "2026-01-31 23:00:00-01"),
        ("09:30:01", "12:00"),
    ],
)
def test_rows_are_ordered_by_numbers_and_times(first, second) -> None:
    table = in_order_of(read_table(f"t,when\n2,{second}\n1,{first}\n".encode(), "table x"), "when")
    assert list(table.columns["t"]) == ["1", "2"]
    assert list(table.places) == [3, 2]


@pytest.mark.parametrize("cells", ["run-2,run-10", "31/01/2026,01/02/2026", "1,noon", "12:00,2026-01-31"])
def test_texts_have_no_order(cells) -> None:
    text = "t,when\n" + "".join(f"1,{cell}\n" for cell in cells.split(","))
    with pytest.raises(TableError) as caught:
        in_order_of(read_table(text.encode(), "table x"), "when")
    assert_says(caught.value, "table x", ["column 'when'", "2026-01-31T12:00", "drop --order"])


def test_a_rows_number_is_no_factor() -> None:
    text = "id,t\n" + "".join(f"{number},{number % 7 + 1}\n" for number in range(300))
    with pytest.raises(UsageError, match="300 levels in 300 rows"):
        observations_of(read_table(text.encode(), "table x"), "t", ["id"])


def test_rows_are_chosen_by_level() -> None:
    observed = observations_of(read_table(GOOD.encode(), "table x"), "t_s", ["lib"], where={"size": "y"})
    assert observed.values.tolist() == [0.2, 0.4]


def test_a_column_that_follows_from_another_is_left_out() -> None:
    columns = {"a": list("xxyy"), "b": list("1122"), "c": list("1212"), "d": list("1234")}
    assert independent({name: columns[name] for name in "abc"}) == (("b", "c"), {"a": "b"})
    assert independent(columns) == (("d",), {"a": "b", "b": "d", "c": "d"})


LABEL = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=8).filter(str.strip)
VALUE = st.floats(-1e150, 1e150).filter(lambda value: value == 0 or abs(value) >= 1e-150)
TABLES = st.lists(st.tuples(LABEL, LABEL, VALUE), min_size=1, max_size=30)


@given(TABLES, st.sampled_from([",", ";", "\t", "|"]), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_what_is_written_is_read(rows, separator, encoding) -> None:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator)
    writer.writerows([("one", "other", "t_s"), *rows])
    observed = observations_of(read_table(text.getvalue().encode(encoding), "table x"), "t_s", ["one", "other"])
    assert observed.values.tolist() == [value for _, _, value in rows]
    for factor, column in zip(observed.factors, range(2), strict=True):
        labels = [row[column].strip() for row in rows]
        assert [factor.levels[code] for code in factor.codes] == labels
        assert Counter(labels).keys() == set(factor.levels)


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(data) -> None:
    try:
        table = read_table(data, "table x")
    except WirelabError as error:
        assert_says(error, "table x", [])
    else:
        assert table.columns
        assert {len(cells) for cells in table.columns.values()} == {len(table.places)}


def test_a_cell_may_be_longer_than_the_library_allows_by_itself() -> None:
    assert read_delimited(b"a,b\n1," + b"x" * 200_000, "utf-8", "table t").columns["b"] == ["x" * 200_000]
