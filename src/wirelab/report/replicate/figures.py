"""The figure of a replication, as a Vega-Lite specification: published ratios against those found here. Pure."""

from collections.abc import Iterator, Sequence
from typing import Any

from wirelab.claims.verdict import Place
from wirelab.model.figure import Quantity
from wirelab.report.document import Figure, Key
from wirelab.report.drawing.axes import log_axis
from wirelab.report.drawing.charts import SOFT, chart, layer, log, points, silent
from wirelab.report.drawing.shapes import CIRCLE, DIAMOND, SQUARE
from wirelab.report.quantities import ratio, ratio_with_interval, together
from wirelab.report.replicate.replication import Replication

_SIDE_PX = 350
_SOUND = Key("time, by the sound method", CIRCLE, "var(--format-0)")
_THEIRS = Key("time, by their method here", DIAMOND, "var(--format-1)", hollow=True)
_SIZE = Key("size", SQUARE, "var(--format-2)")
_KEYS = (_SOUND, _THEIRS, _SIZE)


def printed_against_here(found: Replication) -> Figure | None:
    """Each ratio that was printed against the same one here; on the line they are equal.

    Returns:
        A Vega-Lite view, or None if no ratio is known from both.
    """
    values = list(_values(found))
    if not values:
        return None
    axis = log_axis([value[name] for value in values for name in ("printed", "here")], _SIDE_PX)
    ends = [{"printed": end, "here": end} for end in (axis.low, axis.high)]
    titles = {"x": ("printed", "as published"), "y": ("here", "measured here")}
    encoding = {name: log(field, axis, "×", title) for name, (field, title) in titles.items()}
    return chart(_SIDE_PX, _SIDE_PX, values, encoding, layer(silent("line", stroke=SOFT), ends), points(60))


def keys(found: Sequence[Replication]) -> tuple[Key, ...]:
    """What the points of these figures are, those kinds that occur."""
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
