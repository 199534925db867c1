"""Options that many commands have, and how their values are read."""

import math
import os
import re
import shlex
import sys
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, TypeVar

import click

from wirelab.model.cell import Operation
from wirelab.model.errors import UsageError
from wirelab.model.names import choose
from wirelab.model.subject import Profile, parse_subject

Command = TypeVar("Command", bound=Callable[..., Any])
_UNIT_SECONDS = {"h": 3600, "m": 60, "s": 1}


def level(name: str, levels: type[StrEnum]) -> Callable[[str], StrEnum]:
    """A parser of an enum's values; its error suggests similar values and lists all."""

    def convert(text: str) -> StrEnum:
        return levels(choose(name, text, [str(each) for each in levels]))

    convert.__name__ = name  # the name that help shows
    return convert


def duration(text: str) -> float:
    """A length of time such as `90s`, `5m` or `1h30m`, in seconds."""
    parts = re.findall(r"(\d+(?:\.\d+)?)([hms])", text)
    seconds = sum(float(number) * _UNIT_SECONDS[unit] for number, unit in parts)
    if "".join(number + unit for number, unit in parts) != text or seconds <= 0:
        raise click.BadParameter(f"'{text}' is not a length of time; write, for example, 90s, 5m or 1h30m")
    return seconds


def byte_count(text: str) -> int:
    """A number of bytes such as `500MB` or `16GiB`."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(?:([kMGT])(i?))?B?", text.strip(), re.IGNORECASE | re.ASCII)
    size = 0.0
    if found is not None:
        number, unit, binary = found.groups()
        size = float(number) * (1024 if binary else 1000) ** (" kmgt".index(unit.lower()) if unit else 0)
    if not 1 <= size < math.inf:
        raise click.BadParameter(f"'{text}' is not a number of bytes; write, for example, 500MB or 16GiB")
    return int(size)


def between(name: str, below: float, example: float, *, least: float = 0.0) -> Callable[[str | float], float]:
    """A number above 0, at least `least` and below a bound, also in percent; all else is refused, including `nan`."""

    def convert(text: str | float) -> float:
        written = str(text)
        try:
            number = float(written[:-1]) / 100 if written.endswith("%") else float(written)
        except ValueError:
            number = 0.0
        if not (0 < number < below and number >= least):
            what = f"a number between {least:g} and {below:g}, such as {example:g}"
            raise click.BadParameter(f"'{text}' is not a {name}; give {what}")
        return number

    return convert


_CALLED = {"csv_file": "csv", "enums": "enum", "sender": "from", "receivers": "to"}


def refuse(given: Mapping[str, Any], what: str, remedy: str) -> None:
    """Refuse the first of these options that is given."""
    for name, value in given.items():
        if value not in (None, False, ()):
            raise UsageError(f"option --{_CALLED.get(name, name.replace('_', '-'))}", what, remedy=remedy)


def other_lab(lab: str) -> str | None:
    """The lab file that was named; None: it is the usual one."""
    return None if lab == _DEFAULT_LAB else lab


def _trust() -> None:
    from wirelab.app.trust import give_trust

    give_trust()


def typed() -> str:
    r"""The command as it was typed, for reports; bytes of names that are not UTF-8 are escapes, such as `\xff`."""
    return os.fsencode(shlex.join(["wirelab", *sys.argv[1:]])).decode(errors="backslashreplace")


_DEFAULT_LAB = "wirelab.duckdb"
LAB_OPTION = click.option("--lab", default=_DEFAULT_LAB, show_default=True, help="Lab file.", metavar="FILE")
PROFILE_OPTION = click.option(
    "--profile",
    type=level("profile", Profile),
    metavar="default|tuned",
    help="Settings of codecs where you name none.  [default: the study's, or default]",
)
FORMAT_OPTION = click.option(
    "--format",
    "form",
    type=click.Choice(["html", "markdown"]),
    default="html",
    show_default=True,
    help="Format of the report: a page, or Markdown for a pull request.",
)
OUT_OPTION = click.option("--out", metavar="FILE", help="Also write a report to this file; - for standard output.")
JSON_OPTION = click.option("--json", "as_json", is_flag=True, help="Write JSON to standard output.")
FORCE_OPTION = click.option("--force", is_flag=True, help="Replace files that Wirelab did not write.")
TRUST_OPTION = click.option(
    "--trust",
    is_flag=True,
    expose_value=False,
    callback=lambda _, __, given: _trust() if given else None,
    help="Run the code of workloads and runners in folders of yours or of others; remembered until a file changes.",
)
REPORT_OPTION = click.option(
    "--report",
    metavar="FILE",
    help="Where to write the report; - for standard output.  [default: beside the lab file]",
)
PER_OPTION = click.option(
    "--per",
    type=click.Choice(["operation", "object"]),
    default="operation",
    show_default=True,
    help="Show times per operation, or per object of the corpus; then the table also has the data rate.",
)


def with_options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """A decorator that gives a command several options, in this order."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def repeatable(name: str, says: str, metavar: str = "NAME") -> Callable[[Command], Command]:
    """An option that may be given several times, with its help."""
    return click.option(f"--{name}", multiple=True, metavar=metavar, help=says)


def codec_option(says: str) -> Callable[[Command], Command]:
    """The option that names subjects, with its help."""
    return click.option("--codec", multiple=True, type=parse_subject, metavar="SUBJECT", help=says)


def instructions_option() -> Callable[[Command], Command]:
    """The option that also counts instructions."""
    says = "Also count the instructions of a call, on platforms of native code (needs valgrind)."
    return click.option("--instructions", is_flag=True, help=says)


def operation_option(default: str) -> Callable[[Command], Command]:
    """The option that names operations; its help has them all."""
    *others, last = Operation
    says = f"Operation to measure: {', '.join(others)} or {last} (repeatable).  [default: {default}]"
    return click.option("--operation", multiple=True, type=level("operation", Operation), help=says)
