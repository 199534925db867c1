"""Reports as HTML files that work offline, light, dark and printed."""

import base64
import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from wirelab.model.visible import visible
from wirelab.report.document import Block, Document, Figures, Medium, Part, Section
from wirelab.report.table import Column, Table


def render_page(document: Document) -> str:
    """Make the HTML of a report."""
    script = _source("page.js")
    return page_template().render(
        document=document,
        sections=document.on(Medium.PAGE),
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
        "kind": lambda block: type(block).__name__,
        "drawn": _drawn,
        "choices": _choices,
        "classes": _classes,
    }
    environment.filters["sortable"] = lambda section: any(each.sortable for each in _tables(section.blocks))
    return environment.get_template("page.html.j2")


def _classes(column: Column, look: str = "") -> Markup:
    kinds = ("number" * column.number, f"c-{column.key}" * (column.choice is not None), "choose" * column.levels, look)
    given = " ".join(filter(None, kinds))
    return Markup(' class="{}"').format(given) if given else Markup()


def _drawn(figures: Figures) -> list[tuple[str, Markup]]:
    from wirelab.report.drawing.svg import draw  # loads Vega: only when there is something to draw

    return [
        (caption, Markup(visible(draw(figure), "\n\t"))) for caption, figure in figures.drawings() if figure is not None
    ]


def _choices(section: Section) -> tuple[Column, ...]:
    """The columns of a section that its reader may hide and show."""
    columns = (column for table in _tables(section.blocks) for column in table.columns)
    return tuple(dict.fromkeys(column for column in columns if column.choice is not None))


def _tables(blocks: tuple[Block, ...]) -> Iterator[Table]:
    for block in blocks:
        if isinstance(block, Table):
            yield block
        elif isinstance(block, Part):
            yield from _tables(block.blocks)


def _source(name: str) -> str:
    return (files("wirelab.report") / "templates" / name).read_text(encoding="utf-8")
