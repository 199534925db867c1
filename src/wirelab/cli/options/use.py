"""The options that describe how messages are used, and what a codec must have."""

from typing import Any

import click

from wirelab.cli.options.values import between, repeatable, with_options
from wirelab.model.errors import UsageError
from wirelab.model.link import parse_link

_MOST = 1e12


def amount(name: str, example: str) -> Any:
    """A number that is 0 or above; anything else is refused, including `nan`."""

    def convert(text: str | float) -> float:
        try:
            number = float(text)
        except ValueError:
            number = -1.0
        if not 0 <= number <= _MOST:
            raise click.BadParameter(f"'{text}' is not a number of {name}; give 0 or more, such as {example}")
        return number

    return convert


use_options = with_options(
    click.option(
        "--needs",
        metavar="NEED,…",
        default="",
        help="What the codec must have: evolution, readable, schema, no-schema, canonical, zero-copy, no-codegen, "
        "hostile-safe, license=permissive, languages=java+python.",
    ),
    click.option(
        "--messages",
        type=between("number of messages per second", _MOST, 1000),
        default=1000,
        show_default=True,
        metavar="N",
        help="Messages per second, each written once.",
    ),
    click.option(
        "--reads", type=amount("reads", "3"), default=1, show_default=True, metavar="N", help="Reads per write."
    ),
    click.option(
        "--months",
        type=amount("months", "12"),
        default=0,
        metavar="N",
        help="Months that a message is kept.  [default: 0]",
    ),
    click.option(
        "--copies", type=amount("copies", "3"), default=1, metavar="N", help="Stored copies of a message.  [default: 1]"
    ),
    click.option(
        "--link",
        type=parse_link,
        metavar="RATE[,DELAY]",
        help="The link that each read crosses, such as 20Mbit/s,40ms.  [default: the transfer's, else none]",
    ),
    click.option(
        "--cold-starts",
        type=amount("shares", "0.01"),
        default=0,
        metavar="SHARE",
        help="Share of writes and reads that are the first of their process; needs a run with --mode cold, which "
        "Wirelab adds for your own data.",
    ),
    click.option("--prices", metavar="FILE", help="Your own prices.  [default: Wirelab's prices.toml]"),
    repeatable(
        "tried", "Results on your own data, from `interop`, `evolve` or `withstand` with --json (repeatable).", "FILE"
    ),
)
"""Gives a command these options."""
USE_OPTIONS = ("needs", "messages", "reads", "months", "copies", "link", "cold_starts", "prices", "tried")


def check_share(cold_starts: float) -> None:
    """Refuse a share of more than everything."""
    if cold_starts > 1:
        what = f"{cold_starts:g} is not a share of all calls"
        raise UsageError("option --cold-starts", what, remedy="give a number from 0 to 1, such as 0.01")
