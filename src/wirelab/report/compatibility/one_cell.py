"""The command that repeats one cell of a report, made of the one that was typed. Pure."""

import shlex
from collections.abc import Iterator, Sequence

_CHOICES = {"--codec", "--platform", "--input", "--change", "--variant", "--out", "--format"}
"""Options with a value that choose other cells, or the report's destination."""
_SWITCHES = {"--json", "--force", "--resume"}


def one_cell(command: str, *words: str) -> str:
    """The typed command, with `words` instead of its options for cells and the report; empty if none was typed."""
    if not command:
        return ""
    return shlex.join([*_kept(shlex.split(command)), *words])


def _kept(words: Sequence[str]) -> Iterator[str]:
    rest = iter(words)
    for word in rest:
        if word in _CHOICES:
            next(rest, None)
        elif word not in _SWITCHES and word.split("=", 1)[0] not in _CHOICES:
            yield word
