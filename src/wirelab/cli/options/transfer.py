"""The options that ask which format takes data from one platform to others."""

from typing import Any

import click

from wirelab.cli.options.values import with_options
from wirelab.model.errors import UsageError
from wirelab.model.link import parse_link

_INSTEAD = ("study", "platform", "operation", "sink", "resume")
_SINGLE = ("workload", "size", "variant")


transfer_options = with_options(
    click.option("--from", "sender", metavar="PLATFORM", help="Compare formats: the platform that writes the data."),
    click.option("--to", "receivers", multiple=True, metavar="PLATFORM", help="A platform that reads it (repeatable)."),
    click.option(
        "--link",
        type=parse_link,
        metavar="RATE[,DELAY]",
        help="The link between the two, such as 20Mbit/s,40ms.  [default: 1Gbit/s]",
    ),
)
"""Gives a command the options of a transfer."""


def taken_transfer(given: dict[str, Any], beside: dict[str, Any]) -> Any:
    """Take the options of a transfer out of `given`; None if there is none.

    The options in `beside` count, too.

    Raises:
        UsageError: one of them is missing or contradicts another, or a platform does not exist.
    """
    sender, receivers, link = given.pop("sender"), given.pop("receivers"), given.pop("link")
    if sender is None:
        for option, value in (("--to", receivers), ("--link", link)):
            if value:
                what, remedy = "it needs the platform that writes the data", "name that platform with --from"
                raise UsageError(f"option {option}", what, remedy=remedy)
        return None
    if not receivers:
        raise UsageError("option --from", "it takes data to another platform", remedy="name that platform with --to")
    every = {**given, **beside}
    for name in _INSTEAD:
        if every[name]:
            part = "argument STUDY" if name == "study" else f"option --{name}"
            raise UsageError(part, "it cannot be combined with --from", remedy="drop one of them")
    for name in _SINGLE:
        if len(every[name]) > 1:
            what, remedy = "with --from, the data is one corpus", "give it once"
            raise UsageError(f"option --{name}", what, remedy=remedy)
    if not every["data"] and not every["workload"]:
        raise UsageError("option --from", "a transfer needs data", remedy="name it with --data or --workload")
    from wirelab.app.request import transfer_asked

    return transfer_asked(sender, receivers, link)
