"""HTML files that work offline, light, dark and printed: what every page shares."""

import base64
import hashlib
import os
import tempfile
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from wirelab.model.errors import HostError
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
    environment = Environment(
        loader=PackageLoader("wirelab.report"),
        autoescape=True,  # names and stderr tails come from programs under test, labels from anyone's table
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    script = _source("page.js")
    return environment.get_template(template).render(
        title=title,
        style=Markup(_source("page.css")),
        script=Markup(script),
        script_digest=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        **values,
    )


def write_document(text: str, path: Path, safe: str) -> None:
    """Write a page to `path`, whole or not at all; an older file there is replaced.

    Args:
        text: HTML.
        path: of the file; its folder exists.
        safe: what is not lost where this fails, as a clause.

    Raises:
        HostError: the file cannot be written.
    """
    try:
        _replace(path, text)
    except OSError as fault:
        raise HostError(
            f"report {path}",
            "it cannot be written",
            why=fault.strerror or str(fault),
            remedy=f"make room or choose another place; {safe}",
        ) from fault


def _source(name: str) -> str:
    return (files("wirelab.report") / "templates" / name).read_text(encoding="utf-8")


def _replace(path: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    part = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as file:
            file.write(text)
        umask = os.umask(0)
        os.umask(umask)
        part.chmod(0o666 & ~umask)  # mkstemp's own is for its owner alone
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
