"""Writes docs/certification.md: `python -m tests.certification.page`. Nothing on that page is typed."""

import csv
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from tests.certification.holes import design
from tests.certification.nist import ALLOWED, ASKED, analyse, digits, read
from tests.certification.oracle import Quantities
from tests.certification.record_r import RECORDED, RECORDED_HOLES, RECORDED_SESSIONS, recorded
from tests.certification.test_published_study import PUBLISHED
from tests.certification.test_r import TOLERANCES, of_design, of_holes
from tests.certification.test_r_sessions import TOLERANCES as SESSIONS
from tests.certification.test_r_sessions import of_sessions
from tests.conftest import ROOT

PAGE = ROOT / "docs" / "certification.md"
MOST_DIGITS = 13  # that are alike on every processor
AGREEMENT = ("Quantity", "numbers", "largest difference", "tolerance")


def main() -> None:
    """Work everything out and write the page."""
    PAGE.write_text("\n\n".join(page()) + "\n", encoding="utf-8")


def page() -> Iterator[str]:
    """The page's paragraphs."""
    yield "# Certification of the statistics"
    yield prose(
        "The statistics in `wirelab.anova` and `wirelab.analysis` were checked against published and computed results.",
        "`pytest tests/certification` repeats every check, and `python -m tests.certification.page` computes and",
        "writes this page.",
    )
    yield "## NIST's one-way data sets"
    yield prose(
        "The table shows to how many digits (log relative error) F and the sums of squares agree with the certified",
        "values. *Asked* is the number of digits that the tests demand for F. *Allowed* is the number that exact",
        "rational arithmetic reaches once the data are read as float64 (the least of a family of three). Digits of F",
        f"and of sums beyond the {MOST_DIGITS}th differ between processors.",
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
    answers = recorded(RECORDED)
    single = sum("welch" in one for one in answers.values())
    yield prose(
        f"{len(answers)} random designs have one to three factors ({single} have one factor and no block), with or",
        "without blocks, balanced or not. The table shows the largest difference from R's answer, relative where the",
        "answer is above 1. R was version 4.2 with car, emmeans and multcompView. Letters agree in every design.",
    )
    yield table(AGREEMENT, agreement(answers, of_design))
    yield prose(
        "`tukey` and `halves` depend on R's `ptukey` and `qtukey`, which are accurate to about 1e-6 and 1e-4. Our",
        "probabilities agree with SciPy's quadrature to 1e-8 (`tests/anova/test_studentized_range.py`).",
    )
    yield "## R, where combinations are missing"
    answers = recorded(RECORDED_HOLES)
    lost = sum(min(found["freedom II"]) == 0 for found in answers.values())
    nested = sum(design(number).nested for number in answers)
    yield prose(
        f"{len(answers)} random designs of two or three factors miss combinations, have one factor nested in another",
        f"({nested}), or both, with or without blocks. Each is fitted with all its interactions; in {lost} a term has",
        "no degrees of freedom left. Type I is R's `anova`, type III its `drop1` of every term, type II the",
        "difference of two of its fits. *estimable* has the levels of the first factor whose mean can be estimated:",
        "`emmeans` estimates the same levels, and none of the others. *cells* are means of combinations of the",
        "first two factors.",
    )
    yield table(AGREEMENT, agreement(answers, of_holes))
    yield "## R, sessions and machines"
    answers = recorded(RECORDED_SESSIONS)
    flat = sum(min(found["variances"]) < 1e-9 for found in answers.values())
    yield prose(
        f"{len(answers)} random designs have sessions of unequal rounds with observations missing: a third are of one",
        "machine, a third of several machines, and a third of several cells on several machines. The last have",
        f"variances of machines, sessions, cells on machines, cells in sessions, and rounds. In {flat} a grouping has",
        "no variance. Each is fitted by restricted maximum likelihood, as `lmer` does; degrees of freedom are",
        "Satterthwaite's, as `lmerTest` has them. R was version 4.2. Its search ends at about 1e-6 of a standard",
        "deviation, and it takes derivatives for degrees of freedom by differences, which the tolerances allow for.",
    )
    yield table(AGREEMENT, agreement(answers, of_sessions, SESSIONS))


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
        *(f"{value:.1f}" if value < MOST_DIGITS else f"≥ {MOST_DIGITS}" for value in found),
        *(f"{value:.1f}" for value in (ASKED[name], ALLOWED[name])),
    )


def rows(kind: str) -> list[dict[str, str]]:
    """Lines of a published table."""
    with (PUBLISHED / f"records-dotnet-{kind}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def agreement(
    answers: dict[int, Quantities],
    quantities: Callable[[int], Quantities],
    tolerances: Mapping[str, float] = TOLERANCES,
) -> list[tuple[str, ...]]:
    """Each quantity's line."""
    worst: dict[str, float] = {}
    numbers: dict[str, int] = {}
    for number, theirs in answers.items():
        ours = quantities(number)
        for name in (name for name in theirs if name != "letters"):
            own, other = np.array(ours[name]), np.array(theirs[name])
            if not len(own):
                continue
            difference = float((np.abs(own - other) / np.maximum(1, np.abs(other))).max())
            worst[name] = max(worst.get(name, 0.0), difference)
            numbers[name] = numbers.get(name, 0) + len(own)
    return [(name, f"{numbers[name]:,}", f"{worst[name]:.0e}", f"{tolerances.get(name, 1e-8):.0e}") for name in worst]


def table(head: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *body]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


if __name__ == "__main__":
    main()
