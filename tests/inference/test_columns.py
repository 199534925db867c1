"""Columns of text as documents."""

import pytest

from wirelab.inference.columns import rows_of


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        (["1", "0.5"], [1.0, 0.5]),
        (["9007199254740992", "0.5"], [9007199254740992.0, 0.5]),
        (["9007199254740993", "0.5"], ["9007199254740993", "0.5"]),  # no double is that
        (["9007199254740993", "1"], [9007199254740993, 1]),
        (["-0", "0.5"], ["-0", "0.5"]),
    ],
)
def test_a_column_with_a_fraction_holds_doubles_only_if_they_keep_every_cell(
    cells: list[str], values: list[object]
) -> None:
    found = [row["a"] for row in rows_of({"a": cells})]
    assert (found, list(map(type, found))) == (values, list(map(type, values)))
