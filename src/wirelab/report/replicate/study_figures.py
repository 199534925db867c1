"""Figures of a replication: ratios against print; and, like the studies' own, over runs, sizes and classes. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import quantiles
from typing import Any

from wirelab.claims.selection import by_place, levels_text, place, size_number
from wirelab.claims.verdict import Place
from wirelab.model.cell import Operation
from wirelab.model.figure import FactorName, Quantity
from wirelab.model.groups import gathered
from wirelab.model.units import NS_PER_S
from wirelab.report.document import Figure, Key
from wirelab.report.drawing.axes import log_axis
from wirelab.report.drawing.charts import (
    COLOURS,
    SOFT,
    WIDTH,
    Values,
    chart,
    layer,
    log,
    look,
    own,
    points,
    series,
    silent,
    texts,
)
from wirelab.report.drawing.shapes import CIRCLE, CROSS, DIAMOND, SQUARE
from wirelab.report.quantities import duration, ratio, ratio_with_interval, several, size, together
from wirelab.report.replicate.estimates import Estimate, estimates
from wirelab.report.replicate.replication import Replication

_HEIGHT, _ROW_PX = 230, 20
_FEWEST_SIZES = 3
_FENCE = 1.5  # interquartile ranges beyond a quartile (Tukey 1977)
_FEWEST_RUNS = 4  # whose quartiles say anything
_RUN = Key("a run", CIRCLE, COLOURS[0])
_DROPPED = Key("a run that the study does not count", CIRCLE, COLOURS[0], hollow=True)
_OUTLIER = Key("an outlier: more than 1.5 interquartile ranges beyond the quartiles", CROSS, "var(--slower)")
RUN_KEYS = (_RUN, _DROPPED, _OUTLIER)
CELL_KEYS = (Key("a cell, with its interval where there is one", CIRCLE, COLOURS[0]),)
Drawn = tuple[str, Figure]


@dataclass(frozen=True, slots=True)
class _Run:
    """One run: its number from 1, its time, and whether the study drops it."""

    number: int
    ns: float
    dropped: bool


def runs_in_order(found: Replication) -> Iterator[Drawn]:
    """Each run by the authors' method, for each operation and codec at the smallest size: a line for each variant."""
    assert found.published is not None
    runs = [one for one in found.published.runs if one.levels.get(FactorName.OPERATION) in _WHOLE]
    sizes = {one.levels.get(FactorName.SIZE, "") for one in runs}
    smallest = min(sizes, key=lambda each: size_number(each) or 0.0, default="")
    own_runs = [one for one in runs if one.levels.get(FactorName.SIZE, "") == smallest]
    for at, figures in by_place(own_runs, {FactorName.VARIANT, FactorName.REPLICATE}).items():
        lines: dict[str, list[_Run]] = {}
        for one in sorted(figures, key=lambda one: int(one.levels[FactorName.REPLICATE])):
            number = int(one.levels[FactorName.REPLICATE])
            variant = one.levels.get(FactorName.VARIANT, "")
            run = _Run(number + 1, one.value, dropped=number < found.published.dropped)
            lines.setdefault(variant, []).append(run)
        if max(map(len, lines.values())) >= _FEWEST_RUNS:
            yield levels_text(at, {FactorName.WORKLOAD, FactorName.PLATFORM}), _runs(lines)


def has_runs(found: Replication) -> bool:
    """Whether some cell has enough runs by the authors' method to be drawn in order."""
    own = found.published.runs if found.published else ()
    return any(one.levels.get(FactorName.REPLICATE) == str(_FEWEST_RUNS - 1) for one in own)


def has_sizes(found: Replication) -> bool:
    """Whether there are enough numbers of objects for a curve."""
    levels = [dict(one.at) for one in estimates(found)]
    return len({each[FactorName.SIZE] for each in levels if each.get(FactorName.SIZE, "").isdecimal()}) >= _FEWEST_SIZES


def has_classes(found: Replication) -> bool:
    """Whether there are several platforms, or sizes with names, such as 64k."""
    levels = [dict(one.at) for one in estimates(found)]
    platforms = {each.get(FactorName.PLATFORM, "") for each in levels}
    return len(platforms) > 1 or any(not each.get(FactorName.SIZE, "1").isdecimal() for each in levels)


