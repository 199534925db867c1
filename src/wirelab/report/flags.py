"""Sentences on cells that a guard finds implausible. Pure."""

from wirelab.model.guard import Flag, Guard
from wirelab.report.quantities import duration, size
from wirelab.report.wording import cell_words

MARK = "!"
"""Behind the time of a flagged cell, in tables."""


def flag_words(flag: Flag) -> str:
    """Say what was seen, and why it cannot be, in one sentence."""
    return f"{MARK} {cell_words(flag.cell)}: {_why(flag)}."


def _why(flag: Flag) -> str:
    took, least, moved = duration(max(0.0, flag.took_ns)), duration(flag.least_ns), size(flag.moved_bytes)
    match flag.guard:
        case Guard.COPY:
            return f"it takes {took}, but copying the {moved} that it gives takes at least {least} on this machine"
        case Guard.READ:
            return f"it takes {took}, but reading the {moved} that it takes in takes at least {least} on this machine"
        case Guard.GROWTH if flag.smaller is not None and flag.took_ns <= 0:
            return f"it takes no longer than with the much smaller {flag.smaller.corpus}"
        case Guard.GROWTH if flag.smaller is not None:
            more = f"it takes only {took} longer than with {flag.smaller.corpus}"
            return f"{more}, but moving {moved} more takes at least {least} on this machine"
        case _:
            return flag.detail
