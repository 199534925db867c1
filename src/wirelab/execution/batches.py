"""From the columns of an answer to batches, and several batches as one. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from wirelab.model.measurement import Batch, Phase
from wirelab.protocol.messages import Timed

# As an answer and a batch call them.
_COLUMNS = ("start_ns", "ns", "allocated_bytes", "gc_count", "gc_ns", "cpu_ns", "process_cpu_ns", "compiled")


def batches_of(timed: Timed, calls: int, phase: Phase) -> tuple[Batch, ...]:
    """The batches of an answer; a ValueError where its columns are not of the same length."""
    known = [(name, column) for name in _COLUMNS if (column := getattr(timed, name)) is not None]
    names = [name for name, _ in known]
    rows = zip(*(column for _, column in known), strict=True)
    return tuple(Batch(phase=phase, calls=calls, **dict(zip(names, row, strict=True))) for row in rows)


def joined(batches: Sequence[Batch]) -> Batch:
    """Batches of one phase that followed each other, at least one, as one."""
    first = batches[0]
    if len(batches) == 1:
        return first

    def total(values: Iterator[int | None]) -> int | None:
        known = [value for value in values if value is not None]
        return sum(known) if len(known) == len(batches) else None

    sums = {name: total(getattr(batch, name) for batch in batches) for name in _COLUMNS if name != "start_ns"}
    return replace(first, calls=sum(batch.calls for batch in batches), **sums)  # type: ignore[arg-type]
