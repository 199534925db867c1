"""Compact letters: two groups share a letter exactly when they do not differ."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelab.anova.compare_levels import compact_letters

PAIRS_OF_EIGHT = list(combinations(range(8), 2))


@given(st.sets(st.sampled_from(PAIRS_OF_EIGHT)))
def test_sharing_a_letter_means_not_different(different: set[tuple[int, int]]) -> None:
    letters = compact_letters(8, different)
    for first, second in PAIRS_OF_EIGHT:
        assert bool(set(letters[first]) & set(letters[second])) == ((first, second) not in different)


@given(st.sets(st.sampled_from(PAIRS_OF_EIGHT)))
def test_no_letter_says_what_another_says(different: set[tuple[int, int]]) -> None:
    letters = compact_letters(8, different)
    under = [{i for i in range(8) if letter in letters[i]} for letter in sorted(set("".join(letters)))]
    assert not any(one <= other for one in under for other in under if one is not other)
    assert letters[0].startswith("A")


@pytest.mark.parametrize(
    ("groups", "different", "letters"),
    [
        (1, [], ("A",)),
        (3, [], ("A", "A", "A")),
        (3, [(0, 2)], ("A", "AB", "B")),
        (3, [(0, 1), (0, 2), (1, 2)], ("A", "B", "C")),
        (4, [(0, 2), (0, 3), (1, 3)], ("A", "AB", "BC", "C")),
        (3, [(0, 1)], ("A", "B", "AB")),
    ],
)
def test_displays(groups: int, different: list[tuple[int, int]], letters: tuple[str, ...]) -> None:
    assert compact_letters(groups, different) == letters


def test_letters_go_on_after_the_alphabet() -> None:
    letters = compact_letters(54, list(combinations(range(54), 2)))
    assert (letters[25], letters[26], letters[51], letters[52], letters[53]) == ("Z", "a", "z", "A2", "B2")
