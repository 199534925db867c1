"""Rounds of processes whose truth is known, and claims about them."""

import math
import random
from collections.abc import Mapping, Sequence

from wirelab.claims.rulings import Ruled, Standing
from wirelab.claims.selection import place
from wirelab.claims.sound import numbers_of, rule
from wirelab.design.sequential import Schedule
from wirelab.model.figure import FactorName, Figure, Quantity
from wirelab.study.claims import Claim
from wirelab.study.definition import parse_study

REPLICATED, IN_PART, CONTRADICTED, UNRESOLVED = Standing
HEAD = 'name = "s"\nquestion = "?"\n[factors]\nworkload = ["w"]\ncodec = ["a", "b", "c"]\n'
BAND = 0.02
ROUNDS = 14
Levels = tuple[tuple[str, str], ...]
Truth = Mapping[Levels, float]
"""Time in ns of each cell, by its levels."""


def cell(**levels: str) -> Levels:
    return tuple(levels.items())


TRUTH: Truth = {
    cell(codec=codec, size=size, operation="serialize"): ns
    for codec, course in {"a": (10, 100, 1000), "b": (20, 90, 500), "c": (30, 300, 3000)}.items()
    for size, ns in zip(("10", "100", "1k"), course, strict=True)
} | {
    cell(codec="a", size=size, operation=operation): ns
    for operation, course in {"build": (2, 20, 200), "write": (8, 80, 800), "replay": (5, 50, 500)}.items()
    for size, ns in zip(("10", "100", "1k"), course, strict=True)
}
READING: Truth = {cell(codec=codec, size="10", operation="deserialize"): ns for codec, ns in {"a": 30, "b": 60}.items()}
READING_C: Truth = {**READING, cell(codec="c", size="10", operation="deserialize"): 90}
SIZES = [
    Figure(Quantity.SIZE, {FactorName.CODEC: codec, FactorName.SIZE: "10"}, size)
    for codec, size in {"a": 100.0, "b": 200.0, "c": 150.0}.items()
]


def measured(truth: Truth, rounds: int = ROUNDS, *, scatter: float = 0.02, seed: int = 1) -> list[Figure]:
    """Times of each cell in each round: the truth, the round's own speed, and scatter."""
    chance = random.Random(seed)
    found = []
    for number in range(rounds):
        speed = chance.gauss(0, 0.05)
        for levels, ns in truth.items():
            named = {FactorName(name): level for name, level in levels} | {FactorName.REPLICATE: str(number)}
            found.append(Figure(Quantity.TIME, named, ns * math.exp(speed + chance.gauss(0, scatter))))
    return found


def claims_of(*texts: tuple[str, str]) -> tuple[Claim, ...]:
    written = "".join(
        f'[[claim]]\nid = "c{at}"\nkind = "{kind}"\nplace = "§1"\nwords = "It is so."\n{text}\n'
        for at, (kind, text) in enumerate(texts)
    )
    return parse_study(HEAD + written, "study s.toml").claim


def design_of(figures: Sequence[Figure]) -> tuple[Figure, ...]:
    """The figures of any round, and sizes."""
    without = [dict(place(one.levels, {FactorName.REPLICATE})) for one in figures]
    unique = {(one.quantity, place(levels)): levels for one, levels in zip(figures, without, strict=True)}
    return tuple(Figure(quantity, levels, 1.0) for (quantity, _), levels in unique.items())


def ruled(
    claims: Sequence[Claim], figures: Sequence[Figure], rounds: int = ROUNDS, *, ended: bool = True, **more: object
) -> tuple[Ruled, ...]:
    planned = design_of(figures)[::-1]  # a design has an order of its own
    numbers = numbers_of(claims, planned, BAND)
    schedule = Schedule(rounds=ROUNDS, comparisons=max(1, numbers), joint=True)
    return rule(claims, figures, planned=planned, schedule=schedule, band=BAND, rounds=rounds, ended=ended, **more)  # type: ignore[arg-type]


OF_A, OF_B, OF_C = (f'of = {{ codec = "{codec}" }}\n' for codec in "abc")
TO_A, TO_B, TO_C = (f'to = {{ codec = "{codec}" }}\n' for codec in "abc")
A_TO_B, B_TO_A, A_TO_C = OF_A + TO_B, OF_B + TO_A, OF_A + TO_C
