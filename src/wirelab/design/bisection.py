"""Which version to measure next, to find the first one that changed. Pure."""

from collections.abc import Mapping, Sequence
from math import ceil, log2


def next_version(versions: Sequence[str], changed: Mapping[str, bool | None]) -> str | None:
    """The version in the middle of those that may be the first that changed; None: there is none left to try.

    `changed` has the results so far, at least that the first of `versions` did not change and the last did. None means
    that a version cannot be measured, or not be judged.
    """
    low, high = limits(versions, changed)
    left = [version for version in versions[low + 1 : high] if version not in changed]
    return left[len(left) // 2] if left else None


def limits(versions: Sequence[str], changed: Mapping[str, bool | None]) -> tuple[int, int]:
    """The places of the last version before the first known change, and of that change."""
    high = next(at for at, version in enumerate(versions) if changed.get(version))
    low = max(at for at, version in enumerate(versions[:high]) if changed.get(version) is False)
    return low, high


def looks_needed(versions: Sequence[str]) -> int:
    """How many comparisons a search takes at most, including the first one, of the two ends."""
    return 1 + max(0, ceil(log2(max(1, len(versions) - 1))))
