"""What options' values are made of."""

import re
from enum import StrEnum
from typing import Any

import click

from wirelab.model.names import choose
from wirelab.model.profile import Profile
from wirelab.model.subject import Subject, parse_subject

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


class BatchesType(click.ParamType[int | str]):
    """A number of batches, or `auto`."""

    name = "batches"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number, or `auto`."""
        if value == "auto" or isinstance(value, int):
            return value
        if not str(value).isdecimal() or not 1 <= int(value) <= 10_000:
            self.fail(f"'{value}' is neither a number from 1 to 10000 nor 'auto'", param, ctx)
        return int(value)


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


SUBJECT = SubjectType()
BATCHES = BatchesType()
DURATION = DurationType()
LAB_OPTION = click.option("--lab", default="wirelab.duckdb", show_default=True, help="Lab file.", metavar="FILE")
PROFILE_OPTION = click.option(
    "--profile",
    type=LevelType("profile", Profile),
    metavar="default|tuned",
    help="What gives codecs the parameters that you do not name.  [default: the study's, or default]",
)
JSON_OPTION = click.option("--json", "as_json", is_flag=True, help="Write JSON to standard output.")
PER_OPTION = click.option(
    "--per",
    type=click.Choice(["operation", "object"]),
    default="operation",
    show_default=True,
    help="What the table's times are of; for one object of the corpus, the table also has the data rate.",
)
