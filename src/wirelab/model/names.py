"""Names that a user gives: found, or refused with what is near and what there is."""

import difflib
from collections.abc import Iterable

from wirelab.model.errors import UsageError


def choose(kind: str, name: str, known: Iterable[str]) -> str:
    """Return `name` if it is known.

    Raises:
        UsageError: it is not; names the nearest known ones and all of them.
    """
    names = list(dict.fromkeys(known))
    if name in names:
        return name
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(repr(match) for match in near)}? " if near else ""
    listed = ", ".join(names) or "none"
    raise UsageError(f"{kind} '{name}'", f"there is no such {kind}", remedy=f"{hint}There are: {listed}")
