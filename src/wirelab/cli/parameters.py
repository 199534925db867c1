"""What options' values are made of."""

import re
import shlex
import sys
from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeVar

import click

from wirelab.model.names import choose
from wirelab.model.profile import Profile
from wirelab.model.subject import Subject, parse_subject

Command = TypeVar("Command", bound=Callable[..., Any])
_UNIT_SECONDS = {"h": 3600, "m": 60, "s": 1}


class SubjectType(click.ParamType[Subject]):
    """A subject by the grammar."""

    name = "subject"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The subject, or a fault that states the grammar."""
        return parse_subject(value) if isinstance(value, str) else value


class LevelType(click.ParamType[StrEnum]):
    """One of the values of an enum, by its value."""

    def __init__(self, name: str, levels: type[StrEnum]) -> None:
        self.name, self._levels = name, levels

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The level, or a fault that names near ones and all."""
        return self._levels(choose(self.name, value, [str(level) for level in self._levels]))


class DurationType(click.ParamType[float]):
    """A length of time such as `90s`, `5m` or `1h30m`, in seconds."""

    name = "duration"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Seconds."""
        if not isinstance(value, str):
            return value
        parts = re.findall(r"(\d+(?:\.\d+)?)([hms])", value)
        seconds = sum(float(number) * _UNIT_SECONDS[unit] for number, unit in parts)
        if "".join(number + unit for number, unit in parts) != value or seconds <= 0:
            self.fail(f"'{value}' is not a length of time; write, for example, 90s, 5m or 1h30m", param, ctx)
        return seconds


class BetweenType(click.ParamType[float]):
    """A number above 0 and below a bound."""

    def __init__(self, name: str, below: float, example: float) -> None:
        self.name, self._below, self._example = name, below, example

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number; what is none is refused, `nan` too."""
        try:
            number = float(value)
        except ValueError:
            number = 0.0
        if not 0 < number < self._below:
            what = f"a number between 0 and {self._below:g}, such as {self._example:g}"
            self.fail(f"'{value}' is not a {self.name}; give {what}", param, ctx)
        return number


def typed() -> str:
    """The command as it was typed, for reports."""
    return shlex.join(["wirelab", *sys.argv[1:]])


SUBJECT = SubjectType()
DURATION = DurationType()
LAB_OPTION = click.option("--lab", default="wirelab.duckdb", show_default=True, help="Lab file.", metavar="FILE")
PROFILE_OPTION = click.option(
    "--profile",
    type=LevelType("profile", Profile),
    metavar="default|tuned",
    help="What gives codecs the parameters that you do not name.  [default: the study's, or default]",
)
FORMAT_OPTION = click.option(
    "--format",
    "form",
    type=click.Choice(["html", "markdown"]),
    default="html",
    show_default=True,
    help="What the report is: a page, or Markdown for a pull request.",
)
JSON_OPTION = click.option("--json", "as_json", is_flag=True, help="Write JSON to standard output.")
FORCE_OPTION = click.option("--force", is_flag=True, help="Replace files that Wirelab did not write.")
PER_OPTION = click.option(
    "--per",
    type=click.Choice(["operation", "object"]),
    default="operation",
    show_default=True,
    help="What the table's times are of; for one object of the corpus, the table also has the data rate.",
)


def with_options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """A decorator that gives a command several options, in this order."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def codec_option(says: str) -> Callable[[Command], Command]:
    """The option that names subjects, with its help."""
    return click.option("--codec", "subjects", multiple=True, type=SUBJECT, metavar="SUBJECT", help=says)
