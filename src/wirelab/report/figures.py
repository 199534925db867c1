"""The figures of the page, as Vega-Lite specifications. Pure.

Written as plain dictionaries: Altair's objects cost four times the drawing itself (their own validation of every part).
Every point carries its values as its accessible name, which the page also shows as its tooltip.
"""

import math
from collections.abc import Sequence
from statistics import median
from typing import Any

from wirelab.model.finding import CellFinding, ComparisonFinding, Interval
from wirelab.model.link import Link
from wirelab.model.transfer import TransferFinding, WayFinding
from wirelab.report.axes import Label, LogAxis, log_axis, place_labels
from wirelab.report.marks import VERDICT_MARKS, Marks
from wirelab.report.quantities import (
    duration,
    duration_with_interval,
    percent,
    ratio,
    ratio_with_interval,
    size,
    together,
)
from wirelab.report.ranking import Ranking, pareto_front
from wirelab.report.results import Results
from wirelab.report.transfer import by_time
from wirelab.report.wording import verdict_words

Figure = dict[str, Any]
Values = list[dict[str, Any]]

_WIDTH, _HEIGHT, _LOW_HEIGHT, _ROW_PX = 350, 260, 190, 22
_NS_PER_S = 1e9
_STEPS, _NAMES_PX, _LINE_PX = 10, 140, 13
_REACH = 8  # how far past all estimates a whisker is drawn: two rounds can give limits that would dwarf the rest
_INK, _SOFT = "var(--ink)", "var(--soft)"
_TIMES = "format(datum.value, '~g') + '×'"
_SI = "replace(format(datum.value, '~s'), regexp('([a-zµA-Z]?)$'), ' $1') + '{unit}'"
_ON_FRONT = [{"filter": "datum.front"}]


def time_against_size(results: Results, ranking: Ranking, marks: Marks) -> Figure | None:
    """Time of one operation against encoded size, both logarithmic, the Pareto front joined and ringed.

    Returns:
        A Vega-Lite view, or None if no cell has both a time and a size above 0.
    """
    placed = [
        (finding, finding.time_ns.estimate / _NS_PER_S, finding.encoded_bytes)
        for finding in ranking.findings
        if finding.time_ns and finding.time_ns.estimate > 0 and finding.encoded_bytes
    ]
    if not placed:
        return None
    x = log_axis([size_ for _, _, size_ in placed], _WIDTH, margin=0.12)
    y = log_axis([time for _, time, _ in placed], _HEIGHT)
    front = pareto_front([finding for finding, _, _ in placed])
    values: Values = [
        {
            **_look(results, finding, marks),
            "size": size_,
            "time": time,
            "front": finding in front,
            "label": str(finding.cell.subject),
            "says": _cell_words(results, finding, finding in front),
        }
        for finding, time, size_ in placed
    ]
    encoding = {
        "x": _log("size", x, "B", "encoded size"),
        "y": _log("time", y, "s", "time of one operation"),
    }
    line = _silent("line", stroke=_SOFT, strokeDash=[4, 3], strokeWidth=1.2, interpolate="step-after")
    ring = _silent("point", size=260, stroke=_SOFT, strokeWidth=1.2)
    return {
        "width": _WIDTH,
        "height": _HEIGHT,
        "data": {"values": values},
        "encoding": encoding,
        "layer": [
            {"transform": _ON_FRONT, "mark": line},
            {"transform": _ON_FRONT, "mark": ring},
            _points(110),
            _letters(),
            {
                "data": {"values": _labels(values, x, y)},
                "mark": _silent("text", fill=_INK, fontSize=11),
                "encoding": {"text": {"field": "label"}},
            },
        ],
    }


