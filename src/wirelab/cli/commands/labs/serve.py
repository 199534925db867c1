"""`wirelab serve`: the labs of a folder in a browser."""

from pathlib import Path

import click

from wirelab.cli.options.values import byte_count, refuse


@click.command("serve")
@click.argument("folder", default=".")
@click.option("--port", type=click.IntRange(1, 65535), help="Port of this machine to listen on.  [default: a free one]")
@click.option(
    "--allow-run", is_flag=True, help="Let the page also start studies; without it, the page changes nothing."
)
@click.option(
    "--max-size",
    type=byte_count,
    metavar="SIZE",
    help="With --allow-run, the largest file of your own data, also unpacked, such as 16GiB.  [default: 4GiB]",
)
def command(*, folder: str, port: int | None, allow_run: bool, max_size: int | None) -> None:
    """Show the labs of FOLDER (default: this one) in a browser of this machine, until Ctrl-C.

    Open the address that is printed: it has a token, so that no other user of this machine can use it. Each run has the
    page that `wirelab report` writes; any two can be compared, and all can be exported. With --allow-run, the page
    starts studies of workloads or of your own data, one at a time, and shows verdicts as soon as they are final.

    \b
    wirelab serve
    wirelab serve labs --allow-run --port 8484
    """  # noqa: D301 - click reads the backspace
    if not allow_run:
        refuse({"max_size": max_size}, "it is about data for studies that the page starts", "add --allow-run")
    from wirelab.app.own_data.workload import MOST_BYTES
    from wirelab.cli.output import notice
    from wirelab.web.server import serve

    def show(address: str) -> None:
        what = "read and start studies in" if allow_run else "read"
        notice(f"To {what} the labs of {Path(folder).resolve()}, open this address in a browser of this machine:")
        click.echo(address)
        notice("Whoever has the address can do so. Ctrl-C ends the server.")

    serve(Path(folder), port, max_size or MOST_BYTES, notice, show, allow_run=allow_run)
    notice("Stopped.")
