"""`wirelab publish`: labs as a folder of static files."""

from pathlib import Path

import click

from wirelab.cli.options.values import FORCE_OPTION
from wirelab.model.errors import ExitCode, UsageError

_LONGEST = 200


def _line(name: str, text: str) -> str:
    if len(text) > _LONGEST or not text.isprintable():
        what, remedy = f"it is longer than {_LONGEST} characters, or more than a line", "write it shorter"
        raise UsageError(f"option --{name}", what, remedy=remedy)
    return text.strip()


@click.command("publish")
@click.argument("labs", nargs=-1, metavar="[LAB]...")
@click.option(
    "--out",
    required=True,
    metavar="FOLDER",
    help="Folder to write; files that an earlier `publish` wrote are replaced.",
)
@click.option("--title", default="", metavar="TEXT", help="Title of the first page and of the citation.")
@click.option("--author", "authors", multiple=True, metavar="NAME", help="Who measured, for the citation; repeatable.")
@click.option("--address", default="", metavar="URL", help="Where the folder will be, for the citation.")
@click.option("--with-labs", is_flag=True, help="Also publish the lab files, with every raw batch of all their runs.")
@FORCE_OPTION
def command(
    labs: tuple[str, ...],
    out: str,
    title: str,
    authors: tuple[str, ...],
    address: str,
    *,
    with_labs: bool,
    force: bool,
) -> int:
    """Write all finished runs of lab files, or of the labs in folders (default: this one), as static files.

    The folder has a first page with facets over all cells, a page per codec and per decision between two formats, each
    run's own page, badges and pictures to embed, and the data as Parquet and JSON. Any web host can serve it, and it
    also opens from a disk. The same labs give the same files; a run's page is never written again with other bytes.
    The exit code is 6 if a lab or a run could not be read and was left out.

    \b
    wirelab publish labs --out published
    wirelab publish a.duckdb b.duckdb --out published --title "Formats at Example" --author "Example Ltd."
    """  # noqa: D301 - click reads the backspace
    from wirelab.app.publish.publish import TITLE, About, publish
    from wirelab.cli.main import complain
    from wirelab.cli.output import notice

    if address and not address.startswith(("https://", "http://")):
        raise UsageError("option --address", "it does not begin with https://", remedy="write the whole address")
    named = tuple(filter(None, (_line("author", each) for each in authors)))
    about = About(_line("title", title) or TITLE, named, _line("address", address))
    done = publish([Path(each) for each in labs or (".",)], Path(out), about, force=force, with_labs=with_labs)
    for fault in done.faults:
        complain(fault)
    if done.faults:
        notice(f"Labs and runs left out, because of the errors above: {len(done.faults)}.")
    if done.unfinished:
        notice(f"Left out, because they were stopped: {', '.join(done.unfinished)}.")
    changed = f"{done.written} of {done.files} files are new or have changed"
    click.echo(f"Published: {done.index} ({done.runs} run{'s' * (done.runs != 1)}; {changed})")
    return ExitCode.LAB if done.faults else ExitCode.OK
