"""The figures of a run, as Vega-Lite specifications. Pure."""

import math
from collections.abc import Sequence
from statistics import median
from typing import Any

from wirelab.model.findings.finding import CellFinding, ComparisonFinding, Interval
from wirelab.model.findings.transfer import TransferFinding, WayFinding
from wirelab.model.link import Link
from wirelab.model.units import NS_PER_S
from wirelab.report.document import Figure
from wirelab.report.drawing.axes import LogAxis, log_axis, place_labels, stacked
from wirelab.report.drawing.charts import (
    INK,
    SOFT,
    WIDTH,
    Values,
    chart,
    intervals,
    layer,
    log,
    own,
    points,
    silent,
    texts,
)
from wirelab.report.quantities import (
    duration,
    duration_with_interval,
    percent,
    ratio,
    ratio_with_interval,
    size,
    together,
)
from wirelab.report.run.marks import Marks, ratio_row
from wirelab.report.run.ranking import Ranking, pareto_front
from wirelab.report.run.results import Results
from wirelab.report.run.transfer import by_time
from wirelab.report.run.wording import verdict_words

_HEIGHT, _LOW_HEIGHT = 260, 190
_STEPS, _NAMES_PX = 10, 140
MOST_POINTS = 600
"""The most processes in one figure: nobody distinguishes more, and a page of thousands of cells would not open."""


def time_against_size(results: Results, ranking: Ranking, marks: Marks) -> Figure | None:
    """Time of one operation against encoded size, both logarithmic, the Pareto front joined and ringed.

    None if no cell has both a time and bytes.
    """
    placed = [
        (finding, finding.time_ns.estimate / NS_PER_S, finding.encoded_bytes)
        for finding in ranking.findings
        if finding.time_ns and finding.encoded_bytes
    ]
    if not placed:
        return None
    x = log_axis([size_ for _, _, size_ in placed], WIDTH, margin=0.12)
    y = log_axis([time for _, time, _ in placed], _HEIGHT)
    front = {*pareto_front([(time, size_) for _, time, size_ in placed])}
    values: Values = [
        {
            **marks.look(results.format_of(finding.cell), finding.cell),
            "size": size_,
            "time": time,
            "front": at in front,
            "label": str(finding.cell.subject),
            "says": _cell_words(results, finding, at in front),
        }
        for at, (finding, time, size_) in enumerate(placed)
    ]
    encoding = {"x": log("size", x, "B", "encoded size"), "y": log("time", y, "s", "time of one operation")}
    front_only = [{"filter": "datum.front"}]
    line = layer(silent("line", stroke=SOFT, strokeDash=[4, 3], strokeWidth=1.2, interpolate="step-after"))
    ring = layer(silent("point", size=260, stroke=SOFT, strokeWidth=1.2))
    joined = [{**each, "transform": front_only} for each in (line, ring)]
    names = {**texts("label"), "data": {"values": _labels(values, x, y)}}
    return chart(WIDTH, _HEIGHT, values, encoding, *joined, points(110), _letters(), names)


def ratios(ranking: Ranking) -> Figure | None:
    """Each cell's ratio to its reference with its interval, the line at 1 and the band; None where there are none."""
    known = [(found, found.ratio) for found in ranking.ratios.values() if found.ratio is not None]
    if not known:
        return None
    band = max(found.band for found, _ in known)
    several = len({found.comparison.against for found, _ in known}) > 1
    values = sorted((_ratio_value(*one, several=several) for one in known), key=lambda value: float(value["x"]))
    reference = known[0][0].comparison.against
    over = "the cell that it is compared with" if several else f"{reference.subject} · {reference.platform}"
    return intervals(values, f"time over that of {over}", unit="×", at=1.0, band=band)


def by_round(results: Results, ranking: Ranking, marks: Marks) -> Figure | None:
    """Every process's estimate over its cell's, in order of rounds, and the median of all cells.

    Cells that move together show changes of the machine; one that moves by itself shows changes of its codec. If there
    are too many points, only the cells that move the most have some.
    """
    by_cell: list[Values] = []
    shares: dict[int, list[float]] = {}
    for finding in ranking.findings:
        times = results.times_by_round(finding)
        if finding.time_ns is None or len(times) < 2:
            continue
        look = marks.look(results.format_of(finding.cell), finding.cell)
        name = f"{finding.cell.subject} · {finding.cell.platform}"
        points_: Values = []
        for round_, ns in times.items():
            number, share = round_ + 1, ns / finding.time_ns.estimate
            shares.setdefault(number, []).append(share)
            says = f"{name}, process {number}: {duration(ns)}, {ratio(share)}"
            points_.append({**look, "number": number, "share": share, "says": says})
        by_cell.append(points_)
    values = _most_moving(by_cell)
    if not values:
        return None
    x = {
        "field": "number",
        "type": "quantitative",
        "scale": {"domain": [0.5, max(shares) + 0.5], "nice": False, "zero": False},
        "axis": {"tickMinStep": 1, "format": "d", "grid": False, "tickCount": min(max(shares), 10)},
        "title": "process, in order of rounds",
    }
    y = log_axis([value["share"] for value in values], _LOW_HEIGHT)
    medians = [{"number": number, "share": median(found)} for number, found in shares.items()]
    encoding = {"x": x, "y": log("share", y, "×", "time over the cell's estimate")}
    line = layer(silent("line", stroke=INK, strokeWidth=1.5), medians)
    return chart(WIDTH, _LOW_HEIGHT, values, encoding, points(90), _letters(), line)


