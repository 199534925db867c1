"""Help that begins with the options that most people need and has the others below, grouped by subject."""

from collections.abc import Mapping, Sequence

import click

_FIRST = "Options"


class Grouped(click.Command):
    """A command whose options are in groups; options without a group come first.

    `groups` is set by the command's module: names of parameters by the group's heading.
    """

    groups: Mapping[str, Sequence[str]]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a section for each group."""
        heading_of = {name: heading for heading, names in self.groups.items() for name in names}
        sections: dict[str, list[tuple[str, str]]] = {heading: [] for heading in (_FIRST, *self.groups)}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
            if record is not None:
                sections[heading_of.get(parameter.name or "", _FIRST)].append(record)
        for heading, records in sections.items():
            with formatter.section(heading):
                formatter.write_dl(records)


def grouped(groups: Mapping[str, Sequence[str]]) -> type[Grouped]:
    """The class of a command with these groups."""
    return type("Command", (Grouped,), {"groups": groups})
