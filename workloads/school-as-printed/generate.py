"""The school as the text of its study has it: 100 professors and 10 students of 110 structures.

The study's loop gives each professor `numberOfStudents / numberOfProfessors` students, which would be none; here every
tenth professor has one.
"""

import runpy
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

SCHOOL = Path(__file__).parents[1] / "school" / "generate.py"
PROFESSORS_TO_A_STUDENT = 10


def generate(size: str, variant: str, random: Random) -> Iterator[dict[str, Any]]:
    """One school of `size` structures."""
    make = runpy.run_path(str(SCHOOL))["school"]
    yield make(size, variant, random, lambda number: int(number % PROFESSORS_TO_A_STUDENT == 0))