def ratios(ranking: Ranking) -> Figure | None:
    """Each cell's ratio to its reference with its interval, the line at 1 and the equivalence band.

    Returns:
        A Vega-Lite view, or None if there are no ratios.
    """
    known = [
        (found, found.ratio)
        for found in ranking.ratios.values()
        if found.ratio is not None and found.ratio.estimate > 0
    ]
    if not known:
        return None
    band = max(found.band for found, _ in known)
    estimates = [1 - band, 1 + band, *(interval.estimate for _, interval in known)]
    least, most = min(estimates) / _REACH, max(estimates) * _REACH
    several = len({found.comparison.against for found, _ in known}) > 1
    values = sorted(
        (_ratio_value(*one, least, most, several=several) for one in known), key=lambda value: float(value["ratio"])
    )
    ends = [*estimates, *(v["low"] for v in values), *(v["high"] for v in values)]
    axis = log_axis(ends, _WIDTH)
    axis = LogAxis(axis.low, axis.high * (axis.high / axis.low) ** 0.2, _WIDTH)  # room for the texts
    reference = known[0][0].comparison.against
    over = "the cell that it is compared with" if several else f"{reference.subject} · {reference.platform}"
    x = _log("ratio", axis, "×", f"time over that of {over}")
    names = {"field": "name", "sort": [v["name"] for v in values], "title": None}
    y = {**names, "type": "nominal", "axis": {"labelLimit": 360, "ticks": False}}
    span = {"x": {**x, "field": "low"}, "x2": {"field": "high"}}
    return {
        "width": _WIDTH + 60,
        "height": _ROW_PX * len(values),
        "autosize": {"type": "fit-x", "contains": "padding"},
        "data": {"values": values},
        "layer": [
            {
                "data": {"values": [{"low": 1 - band, "high": 1 + band}]},
                "mark": _silent("rect", fill="var(--band)"),
                "encoding": span,
            },
            {
                "data": {"values": [{"ratio": 1}]},
                "mark": _silent("rule", stroke=_SOFT),
                "encoding": {"x": x},
            },
            {
                "mark": _silent("rule", strokeWidth=2),
                "encoding": {**span, "y": y, "stroke": {"field": "colour", "scale": None}},
            },
            {**_points(60), "encoding": {**_points(60)["encoding"], "x": x, "y": y}},
            {
                "mark": _silent("text", align="left", dx=9, fill=_INK, fontSize=11),
                "encoding": {"x": {**x, "field": "high"}, "y": y, "text": {"field": "text"}},
            },
        ],
    }


def by_round(results: Results, ranking: Ranking, marks: Marks) -> Figure | None:
    """Every process's estimate over its cell's, in order of rounds, and the median of all cells.

    What moves together is the machine; what moves alone is the codec. Lost processes leave no gap, so the points of a
    cell with losses stand up to that many places early.

    Returns:
        A Vega-Lite view, or None if no cell has two processes.
    """
    values: Values = []
    shares: dict[int, list[float]] = {}
    for finding in ranking.findings:
        if finding.time_ns is None or len(finding.process_times_ns) < 2:
            continue
        look, name = _look(results, finding, marks), f"{finding.cell.subject} · {finding.cell.platform}"
        for number, process_ns in enumerate(finding.process_times_ns, start=1):
            if process_ns <= 0:
                continue
            share = process_ns / finding.time_ns.estimate
            shares.setdefault(number, []).append(share)
            says = f"{name}, process {number}: {duration(process_ns)}, {ratio(share)}"
            values.append({**look, "number": number, "share": share, "says": says})
    if not values:
        return None
    x = {
        "field": "number",
        "type": "quantitative",
        "scale": {"domain": [0.5, len(shares) + 0.5], "nice": False, "zero": False},
        "axis": {"tickMinStep": 1, "format": "d", "grid": False, "tickCount": min(len(shares), 10)},
        "title": "process, in order of rounds",
    }
    y = log_axis([value["share"] for value in values], _LOW_HEIGHT)
    medians = [{"number": number, "share": median(found)} for number, found in shares.items()]
    return {
        "width": _WIDTH,
        "height": _LOW_HEIGHT,
        "data": {"values": values},
        "encoding": {"x": x, "y": _log("share", y, "×", "time over the cell's estimate")},
        "layer": [
            _points(90),
            _letters(),
            {"data": {"values": medians}, "mark": _silent("line", stroke=_INK, strokeWidth=1.5)},
        ],
    }


