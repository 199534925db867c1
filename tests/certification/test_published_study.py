"""The published .NET study: its tables from its observations, to the last printed digit, letters included."""

import csv
from decimal import ROUND_HALF_UP, Decimal
from functools import cache

import numpy as np
import pytest

from tests.anova.rows import row_of
from tests.conftest import ROOT
from wirelab.anova.analyse import analyse_factorial
from wirelab.anova.factorial_analysis import FactorialAnalysis
from wirelab.anova.observations import Factor, Observations
from wirelab.anova.result import AnovaTable, FactorialOptions, Transform

PUBLISHED = ROOT / "studies" / "published"


def rows(name: str) -> list[dict[str, str]]:
    with (PUBLISHED / f"records-dotnet-{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def analysis(operation: str) -> FactorialAnalysis:
    observed = rows("observations")
    factors = tuple(Factor.of(name, [row[name] for row in observed]) for name in ("platform", "package"))
    values = np.array([float(row[f"{operation}_s"]) for row in observed])
    return analyse_factorial(
        Observations(f"{operation}_s", values, factors), FactorialOptions(transform=Transform.LOG10)
    )


def printed(value: float | None, like: str) -> str:
    """A value with as many decimals as the table has; nothing where the table has nothing."""
    if value is None:
        return ""
    decimals = len(like.partition(".")[2])
    return str(Decimal(value).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP))


def model(operation: str, name: str) -> AnovaTable:
    found = analysis(operation)
    table = found.full if name == "full" else found.additive
    assert table is not None
    return table


@pytest.mark.parametrize("row", rows("anova"), ids=lambda row: f"{row['operation']} {row['model']} {row['source']}")
def test_each_line_of_the_anova_tables(row: dict[str, str]) -> None:
    line = row_of(model(row["operation"], row["model"]), *row["source"].split(":"))
    values = {
        "df": line.freedom,
        "adj_ss": line.sum_of_squares,
        "adj_ms": line.mean_square,
        "f_value": line.f,
        "p_value": line.p,
    }
    found = {column: printed(value, row[column]) for column, value in values.items()}
    assert found == {column: row[column] for column in found}


@pytest.mark.parametrize("row", rows("tukey"), ids=lambda row: f"{row['operation']} {row['factor']} {row['level']}")
def test_each_line_of_the_groupings(row: dict[str, str]) -> None:
    grouping = next(one for one in analysis(row["operation"]).groupings if one.name == row["factor"])
    line = next(mean for mean in grouping.means if " ".join(mean.labels) == row["level"])
    found = {"n": str(line.n), "mean_log10_s": printed(line.mean, row["mean_log10_s"]), "grouping": line.letters}
    assert found == {column: row[column] for column in found}


def test_levels_stand_in_the_order_of_the_published_groupings() -> None:
    by_grouping: dict[tuple[str, str], list[str]] = {}
    for row in rows("tukey"):
        by_grouping.setdefault((row["operation"], row["factor"]), []).append(row["level"])
    for (operation, factor), levels in by_grouping.items():
        grouping = next(one for one in analysis(operation).groupings if one.name == factor)
        assert [" ".join(mean.labels) for mean in grouping.means] == levels


def test_the_additive_model_stands_where_the_study_took_it() -> None:
    assert analysis("serialize").chosen is analysis("serialize").additive
    assert analysis("deserialize").chosen is analysis("deserialize").full
