"""Whether the times that a runner reports can be true, as far as the lab can see from outside."""

from collections.abc import Sequence
from itertools import pairwise

from wirelab.model.measurement import Batch

# The lab's clock and the runner's may step differently; what they say of the same span agrees within this.
SLACK_NS = 2_000_000
SLACK_SHARE = 0.01


def implausible(batches: Sequence[Batch], wall_ns: int, asked: int) -> str | None:
    """Why `batches`, in order, cannot be what happened in `wall_ns` of the lab's clock, or None."""
    if len(batches) != asked:
        return f"it timed {len(batches)} batches instead of {asked}"
    return _out_of_order(batches) or _longer_than_wall(batches, wall_ns)


def _out_of_order(batches: Sequence[Batch]) -> str | None:
    for index, (before, after) in enumerate(pairwise(batches), start=1):
        if after.start_ns < before.start_ns + before.ns:
            return f"batch {index} starts before batch {index - 1} ends"
    return None


def _longer_than_wall(batches: Sequence[Batch], wall_ns: int) -> str | None:
    limit = wall_ns * (1 + SLACK_SHARE) + SLACK_NS
    total = sum(batch.ns for batch in batches)
    if total > limit:
        return f"its batches took {total} ns together, but only {wall_ns} ns passed"
    if batches and (span := batches[-1].start_ns + batches[-1].ns - batches[0].start_ns) > limit:
        return f"its batches span {span} ns, but only {wall_ns} ns passed"
    return None
