"""From the columns of an answer to batches, several batches as one, and whether their times can be true. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

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


# The lab's clock and the runner's may step differently; their times for the same span agree within this.
SLACK_NS = 2_000_000
SLACK_SHARE = 0.01


def implausible(batches: Sequence[Batch], wall_ns: int, asked: int, since_ns: int = 0) -> str | None:
    """Why `batches`, in order, cannot have happened in `wall_ns` of the lab's clock, or None.

    `since_ns` is when the last batch of the request before ended, by the runner's clock.
    """
    if len(batches) != asked:
        return f"it timed {len(batches)} batches instead of {asked}"
    for index, (before, after) in enumerate(pairwise(batches), start=1):
        if after.start_ns < before.start_ns + before.ns:
            return f"batch {index} starts before batch {index - 1} ends"
    if batches and batches[0].start_ns < since_ns:
        return "batch 0 starts before batches of an earlier request end"
    limit = wall_ns * (1 + SLACK_SHARE) + SLACK_NS
    total = sum(batch.ns for batch in batches)
    if total > limit:
        return f"its batches took {total} ns together, but only {wall_ns} ns passed"
    if batches and (span := batches[-1].start_ns + batches[-1].ns - batches[0].start_ns) > limit:
        return f"its batches span {span} ns, but only {wall_ns} ns passed"
    return None
