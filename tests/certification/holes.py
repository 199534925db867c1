"""Random designs with holes, and the engine's results for each: the same quantities that `holes.R` takes from R.

Combinations are missing, levels of one factor lie within those of another, or both.
"""

import csv
import io
import random
from dataclasses import dataclass
from itertools import product

import numpy as np

from tests.certification.oracle import Quantities, normal
from wirelab.anova.adjusted_means import AdjustedMeans, adjusted_means
from wirelab.anova.least_squares import fit, gather
from wirelab.anova.observations import Factor, Observations
from wirelab.anova.pairwise import tukey
from wirelab.anova.result import SumsOfSquares
from wirelab.anova.variance_table import anova_table

DESIGNS = 120
Codes = tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Holed:
    """A random design with holes.

    Attributes:
        number: its seed.
        nested: factor `b` lies within `a`.
        rows: value, level of each of `a`, `b` (and `c`), and block (0 where there are no blocks), in run order.
        factors: two or three.
        blocked: whether there are blocks.
    """

    number: int
    nested: bool
    rows: tuple[tuple[float, Codes, int], ...]
    factors: int
    blocked: bool

    @property
    def a(self) -> tuple[int, ...]:
        """The level of factor `a` of each row."""
        return tuple(codes[0] for _, codes, _ in self.rows)

    @property
    def observations(self) -> Observations:
        """As the engine takes them: levels of a nested factor have names of their own."""
        codes = [row[1] for row in self.rows]
        labels = [[f"{'abc'[index]}{own[index]}" for own in codes] for index in range(self.factors)]
        if self.nested:
            labels[1] = [f"b{own[0]}{own[1]}" for own in codes]
        factors = tuple(Factor.of("abc"[index], column) for index, column in enumerate(labels))
        block = Factor.of("block", [f"r{row[2]}" for row in self.rows]) if self.blocked else None
        return Observations("y", np.array([row[0] for row in self.rows]), factors, block)


def design(number: int) -> Holed:
    """A design of two or three factors: with missing combinations, nested, or both, with or without blocks."""
    chance = random.Random(10_000 + number)
    factors, blocked, kind = 2 + number % 2, number % 3 == 2, number % 5
    nested = kind in {2, 3}
    holes = not nested or (kind == 3 and factors == 3)
    sizes = [2 + int(chance.random() * 3) for _ in range(factors)]
    cells = list(product(*map(range, sizes)))
    while True:
        share = 0.1 + 0.3 * chance.random()
        kept = [codes for codes in cells if not (holes and chance.random() < share)]
        if (len(kept) < len(cells)) == holes and _told(kept, sizes, nested=nested):
            break
    effects = [[normal(chance) for _ in range(size)] for size in sizes]
    drift = [normal(chance) for _ in range(4)]
    rows = []
    for codes in kept:
        shift = normal(chance)
        for repeat in range(2 + int(chance.random() * 3)):
            value = 10 + sum(effect[code] for effect, code in zip(effects, codes, strict=True)) + shift
            rows.append((round(value + 0.5 * normal(chance) + blocked * drift[repeat], 6), codes, repeat))
    chance.shuffle(rows)
    return Holed(number, nested, tuple(rows), factors, blocked)


def _told(kept: list[Codes], sizes: list[int], *, nested: bool) -> bool:
    """Whether all levels were observed, and no factor follows from the others."""
    if any({codes[index] for codes in kept} != set(range(size)) for index, size in enumerate(sizes)):
        return False
    if nested:  # each level of b in each of a
        return len({codes[:2] for codes in kept}) == sizes[0] * sizes[1]
    columns = [np.eye(size)[[codes[index] for codes in kept]] for index, size in enumerate(sizes)]
    rank = np.linalg.matrix_rank(np.hstack(columns))
    others = (np.hstack([*columns[:index], *columns[index + 1 :]]) for index in range(len(sizes)))
    return all(np.linalg.matrix_rank(other) < rank for other in others)


def as_csv(designs: list[Holed]) -> str:
    """All designs as one long table for R; columns that a design does not have are empty."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("design", "nested", "y", "a", "b", "c", "block"))
    for one in designs:
        for value, codes, block in one.rows:
            labels = [f"{name}{code}" for name, code in zip("abc", codes, strict=False)] + [""] * (3 - len(codes))
            writer.writerow((one.number, int(one.nested), repr(value), *labels, f"r{block}" if one.blocked else ""))
    return out.getvalue()


def quantities(one: Holed) -> Quantities:
    """The engine's results for a design: all interactions, however little is left of them."""
    observed = one.observations
    table = gather(observed)
    model = fit(table, table.crossing.terms(one.factors))
    found: Quantities = {}
    for sums in SumsOfSquares:
        rows = anova_table(model, sums, block="block" if one.blocked else None, alpha=0.05).rows[:-1]
        found[f"freedom {sums}"] = [row.freedom for row in rows]
        found[f"sums {sums}"] = [row.sum_of_squares for row in rows]
        found[f"p {sums}"] = [row.p for row in rows if row.p is not None]
    means, order = _by_label(adjusted_means(model, (0,)))
    found["estimable"] = [float(means.labels[at][0][1:]) for at in order]
    found["means"], found["errors"] = means.means[order].tolist(), means.errors[order].tolist()
    if len(order) > 1:
        tests = tukey(model, means.rows[order], 0.05)
        found["differences"], found["tukey"] = tests.differences.tolist(), tests.p.tolist()
    means, order = _by_label(adjusted_means(model, (1,) if one.nested else (0, 1)))
    found["cells"] = means.means[order].tolist()
    found["cell errors"] = means.errors[order].tolist()
    return found


def _by_label(means: AdjustedMeans) -> tuple[AdjustedMeans, list[int]]:
    return means, sorted(range(len(means.labels)), key=lambda index: means.labels[index])