def times_over_links(found: TransferFinding, marks: Marks) -> Figure | None:
    """What each format would take over links of other rates, by what the reference would; the rate that was asked for.

    Returns:
        A Vega-Lite view, or None if the reference has no time.
    """
    ways = by_time(found)
    reference = next((each for each in ways if each.way.format == found.reference), None)
    if reference is None:
        return None
    asked = found.link.bits_per_s
    links = [
        Link(asked * 10 ** (step / _STEPS), found.link.delay_s) for step in range(-5 * _STEPS // 2, 2 * _STEPS + 1)
    ]
    values = [_over(each, reference, link, marks) for each in ways for link in links]
    ends = LogAxis(links[0].bits_per_s, links[-1].bits_per_s, _WIDTH)
    x = LogAxis(ends.low, ends.value(_WIDTH + _NAMES_PX), _WIDTH + _NAMES_PX)
    y = log_axis([value["ratio"] for value in values], _HEIGHT)
    return {
        "width": x.pixels,
        "height": _HEIGHT,
        "data": {"values": values},
        "encoding": {
            "x": _log("rate", x, "bit/s", "rate of the link"),
            "y": _log("ratio", y, "×", f"time over that of {found.reference}"),
        },
        "layer": [
            {
                "data": {"values": [{"rate": asked}]},
                "mark": _silent("rule", stroke=_SOFT, strokeDash=[2, 3]),
                "encoding": {"y": None},
            },
            {
                "mark": _silent("line", strokeWidth=2),
                "encoding": {
                    "detail": {"field": "format"},
                    "stroke": {"field": "colour", "type": "nominal", "scale": None},
                    "strokeDash": {"field": "dash", "type": "nominal", "scale": None},
                },
            },
            {
                "data": {"values": _ends([value for value in values if value["rate"] == ends.high], y)},
                "mark": _silent("text", fill=_INK, fontSize=11, align="left", dx=6),
                "encoding": {"text": {"field": "format"}},
            },
        ],
    }


def _over(each: WayFinding, reference: WayFinding, link: Link, marks: Marks) -> dict[str, Any]:
    return {
        "format": each.way.format,
        "colour": marks.colours.get(each.way.format.partition("+")[0], _INK),
        "dash": [5, 3] if each.way.writer.subject.compressor else [1, 0],
        "rate": link.bits_per_s,
        "ratio": each.time_over_ns(link) / reference.time_over_ns(link),
    }


def _ends(last: Values, y: LogAxis) -> Values:
    """Names beside the ends of lines, moved up as far as those below them need."""
    names: Values = []
    pixel = -math.inf
    for value in sorted(last, key=lambda value: float(value["ratio"])):
        pixel = max(y.pixel(value["ratio"]), pixel + _LINE_PX)
        names.append({**value, "ratio": y.value(pixel)})
    return names


def _ratio_value(
    found: ComparisonFinding, interval: Interval, least: float, most: float, *, several: bool
) -> dict[str, Any]:
    """A row; where rows have `several` references, it names its own."""
    words = verdict_words(found)
    estimate, _ = ratio_with_interval(interval)
    own, against = (f"{cell.subject} · {cell.platform}" for cell in found.comparison.cells)
    name = f"{own} / {against}" if several else own
    shape, colour = VERDICT_MARKS[words]
    return {
        "name": name,
        "ratio": interval.estimate,
        "low": max(interval.low, least),
        "high": min(interval.high, most),
        "colour": colour,
        "shape": shape,
        "hollow": False,
        "text": estimate,
        "says": f"{own}: {together(ratio_with_interval(interval))} of the time of {against}; {words}",
    }


def _look(results: Results, finding: CellFinding, marks: Marks) -> dict[str, Any]:
    return {
        "colour": marks.colours[results.format_of(finding.cell)],
        "letter": marks.letters[results.format_of(finding.cell)],
        "shape": marks.shapes[finding.cell.platform],
        "hollow": finding.cell.subject.compressor is not None,
    }


def _cell_words(results: Results, finding: CellFinding, on_front: bool) -> str:
    time = together(duration_with_interval(finding.time_ns))
    steady = "" if finding.steady in {None, 1.0} else f"; steady in {percent(finding.steady)} of processes"
    front = "; on the Pareto front" if on_front else ""
    name = f"{finding.cell.subject} · {finding.cell.platform} ({results.format_of(finding.cell)})"
    return f"{name}: {time}, {size(finding.encoded_bytes)}{front}{steady}"


def _labels(values: Sequence[dict[str, Any]], x: LogAxis, y: LogAxis) -> Values:
    """Place subjects beside their points, the Pareto front's first, as far as there is room."""
    first = sorted(values, key=lambda value: not value["front"])
    labels = [Label(x.pixel(v["size"]), y.pixels - y.pixel(v["time"]), v["label"]) for v in first]
    centres = place_labels(labels, x.pixels, y.pixels)
    return [
        {"size": x.value(centre[0]), "time": y.value(y.pixels - centre[1]), "label": label.text}
        for label, centre in zip(labels, centres, strict=True)
        if centre is not None
    ]


def _points(area_px: int) -> Figure:
    return {
        "mark": {"type": "point", "size": area_px, "strokeWidth": 1.6, "opacity": 1},
        "encoding": {
            "stroke": {"field": "colour", "type": "nominal", "scale": None},
            "fill": {"field": "colour", "type": "nominal", "scale": None},
            "fillOpacity": {"condition": {"test": "datum.hollow", "value": 0}, "value": 0.85},
            "shape": {"field": "shape", "type": "nominal", "scale": None},
            "description": {"field": "says"},
        },
    }


def _letters() -> Figure:
    """Formats' letters in their points; the style sheet knows them by their name."""
    fill = {"condition": {"test": "datum.hollow", "value": _INK}, "value": "var(--paper)"}
    return {
        "name": "letters",
        "mark": _silent("text", fontSize=8, fontWeight="bold"),
        "encoding": {"text": {"field": "letter"}, "fill": fill},
    }


def _silent(mark: str, **look: Any) -> dict[str, Any]:
    """Make a mark that says nothing to a screen reader: the points say it all."""
    return {"type": mark, "aria": False, **look}


def _log(field: str, axis: LogAxis, unit: str, title: str) -> dict[str, Any]:
    return {
        "field": field,
        "type": "quantitative",
        "scale": {"type": "log", "domain": [axis.low, axis.high], "nice": False},
        "axis": {"values": axis.ticks(), "labelExpr": _TIMES if unit == "×" else _SI.format(unit=unit)},
        "title": title,
    }
