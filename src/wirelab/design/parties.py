"""Which cells share a process, and which processes have to live at the same time. Pure."""

from collections.abc import Collection, Iterable, Sequence

from wirelab.model.cell import Cell, Operation
from wirelab.model.comparison import Comparison
from wirelab.model.groups import gathered
from wirelab.model.measurement import PlannedProcess

_ALONE = frozenset({Operation.EXCHANGE})
"""Operations that have a process for themselves: a server's threads would work beside the others."""

Party = tuple[PlannedProcess, ...]
"""The cells of one process: the operations of one codec on one corpus, in the order in which it warms them up."""
Pairs = tuple[tuple[int, int], ...]
"""Parties by number that have to live at the same time; a pair of the same is a party that is compared with none."""


def parties_of(plan: Iterable[PlannedProcess]) -> tuple[Party, ...]:
    """The processes of a round, in the order in which the first of their cells is planned."""

    def key(cell: Cell) -> tuple[object, ...]:
        alone = cell.operation if cell.operation in _ALONE else None
        return cell.corpus, cell.platform, cell.subject, cell.mode, cell.sink, cell.twin, alone

    return tuple(map(tuple, gathered((key(planned.cell), planned) for planned in plan).values()))


def components_of(parties: Sequence[Party], comparisons: Collection[Comparison]) -> tuple[Pairs, ...]:
    """The parties of each corpus, as pairs that cover all comparisons, in the order of the parties.

    Comparisons of cells that are not in the round do not matter.
    """
    number = {planned.cell: at for at, party in enumerate(parties) for planned in party}
    compared = {
        tuple(sorted((number[each.cell], number[each.against])))
        for each in comparisons
        if each.cell in number and each.against in number
    }
    components: dict[object, list[tuple[int, int]]] = {}
    for at, party in enumerate(parties):
        own = [(one, other) for one, other in sorted(compared) if other == at]
        alone = not any(at in pair for pair in compared)
        components.setdefault(party[0].cell.corpus, []).extend([(at, at)] if alone else own)
    return tuple(tuple(pairs) for pairs in components.values() if pairs)
