"""How many executed trials of codecs came out well, for reports about their times. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from wirelab.report.table import Row, Table, words


@dataclass(frozen=True, slots=True)
class Tried:
    """How many executed trials of a codec came out well."""

    name: str  # `evolves`
    short: str  # `20 of 25`
    counts: str  # the meaning of that number, as a clause
    on: str  # version and day, where they are known


def executed_table(codecs: Sequence[tuple[str, str, Sequence[Tried]]]) -> Table | None:
    """A row for each codec and its platform, and a column for each kind of trial; None: nothing was executed."""
    counts = {each.name: each.counts for _, _, own in codecs for each in own}
    if not counts:
        return None

    def row(codec: str, platform: str, own: Sequence[Tried]) -> Row:
        short = {each.name: each.short for each in own}
        return (codec, platform, *(short.get(name, "") for name in counts), _when(own))

    columns = words("codec", "platform", *counts, "with")
    says = (
        " ".join(f"{name.capitalize()}: how many {counted}." for name, counted in counts.items()),
        "Counts are the latest of this machine, or of Wirelab's developers; `wirelab evolve`, `interop` and "
        "`withstand` repeat these trials.",
    )
    return Table("Latest executed trials", columns, tuple(row(*each) for each in codecs if each[2]), says)


def _when(own: Sequence[Tried]) -> str:
    """The version and the day of the trials, only once if they are the same for all."""
    if len({each.on for each in own}) == 1:
        return own[0].on
    return "; ".join(f"{each.name}: {each.on}" for each in own)
