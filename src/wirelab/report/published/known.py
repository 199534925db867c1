"""The known facts of a codec besides its times: its promises and its executed trials. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from wirelab.report.executed import COLUMNS, Executed
from wirelab.report.table import Column, Entry, Row, Table, words


@dataclass(frozen=True, slots=True)
class CodecKnown:
    """A codec, whatever its version."""

    name: str
    file: str  # the name of its files, without an ending
    format: str
    library: str
    platforms: tuple[str, ...]
    contract: tuple[tuple[str, str], ...]  # facts: its promises, license, documentation, parameters
    executed: Mapping[str, Executed] = field(default_factory=dict)  # by kind
    evolved: tuple[tuple[str, str, str], ...] = ()
    """The result of each everyday change of a schema, in words, from old to new and from new to old."""
    withstood: tuple[tuple[str, int], ...] = ()
    """The number of hostile inputs with each outcome."""

    def fact(self, name: str) -> str:
        """A fact of its contract; empty: it is not known."""
        return next((fact for known, fact in self.contract if known == name), "")


def known_table(known: Sequence[CodecKnown], folder: str, *extra: str) -> Table:
    """Codecs with their executed trials, each with a link to its page in `folder`."""
    executed = dict.fromkeys(name for each in known for name in COLUMNS if name in each.executed)
    columns = (
        *words("codec"),
        Column("format", levels=True),
        *words("platforms", "library", *executed, "contract", *extra),
    )
    rows: tuple[Row, ...] = tuple(
        (
            Entry(each.name, link=f"{folder}{each.file}.html"),
            each.format,
            ", ".join(each.platforms),
            each.library,
            *(each.executed[name].short if name in each.executed else "" for name in executed),
            each.fact("contract"),
            *(each.fact(name) for name in extra),
        )
        for each in known
    )
    says = tuple(f"{name}: how many {COLUMNS[name]}." for name in executed)
    return Table("Codecs", columns, rows, says, sortable=True)
