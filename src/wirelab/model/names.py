"""Names that a user gives: found, or refused with near ones or all that there are."""

import difflib
from collections.abc import Iterable, Sequence

from wirelab.model.errors import UsageError

_MOST_LISTED = 12
"""Beside near ones, all are listed only if they are at most so many: more would hide the near ones."""


def choose(kind: str, name: str, known: Iterable[str]) -> str:
    """Return `name` if it is known; else a UsageError names others, as `hint` does."""
    names = list(dict.fromkeys(known))
    if name in names:
        return name
    raise UsageError(f"{kind} '{name}'", f"there is no such {kind}", remedy=hint(name, names))


def hint(name: str, known: Sequence[str]) -> str:
    """The names that are near one that is unknown, and all there are, unless those are many and some are near."""
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
    meant = f"did you mean {' or '.join(repr(match) for match in near)}? " if near else ""
    if near and len(known) > _MOST_LISTED:
        return f"{meant}`wirelab list` shows all {len(known)}"
    return f"{meant}{'There' if near else 'there'} are: {', '.join(known) or 'none'}"
