"""`wirelab history`: how a codec's speed changed from session to session."""

from pathlib import Path
from typing import Any

import click

from wirelab.cli.options.trials import taken_place
from wirelab.cli.options.values import (
    FORCE_OPTION,
    FORMAT_OPTION,
    JSON_OPTION,
    LAB_OPTION,
    OUT_OPTION,
    other_lab,
    refuse,
    typed,
)


@click.command("history")
@click.argument("codec")
@click.argument("labs", nargs=-1, metavar="[LAB]…")
@LAB_OPTION
@OUT_OPTION
@click.option("--markdown", "as_markdown", is_flag=True, help="The same as --format markdown --out -.")
@FORMAT_OPTION
@FORCE_OPTION
@JSON_OPTION
def command(*, codec: str, labs: tuple[str, ...], lab: str, **given: Any) -> None:
    """Show CODEC's speed from session to session, in the lab file or in several, and mark where it changed.

    Each finished run is a session. Changes are found in ratios to the reference, so a machine that became slower does
    not count as a change of the codec; the machine's own speed is shown beside it.

    \b
    wirelab history orjson
    wirelab history orjson+zstd-3 nightly/*.duckdb --out history.html
    """  # noqa: D301 - click reads the backspace
    from wirelab.app.sessions.history import history_of
    from wirelab.report.render.kinds import HISTORIES
    from wirelab.report.sessions.history import history_json, history_report

    if labs:
        what = "it cannot be combined with labs after the codec"
        refuse({"lab": other_lab(lab)}, what, "name all of them there")
    read = [Path(each) for each in labs or (lab,)]
    show = taken_place(given, HISTORIES, read, history_json)
    found = history_of(codec, read)
    show(history_report(found, typed()), found)
