"""The report: one HTML file that works offline, light, dark and printed."""

import base64
import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from wirelab.model.errors import HostError
from wirelab.report import figures, outlook, quantities, wording
from wirelab.report.marks import Key, marks_of, point_keys, verdict_keys
from wirelab.report.ranking import Group, groups
from wirelab.report.results import Results
from wirelab.report.rows import rows

Draw = Callable[[dict[str, Any]], str]


@dataclass(frozen=True, slots=True)
class Section:
    """Figures of one kind, one a group.

    Attributes:
        title: the question they answer.
        says: how to read them.
        keys: the legend.
        drawings: a group's title and its SVG element.
        missing: what to say where there is nothing to draw.
    """

    title: str
    says: str
    keys: tuple[Key, ...]
    drawings: tuple[tuple[str, Markup], ...]
    missing: str


def write_page(results: Results, path: Path, title: str = "") -> None:
    """Write the report of `results` to `path`, whole or not at all; an older file there is replaced.

    Args:
        results: what to show.
        path: of the HTML file; its folder exists.
        title: of the page; the study's name if empty.

    Raises:
        HostError: the file cannot be written.
    """
    page = render_page(results, title)
    try:
        _replace(path, page)
    except OSError as fault:
        raise HostError(
            f"report {path}",
            "it cannot be written",
            why=fault.strerror or str(fault),
            remedy="make room or choose another place; what was measured is in the lab file",
        ) from fault


def render_page(results: Results, title: str = "") -> str:
    """Make the report's HTML."""
    from wirelab.report.drawing import draw  # loads Vega: only when there is something to draw

    environment = Environment(
        loader=PackageLoader("wirelab.report"),
        autoescape=True,  # names and stderr tails come from programs under test
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(quantities=quantities, wording=wording, rows=rows, outlook=outlook)
    script = _source("page.js")
    return environment.get_template("page.html.j2").render(
        title=title or f"Wirelab: {results.study}",
        results=results,
        groups=groups(results),
        sections=tuple(_sections(results, draw)),
        style=Markup(_source("page.css")),
        script=Markup(script),
        script_digest=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )


def _sections(results: Results, draw: Draw) -> Iterator[Section]:
    shown, marks = groups(results), marks_of(results)
    compressed = any(f.cell.subject.compressor for group in shown for f in group.ranked)
    keys = point_keys(marks, compressed)
    yield Section(
        "What does speed cost in size?",
        "Time of one operation against encoded size, both on logarithmic axes: lower left is better. The ringed points "
        "on the dashed line are the Pareto front: nothing measured here is both faster and smaller.",
        keys,
        _drawings(shown, lambda group: figures.time_against_size(results, group, marks), draw),
        "No cell has both a time and a size.",
    )
    yield Section(
        "How much faster or slower than the reference?",
        "Time over the reference's, with its confidence interval; the shaded band around 1 is what counts as "
        "equivalent.",
        verdict_keys(shown),
        _drawings(shown, figures.ratios, draw),
        "There are no ratios: no cell shares enough rounds with its reference.",
    )
    yield Section(
        "Did the machine drift?",
        "Each process's estimate over its cell's, in order of rounds, and the median of all cells (line). What moves "
        "together is the machine, and pairing by round takes it out of the ratios; what moves alone is the codec.",
        keys,
        _drawings(shown, lambda group: figures.by_round(results, group, marks), draw),
        "No cell has two processes.",
    )


def _drawings(
    shown: tuple[Group, ...], figure_of: Callable[[Group], figures.Figure | None], draw: Draw
) -> tuple[tuple[str, Markup], ...]:
    made = ((group.title, figure_of(group)) for group in shown)
    return tuple((title, Markup(draw(figure))) for title, figure in made if figure is not None)


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
