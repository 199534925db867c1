"""The `wirelab` command: finds the subcommand, and turns faults into messages and exit codes."""

import errno
import os
import sys
from collections.abc import Callable
from importlib import import_module

import click

from wirelab import __version__
from wirelab.cli.colour import coloured
from wirelab.cli.streams import safe_streams
from wirelab.model.errors import ExitCode, HostError, UsageError, WirelabError
from wirelab.model.visible import visible

_CLOSED = {errno.ENAMETOOLONG, errno.EACCES}  # of a path: nobody can say whether there is something
_LOOP = "Symlink loop from "  # so begins Python's fault of such a path, before 3.13
_FULL = {errno.ENOSPC, errno.EDQUOT}
_WINDOWS = os.name == "nt"  # locks, signals and processes are POSIX's

# name of the command -> one line about it; the module of that name, with `_` instead of `-`, has it as `command`.
COMMANDS = {
    "doctor": "Show what can run here, what is missing, and how to install it.",
    "list": "List studies, workloads, platforms, codecs and runs.",
    "run": "Run a study, print its table and write its report.",
    "compare": "Show what changed between versions, or between two runs: speed, sizes and bytes.",
    "bisect": "Find the release that made a codec slower.",
    "study": "Check a study file, or compare a study's claims with its own numbers.",
    "replicate": "Measure a published study again, and say which of its claims hold.",
    "sizes": "Show how large each codec makes a workload's data.",
    "interop": "Let every codec read the bytes that the others of its format wrote.",
    "evolve": "Let codecs write with one version of a schema and read with another.",
    "withstand": "Let codecs read bytes that nobody honest would send.",
    "recommend": "Say which codec to take, given your needs and prices.",
    "report": "Print the table and write the report of an earlier run, or of several together.",
    "history": "Show a codec's speed from session to session, and where it changed.",
    "merge": "Make one lab file of several, of this machine and of others.",
    "hosts": "Let several machines measure one study.",
    "serve": "Show the labs of a folder in a browser, and start studies there.",
    "publish": "Write labs as a folder of pages and data that any web host can serve.",
    "analyze": "Analyze any table of measurements: ANOVA, groups, checks.",
    "export": "Export every table of a lab file as Parquet or CSV.",
    "workload": "Make a workload of your own data, or check one.",
    "check-runner": "Check that a runner keeps to the protocol.",
}

_FOLDERS = {
    **dict.fromkeys(("compare", "bisect"), "versions."),
    **dict.fromkeys(("report", "export", "serve", "publish", "history", "merge"), "labs."),
}
"""The subfolders of commands whose modules are in one."""


class _Commands(click.Group):
    """Imports a subcommand's module only when it is called, so that `--help` is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"wirelab.cli.commands.{_FOLDERS.get(cmd_name, '')}{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        from wirelab.model.names import choose

        if args and not args[0].startswith("-"):
            choose("command", args[0], COMMANDS)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="wirelab")
def wirelab() -> None:
    """Find the serialization format and library that suit your data and your platforms.

    Wirelab runs designed experiments and checks every value it measures. It shows which differences are real, how
    large they are and how certain that is. Start with `wirelab run`, which runs the default study.
    """
    from wirelab.files.scratch import remove_orphans

    remove_orphans()


def main() -> None:
    """Entry point: runs the command and exits with the code of its class of fault."""
    if _WINDOWS:
        complain(HostError("this machine", "Wirelab does not run on Windows itself", remedy="use it in WSL"))
        sys.exit(ExitCode.HOST)
    output = safe_streams()
    code = _code_of(lambda: wirelab.main(standalone_mode=False))
    sys.stdout.flush()
    if output.fault is not None:
        why = output.fault.strerror or str(output.fault)
        remedy = "make room, or send it elsewhere"
        complain(HostError("standard output", "not all of it could be written", why=why, remedy=remedy))
        code = code or ExitCode.HOST
    sys.exit(code)


def _code_of(run: Callable[[], int | None]) -> int:
    """Run a command; returns its exit code, with its fault shown."""
    try:
        from wirelab.process.signals import stop_on_signals

        with stop_on_signals():
            return int(run() or ExitCode.OK)
    except WirelabError as error:
        complain(error)
        return error.exit_code
    except click.exceptions.NoSuchOption as error:
        remedy = f"did you mean {' or '.join(error.possibilities)}?" if error.possibilities else _help(error)
        complain(UsageError(f"option {error.option_name}", "there is no such option", remedy=remedy))
        return ExitCode.USAGE
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return ExitCode.USAGE
    except click.ClickException as error:
        complain(UsageError("command line", error.format_message(), remedy=_help(error)))
        return ExitCode.USAGE
    except (MemoryError, OSError, RuntimeError) as error:
        complain(_of_machine(error))
        return ExitCode.HOST
    except (KeyboardInterrupt, click.Abort):
        click.echo("\nInterrupted.", err=True)
        # All is closed by now. An ordinary exit would sometimes end by SIGINT instead: Python does that if the
        # interrupt left code that a library ran, even if it was caught further out.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(ExitCode.INTERRUPTED)


def _of_machine(error: MemoryError | OSError | RuntimeError) -> HostError:
    """The fault of memory, of a disk, or of a path that cannot even be looked at; any other error is raised again."""
    if isinstance(error, RuntimeError):
        before, loop, path = str(error).partition(_LOOP)
        if before or not loop:
            raise error
        return HostError(f"path {path}", "it is a link that leads back to itself", remedy="name another")
    if isinstance(error, MemoryError):
        remedy = "end other programs, or give less: a part of the data, or a smaller --max-size"
        return HostError("this machine", "its memory, or the limit of `ulimit -v`, is used up", remedy=remedy)
    if error.errno in _FULL:
        remedy = "free some space, or set TMPDIR to another folder; `wirelab run --resume` continues a run"
        part = f"path {error.filename}" if error.filename else "this machine"
        return HostError(part, "there is no space left on its disk", why=error.strerror or "", remedy=remedy)
    if error.errno not in _CLOSED:
        raise error
    remedy = "name another, or check the permissions of its folders"
    return HostError(f"path {error.filename}", "it cannot be used", why=error.strerror or "", remedy=remedy)


def complain(error: WirelabError) -> None:
    """Write a fault to stderr: which part, what happened, why, and what to do next."""
    click.echo(f"{coloured('error', 'red', bold=True)}: {visible(f'{error.part}: {error.what}')}", err=True)
    if error.why:
        for line in error.why.splitlines():
            click.echo(f"  {visible(line)}", err=True)
    if error.remedy:
        remedy = visible(error.remedy, "\n")
        click.echo(f"  {coloured('→', 'cyan')} {remedy}", err=True)


def _help(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    return f"see {context.command_path if context else 'wirelab'} --help"
