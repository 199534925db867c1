"""Parts of figures, as Vega-Lite: points with accessible names, whiskers, and logarithmic axes. Pure.

Written as plain dictionaries: Altair's objects cost four times the drawing itself (their own validation of every part).
Every point carries its values as its accessible name, which the page also shows as its tooltip.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

from wirelab.model.groups import gathered
from wirelab.report.document import Figure
from wirelab.report.drawing.axes import LogAxis, log_axis, stacked
from wirelab.report.drawing.shapes import CIRCLE, DIAMOND, DOWN, LEFT, RIGHT, SQUARE, UP

Values = list[dict[str, Any]]

WIDTH = 350
INK, SOFT = "var(--ink)", "var(--soft)"
COLOURS = tuple(f"var(--format-{index})" for index in range(8))
_SHAPES = (CIRCLE, SQUARE, DIAMOND, UP, DOWN, LEFT, RIGHT)
_ROW_PX = 22
_REACH = 8  # how far past all estimates a whisker is drawn: two rounds can give limits that would dwarf the rest
_NUMBERS = "format(datum.value, '~g')"
_SI = "replace(format(datum.value, '~s'), regexp('([a-zµA-Z]?)$'), ' $1') + '{unit}'"


def chart(width: float, height: float, values: Values, encoding: dict[str, Any], *layers: Figure) -> Figure:
    """Lay marks over each other."""
    return {"width": width, "height": height, "data": {"values": values}, "encoding": encoding, "layer": list(layers)}


def layer(mark: dict[str, Any], values: Values | None = None, /, **encoding: Any) -> Figure:
    """One kind of mark, of `values` or of those of the whole chart."""
    made: Figure = {"mark": mark, "encoding": encoding}
    return made if values is None else {**made, "data": {"values": values}}


def own(field: str) -> dict[str, Any]:
    """A look that is a field of each value."""
    return {"field": field, "type": "nominal", "scale": None}


def points(area_px: int, **encoding: Any) -> Figure:
    """Points of each value's own colour and shape, with accessible names."""
    look = {"stroke": own("colour"), "fill": own("colour"), "shape": own("shape")}
    hollow = {"condition": {"test": "datum.hollow", "value": 0}, "value": 0.85}
    mark = {"type": "point", "size": area_px, "strokeWidth": 1.6, "opacity": 1}
    return layer(mark, **look, fillOpacity=hollow, description={"field": "says"}, **encoding)


def silent(mark: str, **look: Any) -> dict[str, Any]:
    """A mark that says nothing to a screen reader: the points say it all."""
    return {"type": mark, "aria": False, **look}


def texts(field: str, **look: Any) -> Figure:
    """Small texts."""
    return layer(silent("text", **{"fill": INK, "fontSize": 11, **look}), text={"field": field})


def log(field: str, axis: LogAxis, unit: str, title: str) -> dict[str, Any]:
    """A logarithmic axis with its labels in `unit`; ratios have the unit `×`."""
    labels = f"{_NUMBERS} + '{unit}'" if unit in {"×", ""} else _SI.format(unit=unit)
    scale = {"type": "log", "domain": [axis.low, axis.high], "nice": False}
    ticks = {"values": axis.ticks(), "labelExpr": labels}
    return {"field": field, "type": "quantitative", "scale": scale, "axis": ticks, "title": title}


def look(at: int) -> dict[str, str]:
    """The colour and the shape of a series, by its number."""
    return {"colour": COLOURS[at % len(COLOURS)], "shape": _SHAPES[at % len(_SHAPES)]}


