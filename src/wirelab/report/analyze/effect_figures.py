"""Figures of the observations by their factors: effects, interactions, and how widely cells scatter. Pure."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from math import fsum
from typing import Any

from wirelab.anova.checks.descriptives import natural
from wirelab.anova.factorial_analysis import CellSummary, FactorialAnalysis
from wirelab.anova.result import Transform
from wirelab.anova.scale import unscaled
from wirelab.model.groups import gathered
from wirelab.report.document import Figure, Key
from wirelab.report.drawing.axes import log_axis
from wirelab.report.drawing.charts import COLOURS, SOFT, Values, intervals, layer, log, look, row, series, silent
from wirelab.report.drawing.shapes import CIRCLE
from wirelab.report.quantities import number, several

_HEIGHT = 200
MEAN_KEYS = (Key("mean of the observations, transformed back from the scale of the analysis", CIRCLE, COLOURS[0]),)
SPREAD_KEYS = (Key("standard deviation, with its interval", CIRCLE, COLOURS[0]),)
MOST_CELLS = 40
"""The most cells whose spreads are drawn, one row each."""


def main_effects(analysis: FactorialAnalysis) -> Iterator[tuple[str, Figure]]:
    """For each factor, the mean of all observations of each level; the dashed line is the mean of all."""
    for name in analysis.factors:
        yield name, _lines(analysis, name, None)


def interactions(analysis: FactorialAnalysis) -> Iterator[tuple[str, Figure]]:
    """For each pair of factors, the means of the second's levels over those of the first: parallel, if they add up."""
    for first, second in itertools.combinations(analysis.factors, 2):
        yield f"{second} over {first}", _lines(analysis, first, second)


def spreads(analysis: FactorialAnalysis) -> Figure | None:
    """Draw the standard deviation of each cell on the scale of the analysis; None if none has one, or for many."""
    label = analysis.response.label
    values: Values = []
    for cell in analysis.cells:
        deviation, low, high = cell.scaled_deviation, cell.scaled_low, cell.scaled_high
        if deviation and low and high:
            name = " ".join(cell.labels)
            shown = number(deviation, 3)
            says = f"{name}: standard deviation {shown} [{number(low, 3)}, {number(high, 3)}], {cell.n} observations"
            values.append(row(name, (deviation, low, high), (CIRCLE, COLOURS[0]), shown, says))
    few = len(analysis.cells) <= MOST_CELLS
    return intervals(values, f"standard deviation of {label}") if values and few else None


def _lines(analysis: FactorialAnalysis, over: str, by: str | None) -> Figure:
    """Means over the levels of a factor, a line for each level of another."""
    wanted = [analysis.factors.index(name) for name in (over, *([by] if by else []))]
    together = gathered((tuple(cell.labels[at] for at in wanted), cell) for cell in analysis.cells)
    levels, lines = (sorted({labels[at] for labels in together}, key=natural) for at in (0, -1))
    values: Values = []
    for labels in sorted(together, key=lambda labels: list(map(natural, labels))):
        mean, n = _mean(analysis, together[labels]), sum(cell.n for cell in together[labels])
        point = {"level": labels[0], "mean": mean, "series": labels[-1] if by else ""}
        says = f"{' '.join(labels)}: {number(mean, 4)}, {several(n, 'observation')}"
        values.append({**point, **look(lines.index(labels[-1]) if by else 0), "says": says})
    y, top = _mean_axis(analysis, [value["mean"] for value in values])
    x = {"field": "level", "type": "nominal", "sort": levels, "title": over, "axis": {"labelAngle": 0}}
    dashes = () if by else (_overall(analysis, y),)
    return series(_HEIGHT, values, {"x": x, "y": y}, lambda value: top(value["mean"]), *dashes)


def _mean(analysis: FactorialAnalysis, cells: Sequence[CellSummary]) -> float:
    """The mean of all observations of some cells, transformed back from the scale of the analysis."""
    total = sum(cell.n for cell in cells)
    return unscaled(fsum(cell.n * cell.scaled_mean for cell in cells) / total, analysis.response)


def _overall(analysis: FactorialAnalysis, y: dict[str, Any]) -> Figure:
    """A line at the mean of all observations."""
    mean = _mean(analysis, analysis.cells)
    rule = layer(silent("rule", stroke=SOFT, strokeDash=[4, 3]), [{"mean": mean}])
    return {**rule, "encoding": {"y": y, "x": None}}


def _mean_axis(analysis: FactorialAnalysis, means: list[float]) -> tuple[dict[str, Any], Callable[[float], float]]:
    """The axis, and how far from the top a mean is on it."""
    response = analysis.response
    if response.transform is not Transform.NONE and min(means) > 0:
        axis = log_axis(means, _HEIGHT)
        return log("mean", axis, "", response.name), lambda mean: _HEIGHT - axis.pixel(mean)
    span = max(means) - min(means) or abs(means[0]) or 1.0
    low, high = min(means) - 0.08 * span, max(means) + 0.08 * span
    scale = {"domain": [low, high], "zero": False, "nice": False}
    y = {"field": "mean", "type": "quantitative", "title": response.name, "scale": scale}
    return y, lambda mean: _HEIGHT * (high - mean) / (high - low)
