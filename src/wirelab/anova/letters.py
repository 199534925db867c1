"""Compact letter displays. Pure."""

from collections.abc import Collection
from string import ascii_lowercase, ascii_uppercase

_ALPHABET = ascii_uppercase + ascii_lowercase


def compact_letters(groups: int, different: Collection[tuple[int, int]]) -> tuple[str, ...]:
    """Letters such that two groups share one exactly when they are not significantly different.

    Insert and absorb (Piepho 2004): begin with one letter that all share; for each significant pair, split every letter
    that both have, and drop a letter whose groups another letter has all. Letters are given in the order of groups, so
    A stands at the first.

    Args:
        groups: how many, in the order in which letters are wanted (highest mean first).
        different: the pairs of indexes that differ significantly.

    Returns:
        Each group's letters, in alphabetic order: A to Z, a to z, then A2, B2 and so on.
    """
    columns = [frozenset(range(groups))]
    for first, second in sorted(different):
        split = [column - {one} for column in columns if {first, second} <= column for one in (first, second)]
        kept = [column for column in columns if not {first, second} <= column]
        columns = kept
        for column in split:
            if not any(column <= other for other in columns):
                columns = [other for other in columns if not other <= column]
                columns.append(column)
    columns.sort(key=sorted)
    return tuple(
        "".join(_letter(index) for index, column in enumerate(columns) if group in column) for group in range(groups)
    )


def _letter(index: int) -> str:
    again, place = divmod(index, len(_ALPHABET))
    return _ALPHABET[place] + (str(again + 1) if again else "")
