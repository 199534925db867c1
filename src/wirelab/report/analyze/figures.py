"""The figures of an analysis, as Vega-Lite specifications. Pure."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wirelab.anova.result import Grouping, LevelMean, Transform
from wirelab.report.analyze.analysed import Analysed
from wirelab.report.analyze.tables import difference_words, versus_reference
from wirelab.report.document import Figure, Key
from wirelab.report.drawing.charts import COLOURS, INK, SOFT, WIDTH, Values, chart, intervals, layer, row, silent
from wirelab.report.drawing.shapes import CIRCLE, LEFT, RIGHT
from wirelab.report.quantities import number, several

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_POINTS = 1_000
_HEIGHT = 220
_HIGHER = Key("higher than the reference", RIGHT, "var(--slower)")
_LOWER = Key("lower than the reference", LEFT, "var(--faster)")
_SAME = Key("no significant difference", CIRCLE, "var(--unresolved)")
LEVEL_KEYS = (Key("level, with its own interval", CIRCLE, INK),)
VERSUS_KEYS = (_HIGHER, _LOWER, _SAME)
RESIDUAL_KEYS = (Key("observation", CIRCLE, COLOURS[0]),)


def levels(analysed: Analysed, grouping: Grouping) -> Figure | None:
    """Each level's mean in the response's own unit, with its own interval and its letters.

    Means beyond the range of a Box-Cox scale are left out; None if all are.
    """
    response = analysed.analysis.response
    logarithmic = response.transform is not Transform.NONE and all(mean.centre > 0 for mean in grouping.means)
    values: Values = []
    for mean in (each for each in grouping.means if math.isfinite(each.centre)):
        name, own = " ".join(mean.labels), (mean.centre, mean.centre_low, mean.centre_high)
        centre, low, high = (number(each, 4) for each in own)
        says = f"{name}: {centre} [{low}, {high}], letters {mean.letters}"
        values.append(row(name, own, (CIRCLE, INK), mean.letters, says))
    return intervals(values, response.name, logarithmic=logarithmic) if values else None


def versus(analysed: Analysed, grouping: Grouping) -> Figure | None:
    """Each level against the reference, with the interval that holds for all pairs together; None for a single one."""
    reference = analysed.reference_of(grouping)
    values = [value for mean in grouping.means if (value := _versus_value(grouping, mean, reference)) is not None]
    if not values:
        return None
    logarithmic = all("ratio" in value for value in values)
    what = f"{'ratio to' if logarithmic else 'difference from'} {' '.join(reference.labels)}"
    return intervals(values, what, logarithmic=logarithmic, at=1.0 if logarithmic else 0.0)


def residuals_by_fitted(analysed: Analysed) -> Figure:
    """Studentized residuals against the fitted values: a band of even height supports the model."""
    found = analysed.analysis.residuals
    kept = _kept(found.studentized)
    values = [_point(analysed, index, found.fitted[index]) for index in kept]
    return _scatter(values, f"fitted {analysed.analysis.response.label}", "studentized residual", level=True)


def residuals_by_order(analysed: Analysed) -> Figure:
    """Studentized residuals in the order of the table: a trend or a wave is drift."""
    kept = _kept(analysed.analysis.residuals.studentized)
    values = [_point(analysed, index, index + 1) for index in kept]
    return _scatter(values, "observation, in the order of measurement", "studentized residual", level=True)


def residual_quantiles(analysed: Analysed) -> Figure:
    """Ordered residuals against normal quantiles: points on the line are normal."""
    found = analysed.analysis.residuals
    kept = _kept(found.ordered)
    values = [
        {
            "x": float(found.quantiles[index]),
            "y": float(found.ordered[index]),
            "says": f"quantile {number(float(found.quantiles[index]))}: residual {number(float(found.ordered[index]))}",
        }
        for index in kept
    ]
    return _scatter(values, "normal quantile", "ordered studentized residual", level=False)


def residual_histogram(analysed: Analysed) -> Figure:
    """A histogram of the studentized residuals, with the normal curve for as many."""
    import numpy as np

    found = analysed.analysis.residuals.studentized
    n = len(found)
    edges = np.linspace(found.min(), found.max() or 1.0, max(2, int(np.ceil(np.log2(n) + 1))) + 1)  # Sturges
    if edges[0] == edges[-1]:
        edges = np.linspace(edges[0] - 0.5, edges[0] + 0.5, 2)
    counts, _ = np.histogram(found, edges)
    width = float(edges[1] - edges[0])
    values: Values = [
        {
            "low": float(low),
            "high": float(low) + width,
            "count": int(many),
            "says": f"{number(float(low))} to {number(float(low) + width)}: {several(int(many), 'residual')}",
        }
        for low, many in zip(edges, counts, strict=False)
    ]
    at = np.linspace(min(-3.0, edges[0]), max(3.0, edges[-1]), 80)
    curve = n * width * np.exp(-(at**2) / 2) / np.sqrt(2 * np.pi)
    line = [{"low": float(x), "count": float(y)} for x, y in zip(at, curve, strict=True)]
    encoding = {
        "x": {"field": "low", "type": "quantitative", "title": "studentized residual"},
        "y": {"field": "count", "type": "quantitative", "title": "observations"},
    }
    bar = {"type": "rect", "fill": COLOURS[0], "fillOpacity": 0.4, "stroke": COLOURS[0]}
    spans = {"x2": {"field": "high"}, "y2": {"datum": 0}, "description": {"field": "says"}}
    return chart(WIDTH, _HEIGHT, values, encoding, layer(bar, **spans), layer(silent("line", stroke=SOFT), line))


def _versus_value(grouping: Grouping, mean: LevelMean, reference: LevelMean) -> dict[str, Any] | None:
    pair = versus_reference(grouping, mean, reference)
    if pair is None:
        return None
    estimate, low, high = pair.difference, pair.low, pair.high
    if pair.ratio is not None:
        estimate, low, high = pair.ratio.estimate, pair.ratio.low, pair.ratio.high
    key = _SAME if not pair.significant else _HIGHER if pair.difference > 0 else _LOWER
    name, (shown, limits) = " ".join(mean.labels), difference_words(pair)
    says = f"{name}: {shown} {limits} against {' '.join(reference.labels)}; {key.says}"
    value = row(name, (estimate, low, high), (key.shape, key.colour), shown, says)
    return {**value, "ratio": True} if pair.ratio is not None else value


def _point(analysed: Analysed, index: int, x: float) -> dict[str, Any]:
    found, observations = analysed.analysis.residuals, analysed.observations
    labels = ", ".join(factor.levels[int(factor.codes[index])] for factor in observations.factors)
    value, residual = float(observations.values[index]), float(found.studentized[index])
    says = f"observation {index + 1} ({labels}): {number(value, 4)}, residual {number(residual)}"
    return {"x": float(x), "y": residual, "says": says}


def _kept(values: "NDArray[np.float64]") -> Sequence[int]:
    """Which points to draw: all, or the furthest from 0 and evenly spaced ones."""
    import numpy as np

    if len(values) <= MOST_POINTS:
        return range(len(values))
    far = np.argpartition(np.abs(values), -MOST_POINTS // 4)[-MOST_POINTS // 4 :]
    even = np.linspace(0, len(values) - 1, MOST_POINTS * 3 // 4).astype(int)
    return [int(index) for index in np.union1d(far, even)]


def _scatter(values: Values, x: str, y: str, *, level: bool) -> Figure:
    """Points, and the line on which they should lie: y = 0, or y = x."""
    ends = [min(value["x"] for value in values), max(value["x"] for value in values)]
    line = [{"x": end, "y": 0.0 if level else end} for end in ends]
    encoding = {
        name: {"field": name, "type": "quantitative", "title": title, "scale": {"zero": False}}
        for name, title in (("x", x), ("y", y))
    }
    look = {"size": 26, "opacity": 0.8, "stroke": COLOURS[0], "fill": COLOURS[0], "fillOpacity": 0.4}
    return chart(
        WIDTH,
        _HEIGHT,
        values,
        encoding,
        layer(silent("line", stroke=SOFT, strokeWidth=1.2), line),
        layer({"type": "point", **look}, description={"field": "says"}),
    )