def over_sizes(found: Replication) -> Iterator[Drawn]:
    """Times and sizes over the number of objects, a line for each codec: by each source, on axes of its own."""
    for title, source, group in _groups(estimates(found), {FactorName.SIZE, FactorName.CODEC}):
        lines: dict[str, list[tuple[float, Estimate]]] = {}
        for one in group:
            levels = dict(one.at)
            if (number := size_number(levels.get(FactorName.SIZE, ""))) is not None:
                lines.setdefault(levels.get(FactorName.CODEC, ""), []).append((number, one))
        if any(len(line) > 1 for line in lines.values()):
            yield f"{title}: {source}", _curves(lines, group[0].quantity)


def bars(found: Replication) -> Iterator[Drawn]:
    """Times of each codec as bars, by platform and class of size: by each source, on axes of its own."""
    for title, source, group in _groups(estimates(found), {FactorName.CODEC}):
        if group[0].quantity is Quantity.TIME and len(group) > 1:
            yield f"{title}: {source}", _bars(group)


_WHOLE = (Operation.SERIALIZE, Operation.DESERIALIZE)


def _groups(every: Sequence[Estimate], within: set[FactorName]) -> Iterator[tuple[str, str, list[Estimate]]]:
    """The estimates of each figure, with its title and its source; sources of one title come after each other."""
    constant = {name for name in FactorName if len({dict(one.at).get(name) for one in every} - {None}) < 2} - {
        FactorName.OPERATION
    }
    shown = (one for one in every if one.quantity is Quantity.SIZE or dict(one.at).get(FactorName.OPERATION) in _WHOLE)
    found = gathered(((one.quantity, place(dict(one.at), {*within, *constant})), one) for one in shown)
    for (quantity, at), alike in sorted(found.items(), key=lambda each: (each[0][0] is Quantity.SIZE, each[0][1])):
        title = levels_text(at) if quantity is Quantity.TIME else ", ".join(filter(None, ("size", levels_text(at))))
        for source, group in gathered((one.source, one) for one in alike).items():
            yield title, source, group


def _runs(lines: Mapping[str, Sequence[_Run]]) -> Figure:
    """Times of runs in their order; outliers among those that count are crosses."""
    values: Values = []
    for at, (variant, runs) in enumerate(lines.items()):
        low, high = _fences([run.ns for run in runs if not run.dropped])
        for run in runs:
            odd = not (run.dropped or low <= run.ns <= high)
            says = f"run {run.number}{f', {variant}' if variant else ''}: {duration(run.ns)}"
            says += ", not counted" if run.dropped else ", an outlier" if odd else ""
            shown = {"colour": _OUTLIER.colour, "shape": _OUTLIER.shape} if odd else look(at)
            point = {"run": run.number, "time": run.ns / NS_PER_S, "series": variant, "hollow": run.dropped}
            values.append({**point, **shown, "line": look(at)["colour"], "says": says})
    axis = log_axis([value["time"] for value in values], _HEIGHT)
    x = {"field": "run", "type": "quantitative", "title": "run", "scale": {"zero": False}, "axis": {"tickMinStep": 1}}
    encoding = {"x": x, "y": log("time", axis, "s", "time of a run")}
    return series(_HEIGHT, values, encoding, lambda value: _HEIGHT - axis.pixel(value["time"]), stroke="line")


def _fences(ns: Sequence[float]) -> tuple[float, float]:
    """The limits beyond which a run is an outlier."""
    if len(ns) < _FEWEST_RUNS:
        return 0.0, float("inf")
    first, _, third = quantiles(ns, n=4, method="inclusive")
    return first - _FENCE * (third - first), third + _FENCE * (third - first)


def _curves(lines: Mapping[str, Sequence[tuple[float, Estimate]]], quantity: Quantity) -> Figure:
    """A line for each codec over the number of objects."""
    timed = quantity is Quantity.TIME
    scale, unit, title = (NS_PER_S, "s", "time of one operation") if timed else (1, "B", "size")
    values: Values = []
    for at, (codec, line) in enumerate(lines.items()):
        for number, one in sorted(line, key=lambda each: each[0]):
            value, low, high = ((each or one.value) / scale for each in (one.value, one.low, one.high))
            shown = duration(one.value) if timed else size(one.value)
            point = {"n": number, "value": value, "low": max(low, value / 100), "high": high, "series": codec}
            values.append({**point, **look(at), "says": f"{codec}, {several(round(number), 'object')}: {shown}"})
    x_axis = log_axis([value["n"] for value in values], WIDTH)
    y_axis = log_axis([value[end] for value in values for end in ("low", "high")], _HEIGHT)
    x, y = log("n", x_axis, "", "objects"), log("value", y_axis, unit, title)
    span = {"y": {**y, "field": "low"}, "y2": {"field": "high"}}
    whisker = layer(silent("rule", strokeWidth=1.4), stroke=own("colour"), **span)
    return series(_HEIGHT, values, {"x": x, "y": y}, lambda value: _HEIGHT - y_axis.pixel(value["value"]), whisker)


