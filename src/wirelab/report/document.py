"""HTML files that work offline, light, dark and printed: what every page shares."""

import base64
import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from wirelab.report.marks import Key


@dataclass(frozen=True, slots=True)
class Section:
    """Figures of one kind.

    Attributes:
        title: the question they answer.
        says: how to read them.
        keys: the legend.
        drawings: a caption and its SVG element, each.
        missing: what to say where there is nothing to draw.
    """

    title: str
    says: str
    keys: tuple[Key, ...]
    drawings: tuple[tuple[str, Markup], ...]
    missing: str


def render_document(template: str, title: str, **values: Any) -> str:
    """Make a page's HTML from `template` (one that extends `base.html.j2`) and what it shows."""
    script = _source("page.js")
    return template_named(template).render(
        title=title,
        style=Markup(_source("page.css")),
        script=Markup(script),
        script_digest=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        **values,
    )


def template_named(name: str) -> Template:
    """The template, compiled once."""
    return _environment().get_template(name)


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("wirelab.report"),
        autoescape=True,  # names and stderr tails come from programs under test, labels from anyone's table
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _source(name: str) -> str:
    return (files("wirelab.report") / "templates" / name).read_text(encoding="utf-8")
