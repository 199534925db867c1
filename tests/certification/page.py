"""Writes docs/certification.md: `python -m tests.certification.page`. Nothing on that page is typed."""

import csv
import json
import textwrap
from collections.abc import Iterator, Sequence

import numpy as np

from tests.certification.nist import ALLOWED, ASKED, analyse, digits, read
from tests.certification.oracle import Quantities, design, quantities
from tests.certification.record_r import RECORDED
from tests.certification.test_published_study import PUBLISHED
from tests.certification.test_r import TOLERANCES
from tests.conftest import ROOT

PAGE = ROOT / "docs" / "certification.md"


def main() -> None:
    """Work everything out and write the page."""
    PAGE.write_text("\n\n".join(page()) + "\n", encoding="utf-8")


def page() -> Iterator[str]:
    """The page's paragraphs."""
    yield "# Certification of the statistics"
    yield prose(
        "The statistics in `wirelab.analysis` were checked against published and computed results.",
        "`pytest tests/certification` repeats every check, and `python -m tests.certification.page` computes and",
        "writes this page.",
    )
    yield "## NIST's one-way data sets"
    yield prose(
        "The table shows to how many digits (log relative error) F and the sums of squares agree with the certified",
        "values. *Asked* is what the tests demand for F. *Allowed* is what exact rational arithmetic reaches once the",
        "data are read as float64 (the least of a family of three).",
    )
    yield table(
        ("Data set", "treatments", "n", "F", "between", "within", "asked", "allowed"),
        [nist_row(name) for name in ASKED],
    )
    yield "## A published study"
    anova, tukey = rows("anova"), rows("tukey")
    told = {"operation", "model", "source", "factor", "level"}
    entries = sum(bool(value) for row in (*anova, *tukey) for column, value in row.items() if column not in told)
    yield prose(
        f"From the observations of *Serialization in .NET* (RIT 2023), {len(anova)} lines of ANOVA tables and",
        f"{len(tukey)} lines of groupings are reproduced to the last printed digit. These are {entries} entries,",
        "including letters and order. All options except the scale (log10) are defaults. The variances of the",
        "platforms differ for `deserialize`, so the rule compares them by Games-Howell where the study used Tukey's",
        "test. The letters are the same.",
    )
    yield "## R"
    answers: dict[str, Quantities] = json.loads(RECORDED.read_text(encoding="ascii"))
    single = sum("welch" in one for one in answers.values())
    yield prose(
        f"{len(answers)} random designs have one to three factors ({single} have one factor and no block), with or",
        "without blocks, balanced or not. The table shows the largest difference from R's answer, relative where the",
        "answer is above 1. R was version 4.2 with car, emmeans and multcompView. Letters agree in every design.",
    )
    yield table(("Quantity", "numbers", "largest difference", "tolerance"), agreement(answers))
    yield prose(
        "`tukey` and `halves` depend on R's `ptukey` and `qtukey`, which are accurate to about 1e-6 and 1e-4. Our",
        "probabilities agree with SciPy's quadrature to 1e-8 (`tests/unit/test_analysis_studentized_range.py`).",
    )


def prose(*pieces: str) -> str:
    """A paragraph, wrapped."""
    return textwrap.fill(" ".join(pieces), 150, break_on_hyphens=False, break_long_words=False)


def nist_row(name: str) -> tuple[str, ...]:
    """A data set's line."""
    certified = read(name)
    treatment, error = analyse(certified.observations)
    assert treatment.f is not None
    found = (
        digits(treatment.f, certified.f),
        digits(treatment.sum_of_squares, certified.between),
        digits(error.sum_of_squares, certified.within),
    )
    factor = certified.observations.factors[0]
    return (
        name,
        str(len(factor.levels)),
        f"{len(factor.codes):,}",
        *(f"{value:.1f}" for value in (*found, ASKED[name], ALLOWED[name])),
    )


def rows(kind: str) -> list[dict[str, str]]:
    """Lines of a published table."""
    with (PUBLISHED / f"records-dotnet-{kind}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def agreement(answers: dict[str, Quantities]) -> list[tuple[str, ...]]:
    """Each quantity's line."""
    worst: dict[str, float] = {}
    numbers: dict[str, int] = {}
    for number, theirs in answers.items():
        ours = quantities(design(int(number)))
        for name in ours:
            own, other = np.array(ours[name]), np.array(theirs[name])
            difference = float((np.abs(own - other) / np.maximum(1, np.abs(other))).max())
            worst[name] = max(worst.get(name, 0.0), difference)
            numbers[name] = numbers.get(name, 0) + len(own)
    return [(name, f"{numbers[name]:,}", f"{worst[name]:.0e}", f"{TOLERANCES.get(name, 1e-8):.0e}") for name in worst]


def table(head: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *body]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


if __name__ == "__main__":
    main()