def _bars(group: Sequence[Estimate]) -> Figure:
    """A bar for each codec, from 0, with its interval."""
    values: Values = []
    for at, one in enumerate(group):
        codec = dict(one.at).get(FactorName.CODEC, "")
        value, low, high = (
            max(0.0, each) / NS_PER_S for each in (one.value, one.low or one.value, one.high or one.value)
        )
        says = f"{codec}: {duration(one.value)}"
        if one.low is not None and one.high is not None:
            says += f" [{duration(max(0.0, one.low))}, {duration(one.high)}]"
        point = {"name": codec, "time": value, "low": low, "high": high, "says": says}
        values.append({**point, "zero": 0.0, "colour": look(at)["colour"], "text": duration(one.value)})
    names = {"field": "name", "type": "nominal", "sort": [value["name"] for value in values], "title": None}
    y = {**names, "axis": {"labelLimit": 260, "ticks": False}}
    most = max(value["high"] for value in values) or 1.0
    labels = {"labelExpr": "replace(format(datum.value, '~s'), regexp('([a-zµA-Z]?)$'), ' $1') + 's'", "tickCount": 5}
    axis = {"type": "quantitative", "scale": {"domain": [0, most * 1.25], "nice": False}, "axis": labels}
    x = {**axis, "field": "time", "title": "time of one operation"}
    bar = layer(
        {"type": "bar", "height": _ROW_PX * 0.6, "opacity": 0.75},
        x={**x, "stack": None},
        y=y,
        fill=own("colour"),
        description={"field": "says"},
    )
    span = {"x": {**x, "field": "low"}, "x2": {"field": "high"}, "y": y}
    end = texts("text", align="left", dx=6)
    written = {**end, "encoding": {**end["encoding"], "x": {**x, "field": "high"}, "y": y}}
    height = _ROW_PX * len(values)
    return chart(WIDTH, height, values, {}, bar, layer(silent("rule", strokeWidth=1.6, stroke=SOFT), **span), written)


_SIDE_PX = 350
_SOUND = Key("time, by the lab's method", CIRCLE, "var(--format-0)")
_THEIRS = Key("time, by their method here", DIAMOND, "var(--format-1)", hollow=True)
_SIZE = Key("size", SQUARE, "var(--format-2)")
_KEYS = (_SOUND, _THEIRS, _SIZE)


def printed_against_here(found: Replication) -> Figure | None:
    """Each ratio that was printed against the same here; on the line they are equal. None: none is known from both."""
    values = list(_values(found))
    if not values:
        return None
    axis = log_axis([value[name] for value in values for name in ("printed", "here")], _SIDE_PX)
    ends = [{"printed": end, "here": end} for end in (axis.low, axis.high)]
    titles = {"x": ("printed", "as published"), "y": ("here", "measured here")}
    encoding = {name: log(field, axis, "×", title) for name, (field, title) in titles.items()}
    return chart(_SIDE_PX, _SIDE_PX, values, encoding, layer(silent("line", stroke=SOFT), ends), points(60))


def keys(found: Sequence[Replication]) -> tuple[Key, ...]:
    """The legend of these figures: the kinds of points that occur."""
    shapes = {value["shape"] for one in found for value in _values(one)}
    return tuple(key for key in _KEYS if key.shape in shapes)


def _values(found: Replication) -> Iterator[dict[str, Any]]:
    for (quantity, at), printed in found.printed.ratios.items():
        if quantity is Quantity.SIZE and (size := found.sizes.get((quantity, at))):
            yield _value(_SIZE, at, printed, size, ratio(size))
        theirs = found.published.ratios.get((quantity, at)) if found.published else None
        ours = found.sound.ratios.get((quantity, at)) if found.sound else None
        if theirs:
            yield _value(_THEIRS, at, printed, theirs, ratio(theirs))
        if ours and ours.estimate > 0:
            yield _value(_SOUND, at, printed, ours.estimate, together(ratio_with_interval(ours)))


def _value(key: Key, at: Place, printed: float, here: float, text: str) -> dict[str, Any]:
    name = ", ".join(level for _, level in at)
    return {
        "printed": printed,
        "here": here,
        "colour": key.colour,
        "shape": key.shape,
        "hollow": key.hollow,
        "says": f"{name}; {key.says}: {text}, published {ratio(printed)}",
    }
