"""Random designs of sessions and machines, with holes, and the model's results for each, as `sessions.R` asks R."""

import csv
import io
import random
from dataclasses import dataclass

import numpy as np

from tests.certification.oracle import Quantities, normal
from wirelab.analysis.sessions.mixed import Contrast, MixedFit, fit_mixed

DESIGNS = 60
KINDS = ("nested", "sessions", "crossed")


@dataclass(frozen=True, slots=True)
class Row:
    """An observation."""

    y: float
    machine: int
    session: int
    cell: int
    round: int


@dataclass(frozen=True, slots=True)
class Sessions:
    """A random design: sessions within machines, of one number (`nested`), on one machine, or of several cells."""

    number: int
    kind: str
    rows: tuple[Row, ...]


def design(number: int) -> Sessions:
    """A design with sessions of unequal rounds, in which a part of all observations is missing."""
    chance = random.Random(30_000 + number)
    kind = KINDS[number % len(KINDS)]
    machines = 1 if kind == "sessions" else 2 + int(chance.random() * 4)
    cells = 2 + int(chance.random() * 3) if kind == "crossed" else 1
    scale = {name: 0.02 + 0.4 * chance.random() for name in ("machine", "session", "of machine", "of session", "round")}
    share = 0.05 + 0.25 * chance.random()
    level = [normal(chance) for _ in range(cells)]
    rows: list[Row] = []
    session = at = 0
    for machine in range(machines):
        shift = scale["machine"] * normal(chance)
        own = [scale["of machine"] * normal(chance) for _ in range(cells)]
        for _ in range((2 if machines > 1 else 3) + int(chance.random() * 4)):
            drift = scale["session"] * normal(chance)
            within = [scale["of session"] * normal(chance) for _ in range(cells)]
            rounds = 2 + int(chance.random() * 5)
            for place in range(rounds):
                speed = scale["round"] * normal(chance) if kind == "crossed" else 0.0
                for cell in range(cells):
                    y = 10 + level[cell] + shift + own[cell] + drift + within[cell] + speed + 0.1 * normal(chance)
                    if place == 0 or chance.random() > share:
                        rows.append(Row(round(y, 6), machine, session, cell, at + place))
            session, at = session + 1, at + rounds
    return Sessions(number, kind, tuple(rows))


def as_csv(designs: list[Sessions]) -> str:
    """All designs as one long table for R."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("design", "kind", "y", "machine", "session", "cell", "round"))
    for one in designs:
        for row in one.rows:
            labels = f"m{row.machine}", f"s{row.session}", f"c{row.cell}", f"r{row.round}"
            writer.writerow((one.number, one.kind, repr(row.y), *labels))
    return out.getvalue()


def fitted(one: Sessions) -> MixedFit:
    """The model of a design, as `sessions.R` has it."""
    machine, session, cell, rounds = (
        np.array([getattr(row, name) for row in one.rows]) for name in ("machine", "session", "cell", "round")
    )
    groups = {"nested": [machine, session], "sessions": [session]}.get(one.kind)
    if groups is None:
        cells = cell.max() + 1
        groups = [machine, session, machine * cells + cell, session * cells + cell, rounds]
    columns = np.eye(cell.max() + 1)[cell]
    return fit_mixed(np.array([row.y for row in one.rows]), columns, [dense(codes) for codes in groups])


def dense(codes: np.ndarray) -> np.ndarray:
    """Codes without gaps."""
    return np.unique(codes, return_inverse=True)[1]


def quantities(one: Sessions) -> Quantities:
    """The model's results for a design."""
    fit = fitted(one)
    p = len(fit.coefficients)
    told = [fit.contrast(row) for row in np.eye(p)]
    found = {
        "criterion": [fit.deviance],
        "variances": [*fit.variances, fit.rest],
        "estimates": [each.estimate for each in told],
        "errors": [_error(each) for each in told],
        "freedom": [each.freedom for each in told],
    }
    if one.kind == "crossed":
        differs = fit.contrast([-1.0, 1.0, *[0.0] * (p - 2)])
        found |= {
            "difference": [differs.estimate],
            "its error": [_error(differs)],
            "its freedom": [differs.freedom],
        }
    return found


def _error(contrast: Contrast) -> float:
    return float(contrast.variance**0.5)
