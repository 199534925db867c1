"""NIST's StRD one-way analysis of variance data sets: readers, and the digits that the engine reaches."""

import gzip
import math
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tests.anova.rows import row_of
from wirelab.anova.least_squares import gather
from wirelab.anova.observations import Factor, Observations
from wirelab.anova.result import AnovaRow, SumsOfSquares
from wirelab.anova.variance_table import anova_table, estimable_model

HERE = Path(__file__).parent / "nist"

# The digits that a data set read as float64 allows, by exact rational arithmetic, and those asked of the engine.
ALLOWED = {
    "SiRstv": 13.1,
    "AtmWtAg": 10.2,
    **dict.fromkeys(("SmLs01", "SmLs02", "SmLs03"), 15.8),
    **dict.fromkeys(("SmLs04", "SmLs05", "SmLs06"), 10.2),
    **dict.fromkeys(("SmLs07", "SmLs08", "SmLs09"), 4.2),
}
ASKED = {
    "SiRstv": 12.5,
    "AtmWtAg": 9.5,
    **dict.fromkeys(("SmLs01", "SmLs02", "SmLs03"), 13.0),
    **dict.fromkeys(("SmLs04", "SmLs05", "SmLs06"), 9.5),
    **dict.fromkeys(("SmLs07", "SmLs08", "SmLs09"), 4.0),
}


@dataclass(frozen=True, slots=True, eq=False)
class Certified:
    """A data set with NIST's values.

    Attributes:
        observations: the treatment is the only factor.
        f: certified.
        between: certified sum of squares between treatments.
        within: certified sum of squares within.
    """

    observations: Observations
    f: float
    between: float
    within: float


def read(name: str) -> Certified:
    """A data set by its name, `SmLs01`."""
    plain = HERE / f"{name}.dat"
    packed = HERE / f"{name}.dat.gz"  # the largest, which the repository does not hold as they are
    text = gzip.decompress(packed.read_bytes()) if packed.is_file() else plain.read_bytes()
    lines = text.decode("ascii").splitlines()
    between = next(line for line in lines if line.startswith("Between")).split()
    within = next(line for line in lines if line.startswith("Within")).split()
    span = re.search(r"Data\s+\(lines (\d+) to (\d+)\)", "\n".join(lines[:20]))
    assert span is not None
    rows = [line.split() for line in lines[int(span[1]) - 1 : int(span[2])]]
    treatments, values = [row[0] for row in rows], np.array([float(row[1]) for row in rows])
    observations = Observations(name, values, (Factor.of("treatment", treatments),))
    return Certified(observations, float(between[-1]), float(between[-3]), float(within[-2]))


def analyse(observations: Observations) -> tuple[AnovaRow, AnovaRow]:
    """The engine's lines for treatment and error."""
    table = gather(observations)
    model = estimable_model(table, 1, response=observations.response, block=None)
    rows = anova_table(model.fit, SumsOfSquares.HIERARCHICAL, block=None, alpha=0.05)
    return row_of(rows, "treatment"), row_of(rows, "error")


def digits(found: float, certified: float) -> float:
    """Log relative error: how many digits agree; 15.8 when all digits of a double do."""
    if found == certified:
        return 15.8
    return min(15.8, -math.log10(abs(found - certified) / abs(certified)))
