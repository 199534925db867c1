"""How many executed trials of codecs came out well, for reports about their times. Pure."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wirelab.report.table import Row, Table, words

EVOLVES, INTEROPERATES, HOSTILE = "evolves", "interoperates", "hostile"
COLUMNS: Mapping[str, str] = {
    EVOLVES: "values that were read with another version of their schema came back",
    INTEROPERATES: "pairs with another codec of its format read every value",
    HOSTILE: "hostile inputs did no harm: its process lives, answers, has memory left, and touched nothing else",
}
"""The kinds of trials, each with the things that its numbers count."""


@dataclass(frozen=True, slots=True)
class Executed:
    """How many trials of a codec, of one kind, came out well."""

    good: int
    total: int
    on: datetime.date | None = None  # None: not known
    version: str = ""  # of the library; empty: the one that Wirelab had then

    @property
    def short(self) -> str:
        """For a column."""
        return f"{self.good:,} of {self.total:,}"

    @property
    def seen(self) -> str:
        """The version and the day, if they are known."""
        return ", ".join(filter(None, (self.version or "as recorded by Wirelab's developers", str(self.on or ""))))


def executed_table(codecs: Sequence[tuple[str, str, Mapping[str, Executed]]]) -> Table | None:
    """A row for each codec and its platform, and a column for each kind of trial; None: nothing was executed."""
    kinds = dict.fromkeys(name for _, _, own in codecs for name in COLUMNS if name in own)
    if not kinds:
        return None

    def row(codec: str, platform: str, own: Mapping[str, Executed]) -> Row:
        return (codec, platform, *(own[name].short if name in own else "" for name in kinds), _when(own))

    columns = words("codec", "platform", *kinds, "with")
    says = (
        " ".join(f"{name.capitalize()}: how many {COLUMNS[name]}." for name in kinds),
        "Counts are the latest of this machine, or of Wirelab's developers; `wirelab evolve`, `interop` and "
        "`withstand` repeat these trials.",
    )
    return Table("Latest executed trials", columns, tuple(row(*each) for each in codecs if each[2]), says)


def _when(own: Mapping[str, Executed]) -> str:
    """The version and the day of the trials, only once if they are the same for all."""
    seen = {name: own[name].seen for name in COLUMNS if name in own}
    if len({*seen.values()}) == 1:
        return next(iter(seen.values()))
    return "; ".join(f"{name}: {on}" for name, on in seen.items())
