"""Reports as HTML files that work offline, light, dark and printed."""

import base64
import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import TypeVar

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from wirelab.model.gathering import gathered
from wirelab.model.visible import visible
from wirelab.report.document import Block, Document, Figures, Medium, Part, Section
from wirelab.report.drawing.apart import drawn_apart
from wirelab.report.table import Column, Table

Found = TypeVar("Found", Figures, Table)


def render_page(document: Document) -> str:
    """Make the HTML of a report."""
    script, sections = _source("page.js"), document.on(Medium.PAGE)
    return page_template().render(
        document=document,
        sections=sections,
        drawings=_drawings([figures for section in sections for figures in _all(Figures, section.blocks)]),
        PAGE=Medium.PAGE,
        style=Markup(_source("page.css")),
        script=Markup(script),
        script_digest=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )


@cache
def page_template() -> Template:
    """The one template, compiled once."""
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
    }
    environment.filters["sortable"] = lambda section: any(each.sortable for each in _all(Table, section.blocks))
    return environment.get_template("page.html.j2")


def _classes(column: Column, look: str = "") -> Markup:
    kinds = ("number" * column.number, f"c-{column.key}" * (column.choice is not None), "choose" * column.levels, look)
    given = " ".join(filter(None, kinds))
    return Markup(' class="{}"').format(given) if given else Markup()


def _drawings(every: Sequence[Figures]) -> dict[int, list[tuple[str, Markup]]]:
    """The captions and drawings of each group of figures, by its identity; a text says why one could not be drawn."""
    wanted = [(id(each), caption, drawing) for each in every for caption, drawing in each.drawings() if drawing]
    drawn, why = drawn_apart([drawing for _, _, drawing in wanted])
    missing = Markup('<p class="soft">{}</p>').format(why or "This figure could not be drawn.")
    return gathered(
        (group, (caption, missing if svg is None else Markup(visible(svg, "\n\t"))))
        for (group, caption, _), svg in zip(wanted, drawn, strict=True)
    )


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


def _source(name: str) -> str:
    return (files("wirelab.report") / "templates" / name).read_text(encoding="utf-8")
