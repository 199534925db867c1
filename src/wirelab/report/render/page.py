"""Reports as HTML files that work offline, light, dark and printed."""

import base64
import hashlib
import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from wirelab.model.groups import gathered
from wirelab.model.visible import visible
from wirelab.report.document import Block, Document, Figures, Medium, Part, Section
from wirelab.report.drawing.apart import drawn_apart
from wirelab.report.explorer import Explorer, anchor_of
from wirelab.report.table import Column, Table

Found = TypeVar("Found", Figures, Table, Explorer)
_MODULES = (
    *("quantities", "fragment", "statistics", "mix", "drawing", "growth", "platforms", "processes", "tables"),
    *("figures", "mixing", "choice", "copying", "parquet", "rows", "selection", "choosing", "ages", "page"),
)
_IMPORTED = re.compile(r"^import [^;]*;\n|^export (?=const )", re.MULTILINE)
_UNBOUNDED = 1e308
"""Where an interval has no upper end: JSON has no infinity, and the script writes ∞ for values beyond it."""


def render_page(document: Document) -> str:
    """Make the HTML of a report."""
    return rendered("page.html.j2", document, policy_of(*page_scripts()))


def rendered(name: str, document: Document, policy: str, **further: object) -> str:
    """Make a page by the template of that name: that of reports, or one that extends it."""
    sections = document.on(Medium.PAGE)
    return page_template(name).render(
        document=document,
        sections=sections,
        drawings=_drawings([(section.key, each) for section in sections for each in _all(Figures, section.blocks)]),
        explored=any(True for section in sections for _ in _all(Explorer, section.blocks)),
        PAGE=Medium.PAGE,
        style=Markup(source("page.css")),
        scripts=[Markup(each) for each in page_scripts()],
        policy=Markup(policy),
        **further,
    )


def policy_of(*scripts: str, forms: str = "'none'", talks: str = "'none'") -> str:
    """The policy for a page's browser: load nothing, and run only these scripts.

    `forms`: where its forms may lead. `talks`: where its scripts may send requests.
    """
    digests = (base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts)
    allowed = " ".join(f"'sha256-{digest}'" for digest in digests)
    asks = "" if talks == "'none'" else f"; connect-src {talks}"
    own = f"default-src 'none'; style-src 'unsafe-inline'; script-src {allowed}; base-uri 'none'"
    return f"{own}; form-action {forms}{asks}"


@cache
def page_template(name: str) -> Template:
    """A template, compiled once."""
    environment = Environment(
        loader=PackageLoader("wirelab.report"),
        autoescape=True,  # names and stderr tails come from programs under test, labels from anyone's table
        undefined=StrictUndefined,
        finalize=lambda value: visible(value, "\n") if type(value) is str else value,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "identity": id,
        "kind": lambda block: type(block).__name__,
        "choices": _choices,
        "classes": _classes,
        "embedded": _embedded,
    }
    environment.filters["sortable"] = lambda section: any(each.sortable for each in _all(Table, section.blocks))
    return environment.get_template(name)


def _classes(column: Column, look: str = "") -> Markup:
    kinds = ("number" * column.number, f"c-{column.key}" * (column.choice is not None), "levels" * column.levels, look)
    given = " ".join(filter(None, kinds))
    return Markup(' class="{}"').format(given) if given else Markup()


def _drawings(every: Sequence[tuple[str, Figures]]) -> dict[int, list[tuple[str, str, Markup]]]:
    """The anchors, captions and drawings of each group of figures, by its identity.

    Anchors begin with the key of the group's section. A drawing that could not be made is replaced by the reason.
    """
    wanted = [(key, each, caption, made) for key, each in every for caption, made in each.drawings() if made]
    drawn, why = drawn_apart([made for *_, made in wanted])
    missing = Markup('<p class="soft">{}</p>').format(why or "This figure could not be drawn.")
    anchors = Counter[str]()

    def anchor(key: str, caption: str) -> str:
        name = anchor_of(f"{key}/{caption}".replace(" ", "-"))
        anchors[name] += 1
        return name if anchors[name] == 1 else f"{name}/{anchors[name]}"

    return gathered(
        (id(group), (anchor(key, caption), caption, missing if svg is None else Markup(visible(svg, "\n\t"))))
        for (key, group, caption, _), svg in zip(wanted, drawn, strict=True)
    )


@cache
def page_scripts() -> tuple[str, str]:
    """The scripts of pages: the writer of Parquet, for pages with values to keep, and the script of all pages.

    That is its modules, each below those that it imports, as one module.
    """
    script = "".join(_IMPORTED.sub("", source(f"scripts/{name}.mjs")) for name in _MODULES)
    return source("vendored/hyparquet-writer.js"), script


def _embedded(explorer: Explorer) -> Markup:
    """An explorer as JSON that no text in it can end."""
    values = json.dumps(_plain(asdict(explorer)), separators=(",", ":"), allow_nan=False)
    return Markup(values.translate({ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}))


def _plain(value: Any) -> Any:
    match value:
        case str():
            return visible(value)
        case float():
            return value if math.isfinite(value) else _UNBOUNDED
        case dict():
            return {name: _plain(each) for name, each in value.items()}
        case tuple():
            return [_plain(each) for each in value]
        case _:
            return value


def _choices(section: Section) -> tuple[Column, ...]:
    """The columns of a section that its reader may hide and show."""
    columns = (column for table in _all(Table, section.blocks) for column in table.columns)
    return tuple(dict.fromkeys(column for column in columns if column.choice is not None))


def _all(kind: type[Found], blocks: tuple[Block, ...]) -> Iterator[Found]:
    """The blocks of one kind, also within parts."""
    for block in blocks:
        if isinstance(block, kind):
            yield block
        elif isinstance(block, Part):
            yield from _all(kind, block.blocks)


def source(name: str) -> str:
    """A file beside the templates, as text."""
    return (files("wirelab.report") / "templates" / name).read_text(encoding="utf-8")
