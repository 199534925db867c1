"""`wirelab hosts`: other machines that measure."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wirelab.model.errors import ExitCode

if TYPE_CHECKING:
    from wirelab.app.hosts.messages import Answer

_HOSTS_FILE = click.argument("hosts_file", default="hosts/hosts.toml", metavar="[FILE]")


@click.group("hosts")
def command() -> None:
    """Let several machines measure one study: certificates, the scheduler, and the command that each machine runs."""


@command.command("init")
@click.argument("folder", default="hosts")
@click.option("--scheduler", required=True, metavar="ADDRESS:PORT", help="Where hosts and drivers will meet.")
@click.option(
    "--host", "hosts", multiple=True, required=True, metavar="NAME", help="A machine that will measure (repeatable)."
)
def init(folder: str, scheduler: str, hosts: tuple[str, ...]) -> None:
    """Make FOLDER (default: hosts) with hosts.toml, and a certificate for the scheduler, the driver and each host.

    \b
    wirelab hosts init --scheduler 192.0.2.1:8786 --host left --host right
    """  # noqa: D301 - click reads the backspace
    from wirelab.cluster.extra import require_extra

    require_extra("wirelab hosts")
    from wirelab.app.hosts.hosts_file import AUTHORITY, SCHEDULER, certificate
    from wirelab.cli.output import notice
    from wirelab.cluster.certificates import HOSTS_FILE, make_certificates

    made = Path(folder)
    until = make_certificates(made, scheduler if "://" in scheduler else f"tls://{scheduler}", hosts)
    file, common = shlex.quote(str(made / HOSTS_FILE)), f"{HOSTS_FILE}, {certificate(Path(), AUTHORITY)}"
    click.echo(
        f"Made {made}, valid until {until:%Y-%m-%d}. Copy {common} and one more file to each machine, and run:\n"
    )
    click.echo(f"  {SCHEDULER}.pem: wirelab hosts schedule {file}")
    for name in dict.fromkeys(hosts):
        click.echo(f"  {name}.pem: wirelab hosts serve {file} --name {name}")
    click.echo(f"\nThen, here: wirelab run STUDY --hosts {file}")
    notice(
        "\nWhoever has one of these .pem files, except the authority's, can run programs on all hosts, as the users"
        "\nwho started them. Copy each as you would an SSH key, and only where it is needed."
    )


@command.command("schedule")
@_HOSTS_FILE
def schedule(hosts_file: str) -> None:
    """Run the scheduler at the address that FILE (default: hosts/hosts.toml) names, until Ctrl-C."""
    from wirelab.cluster.extra import require_extra

    require_extra("wirelab hosts")
    from wirelab.app.hosts.hosts_file import SCHEDULER, membership
    from wirelab.cli.output import notice

    member = membership(Path(hosts_file), SCHEDULER)
    from wirelab.cluster import serve

    serve.schedule(member, notice)
    notice("Stopped.")


@command.command("serve")
@_HOSTS_FILE
@click.option("--name", required=True, help="Which host of the file this machine is.")
@click.option(
    "--folder",
    default="wirelab-host",
    show_default=True,
    metavar="FOLDER",
    help="Where labs are kept until a driver has them.",
)
@click.option(
    "--address",
    metavar="ADDRESS",
    help="Address of this machine to listen on.  [default: the one by which it reaches the scheduler]",
)
def serve(hosts_file: str, name: str, folder: str, address: str | None) -> None:
    """Measure on this machine for drivers of FILE (default: hosts/hosts.toml), until Ctrl-C.

    A driver can run programs here as you, so serve only drivers that you would give a shell. Wirelab looks for the
    scheduler again whenever it is gone, and keeps its measurements meanwhile.
    """
    from wirelab.cluster.extra import require_extra

    require_extra("wirelab hosts")
    from wirelab.app.hosts.hosts_file import membership
    from wirelab.cli.output import notice

    member = membership(Path(hosts_file), name)
    from wirelab.cluster.serve import serve_host

    serve_host(member, Path(folder).absolute(), address, notice)
    notice("Stopped. Results that a driver does not have yet are kept.")


@command.command("check")
@_HOSTS_FILE
def check(hosts_file: str) -> int:
    """Show which hosts of FILE (default: hosts/hosts.toml) have joined, what they are, and whether they are free.

    The exit code is 7 unless all of them are free.
    """
    from wirelab.cluster.extra import require_extra

    require_extra("wirelab hosts")
    from wirelab.app.hosts.driver import looked_at
    from wirelab.app.hosts.hosts_file import DRIVER, membership
    from wirelab.cli.output import show_table
    from wirelab.report.table import table_of

    member = membership(Path(hosts_file), DRIVER)
    from wirelab.cluster.connection import connected

    with connected(member) as hosts:
        rows = [_row(*each) for each in looked_at(hosts, member.file.hosts)]
    show_table(table_of("Hosts", rows))
    return ExitCode.OK if all(each["state"] == "free" for each in rows) else ExitCode.HOST


def _row(name: str, answer: "Answer | None", why: str) -> dict[str, str]:
    """A host in the table: what it is, and whether it is free."""
    if answer is None:
        return {"host": name, "state": "not there", "Wirelab": "", "machine": "", "platforms": "", "why": why}
    machine = ", ".join(f"{answer.host[fact]}{unit}" for fact, unit in _SHOWN.items() if fact in answer.host)
    says = answer.fault.words if answer.fault else ""
    platforms = ", ".join(answer.platforms)
    return {
        **{"host": name, "state": str(answer.state), "Wirelab": answer.wirelab},
        **{"machine": machine, "platforms": platforms, "why": says},
    }


_SHOWN = {"cpu": "", "cores": " cores", "memory": ""}
