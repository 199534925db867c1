"""The sum that the sink of the timing loop must have, computed from the bytes that were verified. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from wirelab.model.cell import Form, Operation


@dataclass(frozen=True, slots=True)
class Sums:
    """The amount that one call on a copy adds to the sink: if outputs are encoded bytes, and if they are objects."""

    encoded: int
    objects: int


def sums_of(payloads: Sequence[bytes]) -> Sums:
    """The sums of a copy, by its encoded objects (protocol/v2/README.md, Timing)."""
    return Sums(sum(map(output_sum, payloads)), len(payloads))


def output_sum(output: bytes) -> int:
    """The amount that an output of bytes adds: its length, and its first, middle and last byte."""
    if not output:
        return 0
    return len(output) + output[0] + output[len(output) // 2] + output[-1]


def expected_sink(operation: Operation, copies: Sequence[Sums], calls: int, *, compressed: bool) -> int | None:
    """The sum of `calls` calls since `open`, over all `copies` in turn; None: the core does not know.

    With a compressor, encoded bytes are not those that the codec writes.
    """
    if operation.gives is Form.ENCODED or (operation is Operation.WRITE and not compressed):
        return rotated([each.encoded for each in copies], calls)
    if operation is Operation.REPLAY:
        return calls
    if operation.gives <= Form.MESSAGES:
        return rotated([each.objects for each in copies], calls)
    return None


def rotated(sums: Sequence[int], calls: int, start: int = 0) -> int:
    """The sum of `calls` calls, each of which adds the next of `sums`, the first the one at `start`."""
    rounds, rest = divmod(calls, len(sums))
    return rounds * sum(sums) + sum(sums[(start + at) % len(sums)] for at in range(rest))
