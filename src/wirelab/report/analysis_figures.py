"""The figures of an analysis, as Vega-Lite specifications. Pure."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wirelab.model.factorial import Grouping, LevelMean, Transform
from wirelab.report.analysed import Analysed
from wirelab.report.analysis_tables import difference_words, versus_reference
from wirelab.report.axes import log_axis
from wirelab.report.marks import CIRCLE, LEFT, RIGHT, Key
from wirelab.report.quantities import number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Figure = dict[str, Any]
Values = list[dict[str, Any]]

MOST_POINTS = 1_000
_WIDTH, _HEIGHT, _ROW_PX = 350, 220, 22
_REACH = 8  # how far past all estimates a whisker is drawn, as a factor of their range
_INK, _SOFT = "var(--ink)", "var(--soft)"
_NUMBERS = "format(datum.value, '~g')"
_HIGHER = Key("higher than the reference", RIGHT, "var(--slower)")
_LOWER = Key("lower than the reference", LEFT, "var(--faster)")
_SAME = Key("no significant difference", CIRCLE, "var(--unresolved)")
_LEVEL = Key("level, with its own interval", CIRCLE, _INK)
_RESIDUAL = Key("observation", CIRCLE, "var(--format-0)")

LEVEL_KEYS = (_LEVEL,)
VERSUS_KEYS = (_HIGHER, _LOWER, _SAME)
RESIDUAL_KEYS = (_RESIDUAL,)


def levels(analysed: Analysed, grouping: Grouping) -> Figure:
    """Each level's mean in the response's own unit, with its own interval and its letters."""
    response = analysed.analysis.response
    logarithmic = response.transform is not Transform.NONE and all(mean.centre > 0 for mean in grouping.means)
    values: Values = [
        {
            **_look(_LEVEL),
            "name": " ".join(mean.labels),
            "x": mean.centre,
            "low": mean.centre_low,
            "high": mean.centre_high,
            "text": mean.letters,
            "says": f"{' '.join(mean.labels)}: {number(mean.centre, 4)} "
            f"[{number(mean.centre_low, 4)}, {number(mean.centre_high, 4)}], letters {mean.letters}",
        }
        for mean in grouping.means
    ]
    return _intervals(values, response.name, logarithmic=logarithmic)


def versus(analysed: Analysed, grouping: Grouping) -> Figure | None:
    """Each level against the reference, with the interval that holds for all pairs together.

    Returns:
        A Vega-Lite view, or None where the grouping has one level.
    """
    reference = analysed.reference_of(grouping)
    values = [value for mean in grouping.means if (value := _versus_value(grouping, mean, reference)) is not None]
    if not values:
        return None
    logarithmic = all("ratio" in value for value in values)
    what = "ratio to" if logarithmic else "difference from"
    return _intervals(
        values, f"{what} {' '.join(reference.labels)}", logarithmic=logarithmic, at=1 if logarithmic else 0
    )


def residuals_by_fitted(analysed: Analysed) -> Figure:
    """Studentized residuals against what the model expects: a band of even height bears the model out."""
    found = analysed.analysis.residuals
    kept = _kept(found.studentized)
    values = [_point(analysed, index, found.fitted[index]) for index in kept]
    return _scatter(values, f"fitted {analysed.analysis.response.label}", "studentized residual", level=True)


def residuals_by_order(analysed: Analysed) -> Figure:
    """Studentized residuals in the order of the table: a trend or a wave is drift."""
    kept = _kept(analysed.analysis.residuals.studentized)
    values = [_point(analysed, index, index + 1) for index in kept]
    return _scatter(values, "observation, in the order of the table", "studentized residual", level=True)


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


def _versus_value(grouping: Grouping, mean: LevelMean, reference: LevelMean) -> dict[str, Any] | None:
    pair = versus_reference(grouping, mean, reference)
    if pair is None:
        return None
    estimate, low, high = pair.difference, pair.low, pair.high
    if pair.ratio is not None:
        estimate, low, high = pair.ratio.estimate, pair.ratio.low, pair.ratio.high
    key = _SAME if not pair.significant else _HIGHER if pair.difference > 0 else _LOWER
    name, (shown, limits) = " ".join(mean.labels), difference_words(pair)
    value = {
        **_look(key),
        "name": name,
        "x": estimate,
        "low": low,
        "high": high,
        "text": shown,
        "says": f"{name}: {shown} {limits} against {' '.join(reference.labels)}; {key.says}",
    }
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


def _look(key: Key) -> dict[str, Any]:
    return {"colour": key.colour, "shape": key.shape}


def _intervals(values: Values, title: str, *, logarithmic: bool, at: float | None = None) -> Figure:
    """Rows of points with whiskers, on a logarithmic or a linear axis, and a line where there is no difference."""
    estimates = [value["x"] for value in values] + ([] if at is None else [at])
    scale = _log_scale if logarithmic else _linear_scale
    low, high, axis = scale(estimates, [(value["low"], value["high"]) for value in values])
    drawn = [{**value, "low": max(value["low"], low), "high": min(value["high"], high)} for value in values]
    x = {"field": "x", "type": "quantitative", "title": title, **axis}
    names = {"field": "name", "type": "nominal", "sort": [value["name"] for value in values], "title": None}
    y = {**names, "axis": {"labelLimit": 230, "ticks": False}}
    line = {"data": {"values": [{"x": at}]}, "mark": _silent("rule", stroke=_SOFT), "encoding": {"x": x}}
    whisker = {"x": {**x, "field": "low"}, "x2": {"field": "high"}, "y": y}
    return {
        "width": _WIDTH + 60,
        "height": _ROW_PX * len(values),
        "autosize": {"type": "fit-x", "contains": "padding"},
        "data": {"values": drawn},
        "layer": [
            *([] if at is None else [line]),
            {
                "mark": _silent("rule", strokeWidth=2),
                "encoding": {**whisker, "stroke": {"field": "colour", "scale": None}},
            },
            {
                "mark": {"type": "point", "size": 60, "opacity": 1},
                "encoding": {
                    "x": x,
                    "y": y,
                    "stroke": {"field": "colour", "type": "nominal", "scale": None},
                    "fill": {"field": "colour", "type": "nominal", "scale": None},
                    "shape": {"field": "shape", "type": "nominal", "scale": None},
                    "description": {"field": "says"},
                },
            },
            {
                "mark": _silent("text", align="left", dx=9, fill=_INK, fontSize=11),
                "encoding": {"x": {**x, "field": "high"}, "y": y, "text": {"field": "text"}},
            },
        ],
    }


def _log_scale(
    estimates: Sequence[float], limits: Sequence[tuple[float, float]]
) -> tuple[float, float, dict[str, Any]]:
    least, most = min(estimates) / _REACH, max(estimates) * _REACH
    ends = [min(max(end, least), most) for pair in limits for end in pair]
    axis = log_axis([*estimates, *ends], _WIDTH)
    high = axis.high * (axis.high / axis.low) ** 0.2  # room for the texts
    scale = {"type": "log", "domain": [axis.low, high], "nice": False}
    return least, most, {"scale": scale, "axis": {"values": axis.ticks(), "labelExpr": _NUMBERS}}


def _linear_scale(
    estimates: Sequence[float], limits: Sequence[tuple[float, float]]
) -> tuple[float, float, dict[str, Any]]:
    span = max(estimates) - min(estimates) or abs(estimates[0]) or 1.0
    least, most = min(estimates) - _REACH * span, max(estimates) + _REACH * span
    ends = [end for pair in limits for end in pair if math.isfinite(end)] + list(estimates)
    low, high = max(min(ends), least), min(max(ends), most)
    domain = [low - 0.05 * (high - low), high + 0.25 * (high - low)]
    axis = {"labelExpr": _NUMBERS, "tickCount": 5}
    return least, most, {"scale": {"domain": domain, "zero": False, "nice": False}, "axis": axis}


def _scatter(values: Values, x: str, y: str, *, level: bool) -> Figure:
    """Points, and the line on which they should lie: y = 0, or y = x."""
    ends = [min(value["x"] for value in values), max(value["x"] for value in values)]
    line = [{"x": end, "y": 0.0 if level else end} for end in ends]
    encoding = {
        name: {"field": name, "type": "quantitative", "title": title, "scale": {"zero": False}}
        for name, title in (("x", x), ("y", y))
    }
    return {
        "width": _WIDTH,
        "height": _HEIGHT,
        "encoding": encoding,
        "layer": [
            {"data": {"values": line}, "mark": _silent("line", stroke=_SOFT, strokeWidth=1.2)},
            {
                "data": {"values": values},
                "mark": {
                    "type": "point",
                    "size": 26,
                    "opacity": 0.8,
                    "stroke": _RESIDUAL.colour,
                    "fill": _RESIDUAL.colour,
                    "fillOpacity": 0.4,
                },
                "encoding": {"description": {"field": "says"}},
            },
        ],
    }


def _silent(mark: str, **look: Any) -> dict[str, Any]:
    """Make a mark that says nothing to a screen reader: the points say it all."""
    return {"type": mark, "aria": False, **look}