def series(
    height: float,
    values: Values,
    encoding: dict[str, Any],
    top: Callable[[dict[str, Any]], float],
    *more: Figure,
    stroke: str = "colour",
) -> Figure:
    """Points of each `series`, joined in the order of `values`, with its name at its last one.

    `top` says how many pixels from the top a value is; names at the same x do not overlap.
    """
    x = encoding["x"]["field"]
    last = {value["series"]: value for value in values}
    named: Values = []
    for own_x, ends in gathered((value[x], value) for value in last.values()).items():
        ends.sort(key=top)
        places = stacked(list(map(top, ends)))
        named += [{x: own_x, "series": end["series"], "at_px": at} for end, at in zip(ends, places, strict=True)]
    text, at_px = texts("series", align="left", dx=9), {"field": "at_px", "type": "quantitative", "scale": None}
    names = {**text, "data": {"values": named}, "encoding": {**text["encoding"], "x": encoding["x"], "y": at_px}}
    line = layer(silent("line", strokeWidth=1.4), stroke=own(stroke), detail={"field": "series", "type": "nominal"})
    return chart(WIDTH, height, values, encoding, line, *more, points(50), names)


def row(name: str, span: tuple[float, float, float], mark: tuple[str, str], text: str, says: str) -> dict[str, Any]:
    """A row of `intervals`: an estimate with its limits, its look, a text at its end, and its accessible name."""
    (x, low, high), (shape, colour) = span, mark
    looks = {"shape": shape, "colour": colour, "hollow": False}
    return {"name": name, "x": x, "low": low, "high": high, **looks, "text": text, "says": says}


def intervals(
    values: Values, title: str, *, unit: str = "", logarithmic: bool = True, at: float | None = None, band: float = 0.0
) -> Figure:
    """Rows of points with whiskers, a line `at` where there is no difference, and the `band` of ratios around it.

    Each value is a `row`, the upper ones first.
    """
    around = [] if at is None else [at / (1 + band), at * (1 + band)]
    least, most, x = _scale([*(value["x"] for value in values), *around], values, title, unit, logarithmic=logarithmic)
    drawn = [{**value, "low": max(value["low"], least), "high": min(value["high"], most)} for value in values]
    names = {"field": "name", "type": "nominal", "sort": [value["name"] for value in values], "title": None}
    y = {**names, "axis": {"labelLimit": 360, "ticks": False}}
    span = {"x": {**x, "field": "low"}, "x2": {"field": "high"}}
    shade = layer(silent("rect", fill="var(--band)"), [dict(zip(("low", "high"), around, strict=False))], **span)
    line = layer(silent("rule", stroke=SOFT), [{"x": at}], x=x)
    whiskers = layer(silent("rule", strokeWidth=2), **span, y=y, stroke={"field": "colour", "scale": None})
    end = texts("text", align="left", dx=9)
    made = (
        *([shade] if around and band else []),
        *([] if at is None else [line]),
        whiskers,
        points(60, x=x, y=y),
        {**end, "encoding": {**end["encoding"], "x": {**x, "field": "high"}, "y": y}},
    )
    figure = chart(WIDTH + 60, _ROW_PX * len(values), drawn, {}, *made)
    return {**figure, "autosize": {"type": "fit-x", "contains": "padding"}}


def _scale(
    estimates: Sequence[float], values: Values, title: str, unit: str, *, logarithmic: bool
) -> tuple[float, float, dict[str, Any]]:
    """Between which limits whiskers are drawn, and the axis, with room for texts at its right."""
    limits = [value[end] for value in values for end in ("low", "high")]
    if logarithmic:
        least, most = min(estimates) / _REACH, max(estimates) * _REACH
        axis = log_axis([*estimates, *(min(max(end, least), most) for end in limits)], WIDTH)
        axis = LogAxis(axis.low, axis.high * (axis.high / axis.low) ** 0.2, WIDTH)
        return least, most, log("x", axis, unit, title)
    span = max(estimates) - min(estimates) or abs(estimates[0]) or 1.0
    least, most = min(estimates) - _REACH * span, max(estimates) + _REACH * span
    ends = [*(end for end in limits if math.isfinite(end)), *estimates]
    low, high = max(min(ends), least), min(max(ends), most)
    scale = {"domain": [low - 0.05 * (high - low), high + 0.25 * (high - low)], "zero": False, "nice": False}
    axis_ = {"labelExpr": _NUMBERS, "tickCount": 5}
    return least, most, {"field": "x", "type": "quantitative", "title": title, "scale": scale, "axis": axis_}
