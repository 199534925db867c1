"""The school of the study: ten professors to one student, who belongs to every tenth professor.

Draws with `random.random()` alone, whose sequence Python promises to keep for a seed; the variant changes letters and
nothing else, so both variants draw alike.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

LETTERS = "abcdefghijklmnopqrstuvwxyz"
NAME_LETTERS, ADDRESS_LETTERS = 16, 32
PROFESSORS_TO_A_STUDENT = 10


def generate(size: str, variant: str, random: Random) -> Iterator[dict[str, Any]]:
    """One school of `size` structures."""
    same = variant == "same"
    students = int(size) // (PROFESSORS_TO_A_STUDENT + 1)
    professors = [_professor(number, random, same) for number in range(1, int(size) - students + 1)]
    for number in range(1, students + 1):
        professors[number * PROFESSORS_TO_A_STUDENT - 1]["students"] = [_student(number, random, same)]
    yield {"professors": professors}


def _professor(number: int, random: Random, same: bool) -> dict[str, Any]:
    return {
        "id": number,
        "name": _text(NAME_LETTERS, random, same),
        "telephone": _telephone(random),
        "birth_date": _date(1950, 1995, random),
        "address": _text(ADDRESS_LETTERS, random, same),
    }


def _student(number: int, random: Random, same: bool) -> dict[str, Any]:
    return {
        "id": number,
        "name": _text(NAME_LETTERS, random, same),
        "telephone": _telephone(random),
        "gender": ("Male", "Female")[_below(2, random)],
        "birth_date": _date(1996, 2004, random),
        "registration_date": _date(2015, 2022, random),
        "address": _text(ADDRESS_LETTERS, random, same),
    }


def _below(limit: int, random: Random) -> int:
    return int(random.random() * limit)


def _text(length: int, random: Random, same: bool) -> str:
    text = "".join(LETTERS[_below(len(LETTERS), random)] for _ in range(length))
    return "a" * length if same else text


def _telephone(random: Random) -> int:
    return 100_000_000 + _below(900_000_000, random)


def _date(first_year: int, last_year: int, random: Random) -> str:
    year = first_year + _below(last_year - first_year + 1, random)
    return f"{year}-{1 + _below(12, random):02}-{1 + _below(28, random):02}"
