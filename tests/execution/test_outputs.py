"""The sum that the sink must have, against a loop that is written out."""

from itertools import cycle, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelab.execution.outputs import expected_sink, output_sum, sums_of
from wirelab.model.cell import Operation

COPIES = st.lists(st.lists(st.binary(max_size=9), min_size=1, max_size=4), min_size=1, max_size=3)


def by_the_page(output: bytes) -> int:
    """The protocol's page, word by word."""
    return len(output) + output[0] + output[len(output) // 2] + output[-1] if len(output) else 0


@given(COPIES, st.integers(0, 20))
def test_calls_rotate_over_copies(copies: list[list[bytes]], calls: int) -> None:
    made = [each for copy in islice(cycle(copies), calls) for each in copy]
    sums = [sums_of(copy) for copy in copies]
    for operation in (Operation.SERIALIZE, Operation.COMPRESS, Operation.WRITE):
        assert expected_sink(operation, sums, calls, compressed=False) == sum(map(by_the_page, made))
    assert expected_sink(Operation.DESERIALIZE, sums, calls, compressed=True) == len(made)
    assert expected_sink(Operation.REPLAY, sums, calls, compressed=True) == calls


def test_what_the_core_cannot_know_is_not_expected() -> None:
    sums = [sums_of([b"abc"])]
    assert expected_sink(Operation.WRITE, sums, 3, compressed=True) is None
    assert expected_sink(Operation.DECOMPRESS, sums, 3, compressed=True) is None


@pytest.mark.parametrize(("output", "added"), [(b"", 0), (b"\x05", 1 + 15), (b"\x01\x02", 2 + 1 + 2 + 2)])
def test_outputs_add_length_and_three_bytes(output: bytes, added: int) -> None:
    assert output_sum(output) == added
