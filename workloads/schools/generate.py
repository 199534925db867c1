"""Schools of twenty-four pupils: names and places from short lists, as a register of people has them.

Draws with `random.random()` alone, whose sequence Python promises to keep for a seed.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

OBJECTS_TO_A_SCHOOL = 25
FIRST = [
    "Ana",
    "Bruno",
    "Carla",
    "Daniel",
    "Eva",
    "Filipe",
    "Greta",
    "Hugo",
    "Ines",
    "Jonas",
    "Kira",
    "Luis",
    "Marta",
    "Nuno",
    "Olga",
    "Paulo",
    "Rita",
    "Samuel",
    "Tess",
    "Vera",
]
LAST = [
    "Abreu",
    "Braga",
    "Costa",
    "Dias",
    "Esteves",
    "Ferreira",
    "Gomes",
    "Horta",
    "Jardim",
    "Lopes",
    "Matos",
    "Neves",
    "Pinto",
    "Ramos",
    "Sousa",
    "Torres",
    "Vaz",
]
STREETS = [
    "Castle",
    "Chapel",
    "Garden",
    "Harbour",
    "Hill",
    "Market",
    "Mill",
    "Park",
    "River",
    "School",
    "Station",
    "Tower",
]
TOWNS = [
    "Aldenham",
    "Brockhurst",
    "Carlow",
    "Dunmore",
    "Eastleigh",
    "Fairford",
    "Granton",
    "Holmwood",
    "Ivybridge",
    "Kelso",
]


def generate(size: str, variant: str, random: Random) -> Iterator[dict[str, Any]]:
    """Schools and pupils, `size` of them together."""
    del variant  # there is one
    schools = int(size) // OBJECTS_TO_A_SCHOOL
    yield {"schools": [_school(number, random) for number in range(1, schools + 1)]}


def _school(number: int, random: Random) -> dict[str, Any]:
    town = _one(TOWNS, random)
    pupils = OBJECTS_TO_A_SCHOOL - 1
    return {
        "id": number,
        "name": f"{town} {_one(('Primary', 'Grammar', 'High', 'Community'), random)} School",
        "address": f"{1 + _below(200, random)} {_one(STREETS, random)} Street, {town} {10000 + _below(90000, random)}",
        "students": [_pupil((number - 1) * pupils + each, random) for each in range(1, pupils + 1)],
    }


def _pupil(number: int, random: Random) -> dict[str, Any]:
    first, last = _one(FIRST, random), _one(LAST, random)
    return {
        "id": number,
        "name": f"{first} {last}",
        "age": 6 + _below(13, random),
        "email": f"{first}.{last}{_below(100, random)}@school.example".lower(),
        "grade": _below(2001, random) / 100,
        "enrolled": _below(10, random) > 0,
    }


def _one(choices: Sequence[str], random: Random) -> str:
    return choices[_below(len(choices), random)]


def _below(limit: int, random: Random) -> int:
    return int(random.random() * limit)
