"""Rounds: which process runs when. Pure: the same cells, seed and round give the same plan on every machine.

Randomness is SHA-256 of the seed, the round and the cell's key, so that it depends neither on the version of Python
nor on hash seeds, and no cell's draw depends on which other cells are open.
"""

from collections.abc import Sequence
from hashlib import sha256

from wirelab.model.cell import Cell
from wirelab.model.measurement import PlannedProcess

MAX_ENVIRONMENT_BYTES = 4096


def plan_round(
    cells: Sequence[Cell],
    *,
    seed: int,
    round: int,  # noqa: A002
    as_listed: bool = False,
) -> tuple[PlannedProcess, ...]:
    """Plan each cell once, in an order drawn from `seed` and `round`.

    Dropping cells leaves the order of the others as it was. The order is random with few cells too: see
    docs/decisions/0004-rounds-are-always-random.md. `as_listed` orders by sink, operation, platform and codec, then
    data, each in the order in which `cells` first has it. Many studies measure so: a drift within a process then
    affects the late cells.

    Raises:
        ValueError: a cell is given twice, or `round` is negative.
    """
    if len(set(cells)) != len(cells):
        raise ValueError("a cell is given twice")
    if round < 0:
        raise ValueError(f"round {round} is negative")
    if as_listed:
        first = {part: at for at, cell in reversed([*enumerate(cells)]) for part in _listed_by(cell)}
        ordered = sorted(cells, key=lambda cell: [first[part] for part in _listed_by(cell)])
    else:
        ordered = sorted(cells, key=lambda cell: draw(seed, round, cell.key))
    paddings = (draw(seed, round, "environment", cell.key) % (MAX_ENVIRONMENT_BYTES + 1) for cell in ordered)
    return tuple(PlannedProcess(round, order, *each) for order, each in enumerate(zip(ordered, paddings, strict=True)))


def _listed_by(cell: Cell) -> tuple[object, ...]:
    return cell.sink, cell.operation, (cell.platform, cell.subject)


def draw(*parts: int | str) -> int:
    """A 128-bit number that is as good as random, and always the same for the same parts."""
    text = "\0".join(map(str, parts))
    return int.from_bytes(sha256(text.encode()).digest()[:16], "big")
