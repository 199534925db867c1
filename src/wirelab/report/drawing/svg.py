"""Draws Vega-Lite specifications as SVG, offline. vl-convert contains Vega itself; import this module only to draw."""

import json
import re
from typing import Any

import vl_convert

_VEGA_LITE = "6.1"
# Characters that XML cannot contain: vl-convert measures text by way of SVG, and on these it ends the whole process.
# And characters of two UTF-16 units: Vega may cut a long text between the two, and vl-convert fails on the half.
_NOT_DRAWN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd]")
_INK, _SOFT, _GRID = "var(--ink)", "var(--soft)", "var(--grid)"
_CONFIG: dict[str, Any] = {
    "background": "transparent",
    "padding": 4,
    # Fonts with the same metrics on every system, so that a text that fits here also fits where the page is read.
    "font": "Helvetica, Arial, 'Liberation Sans', sans-serif",
    "view": {"stroke": None},
    "axis": {
        "labelColor": _INK,
        "titleColor": _INK,
        "domainColor": _SOFT,
        "tickColor": _SOFT,
        "gridColor": _GRID,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "titlePadding": 8,
        "labelPadding": 5,
    },
}


def draw(figure: dict[str, Any]) -> str:
    """Draw a Vega-Lite view as an SVG element in the page's look.

    Colours may be CSS properties (`var(--ink)`): the page's style sheet decides, so one drawing serves light, dark
    and print. Control characters and those beyond U+FFFF are drawn as U+FFFD.

    Raises:
        ValueError: Vega-Lite does not take the specification.
    """
    drawn: str = vl_convert.vegalite_to_svg(json.dumps({**_clean(figure), "config": _CONFIG}), vl_version=_VEGA_LITE)
    return drawn


def _clean(part: Any) -> Any:
    match part:
        case str():
            return _NOT_DRAWN.sub("\ufffd", part)
        case {"title": str(title), **others} if title.isidentifier():  # Vega looks up `if`, `toString` as signals
            return {"title": f"{title} ", **_clean(others)}
        case dict():
            return {_clean(name): _clean(value) for name, value in part.items()}
        case list():
            return [_clean(value) for value in part]
        case _:
            return part