def _most_moving(by_cell: list[Values]) -> Values:
    """The points of the cells that move the most, as many as fit; all cells in their order if all fit."""
    if sum(map(len, by_cell)) <= MOST_POINTS:
        return [value for points_ in by_cell for value in points_]
    kept: Values = []
    for points_ in sorted(by_cell, key=lambda each: -max(abs(math.log(value["share"])) for value in each)):
        if len(kept) + len(points_) > MOST_POINTS:
            break
        kept += points_
    return kept


def times_over_links(found: TransferFinding, marks: Marks) -> Figure | None:
    """Each format's time over other links, divided by the reference's; None if the reference has no time."""
    ways = by_time(found)
    reference = next((each for each in ways if each.way.format == found.reference), None)
    if reference is None:
        return None
    asked = found.link.bits_per_s
    links = [
        Link(asked * 10 ** (step / _STEPS), found.link.delay_s) for step in range(-5 * _STEPS // 2, 2 * _STEPS + 1)
    ]
    values = [_over(each, reference, link, marks) for each in ways for link in links]
    ends = LogAxis(links[0].bits_per_s, links[-1].bits_per_s, WIDTH)
    x = LogAxis(ends.low, ends.value(WIDTH + _NAMES_PX), WIDTH + _NAMES_PX)
    y = log_axis([value["ratio"] for value in values], _HEIGHT)
    encoding = {
        "x": log("rate", x, "bit/s", "rate of the link"),
        "y": log("ratio", y, "×", f"time over that of {found.reference}"),
    }
    names = texts("format", align="left", dx=6)
    last = _ends([value for value in values if value["rate"] == ends.high], y)
    return chart(
        x.pixels,
        _HEIGHT,
        values,
        encoding,
        layer(silent("rule", stroke=SOFT, strokeDash=[2, 3]), [{"rate": asked}], y=None),
        layer(silent("line", strokeWidth=2), detail={"field": "format"}, stroke=own("colour"), strokeDash=own("dash")),
        {**names, "data": {"values": last}},
    )


def _over(each: WayFinding, reference: WayFinding, link: Link, marks: Marks) -> dict[str, Any]:
    return {
        "format": each.way.format,
        "colour": marks.colours.get(each.way.format.partition("+")[0], INK),
        "dash": [5, 3] if each.way.writer.subject.compressor else [1, 0],
        "rate": link.bits_per_s,
        "ratio": each.time_over_ns(link) / reference.time_over_ns(link),
    }


def _ends(last: Values, y: LogAxis) -> Values:
    """Names beside the ends of lines, moved up as far as those below them need."""
    ordered = sorted(last, key=lambda value: float(value["ratio"]))
    places = stacked([y.pixel(value["ratio"]) for value in ordered])
    return [{**value, "ratio": y.value(pixel)} for value, pixel in zip(ordered, places, strict=True)]


def _ratio_value(found: ComparisonFinding, interval: Interval, *, several: bool) -> dict[str, Any]:
    """A row; where rows have `several` references, it names its own."""
    words = verdict_words(found)
    own, against = (f"{cell.subject} · {cell.platform}" for cell in found.comparison.cells)
    says = f"{own}: {together(ratio_with_interval(interval))} of the time of {against}; {words}"
    return ratio_row(f"{own} / {against}" if several else own, interval, words, says)


def _cell_words(results: Results, finding: CellFinding, on_front: bool) -> str:
    time = together(duration_with_interval(finding.time_ns))
    steady = "" if finding.steady in {None, 1.0} else f"; steady in {percent(finding.steady)} of processes"
    front = "; on the Pareto front" if on_front else ""
    name = f"{finding.cell.subject} · {finding.cell.platform} ({results.format_of(finding.cell)})"
    return f"{name}: {time}, {size(finding.encoded_bytes)}{front}{steady}"


def _labels(values: Sequence[dict[str, Any]], x: LogAxis, y: LogAxis) -> Values:
    """Place subjects beside their points, the Pareto front's first, where there is room."""
    first = sorted(values, key=lambda value: not value["front"])
    labels = [(x.pixel(v["size"]), y.pixels - y.pixel(v["time"]), v["label"]) for v in first]
    centres = place_labels(labels, x.pixels, y.pixels)
    return [
        {"size": x.value(centre[0]), "time": y.value(y.pixels - centre[1]), "label": text}
        for (*_, text), centre in zip(labels, centres, strict=True)
        if centre is not None
    ]


def _letters() -> Figure:
    """Formats' letters in their points; the style sheet selects them by their name."""
    fill = {"condition": {"test": "datum.hollow", "value": INK}, "value": "var(--paper)"}
    mark = silent("text", fontSize=8, fontWeight="bold")
    return {**layer(mark, text={"field": "letter"}, fill=fill), "name": "letters"}
