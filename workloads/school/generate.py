"""The school of the study, as its sizes say: ten students to a professor (its text says the reverse).

Random text is made of words that come again, as names and streets do: of letters drawn one by one, gzip would leave
more than twice what it leaves of the same letter, and the study's left 1.7 times as much. Draws with `random.random()`
alone, whose sequence Python promises to keep for a seed; the variant changes letters and nothing else, so both variants
draw alike.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from random import Random
from typing import Any

LETTERS = "abcdefghijklmnopqrstuvwxyz"
NAME_WORDS, ADDRESS_WORDS = (4, 5), (6, 6, 7)  # letters of each word; with the spaces 10 and 21 characters
WORDS_TO_CHOOSE_FROM = 50
STUDENTS_TO_A_PROFESSOR = 10
FIRST_DAY, DAYS = date(1900, 1, 1), 44_925  # up to 2022


def generate(size: str, variant: str, random: Random) -> Iterator[dict[str, Any]]:
    """One school of `size` structures."""
    yield school(size, variant, random, lambda _: STUDENTS_TO_A_PROFESSOR)


def school(size: str, variant: str, random: Random, students_of: Callable[[int], int]) -> dict[str, Any]:
    """A school of `size` structures, whose professors, numbered from 1, have so many students each."""
    make, professors, left = _Maker(random, variant == "same"), list[dict[str, Any]](), int(size)
    first = 1
    while left > 0:
        number = len(professors) + 1
        students = students_of(number)
        professors.append(make.professor(number, range(first, first + students)))
        first, left = first + students, left - 1 - students
    return {"professors": professors}


class _Maker:
    """Makes people one after the other; numbers start at 1."""

    def __init__(self, random: Random, same: bool) -> None:
        self.random, self.same = random, same
        self.names = [self.words(letters) for letters in NAME_WORDS]
        self.addresses = [self.words(letters) for letters in ADDRESS_WORDS]

    def professor(self, number: int, students: Sequence[int]) -> dict[str, Any]:
        return {
            "id": number,
            "name": self.text(self.names),
            "telephone": self.telephone(),
            "birth_date": self.date(),
            "address": self.text(self.addresses),
            "students": [self.student(each) for each in students],
        }

    def student(self, number: int) -> dict[str, Any]:
        return {
            "id": number,
            "name": self.text(self.names),
            "telephone": self.telephone(),
            "gender": ("Male", "Female")[self.below(2)],
            "birth_date": self.date(),
            "registration_date": self.date(),
            "address": self.text(self.addresses),
        }

    def words(self, letters: int) -> list[str]:
        return ["".join(LETTERS[self.below(len(LETTERS))] for _ in range(letters)) for _ in range(WORDS_TO_CHOOSE_FROM)]

    def text(self, words: Sequence[Sequence[str]]) -> str:
        text = " ".join(choices[self.below(len(choices))] for choices in words)
        return "a" * len(text) if self.same else text

    def telephone(self) -> int:
        return 100_000_000 + self.below(900_000_000)

    def date(self) -> str:
        return (FIRST_DAY + timedelta(days=self.below(DAYS))).isoformat()

    def below(self, limit: int) -> int:
        return int(self.random.random() * limit)
