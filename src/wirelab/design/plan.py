"""Rounds: which process runs when. Pure: the same cells, seed and round give the same plan on every machine.

Randomness is SHA-256 of the seed, the round and the cell's key, so that it depends neither on the version of Python
nor on hash seeds, and no cell's draw depends on which other cells are open.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import sha256

from wirelab.model.cell import Cell
from wirelab.model.measurement import Visit

FEW_CELLS = 6
MAX_ENVIRONMENT_BYTES = 4096


def plan_round(cells: Sequence[Cell], *, seed: int, round: int) -> tuple[Visit, ...]:  # noqa: A002
    """Visit each cell once, in an order drawn from `seed` and `round`.

    More than `FEW_CELLS` cells are shuffled anew each round; dropping cells leaves the order of the others. Fewer are
    shuffled once a study and then rotated by one each round, so that over as many rounds as there are cells each stands
    once in each place and linear drift cancels (METHOD, the unit of replication); dropping cells leaves the cyclic
    order of the others.

    Args:
        cells: the open cells, in any order.
        seed: the study's.
        round: from 0.

    Raises:
        ValueError: a cell is given twice, or `round` is negative.
    """
    _require_distinct(cells)
    if round < 0:
        raise ValueError(f"round {round} is negative")
    if len(cells) > FEW_CELLS:
        ordered = sorted(cells, key=lambda cell: _draw(seed, round, cell.key))
    else:
        base = sorted(cells, key=lambda cell: _draw(seed, "study", cell.key))
        start = round % len(base) if base else 0
        ordered = base[start:] + base[:start]
    return tuple(_visit(cell, seed, round, order, attempt=0) for order, cell in enumerate(ordered))


def retry_visits(lost: Iterable[Visit], *, seed: int, round: int, order: int = 0) -> tuple[Visit, ...]:  # noqa: A002
    """Give the processes that were lost in the round before `round` their one retry, in `round`.

    A retry belongs to the round it runs in, because that is the machine state it shares. Losses of other rounds and
    lost retries are left out, so all losses of a run may be passed.

    Args:
        lost: visits whose process was lost.
        seed: the study's.
        round: where the retries run, after the round's own visits.
        order: the first retry's place: how many visits the round has without them.
    """
    due = sorted(
        {visit.cell for visit in lost if visit.round == round - 1 and visit.attempt == 0},
        key=lambda cell: _draw(seed, round, "retry", cell.key),
    )
    return tuple(_visit(cell, seed, round, order + place, attempt=1) for place, cell in enumerate(due))


def with_twins(cells: Sequence[Cell], originals: Iterable[Cell]) -> tuple[Cell, ...]:
    """Add the A/A twin of each of `originals`: the same cell under a second label, a permanent false-alarm monitor.

    Raises:
        ValueError: an original is not among `cells`, is a twin itself, or is given twice.
    """
    twins = []
    for original in originals:
        if original not in cells or original.twin:
            raise ValueError(f"{original.key} is no cell to make a twin of")
        twins.append(replace(original, twin=True))
    together = (*cells, *twins)
    _require_distinct(together)
    return together


def _visit(cell: Cell, seed: int, round: int, order: int, *, attempt: int) -> Visit:  # noqa: A002
    padding = _draw(seed, round, attempt, "environment", cell.key) % (MAX_ENVIRONMENT_BYTES + 1)
    return Visit(round=round, order=order, attempt=attempt, cell=cell, environment_bytes=padding)


def _draw(*parts: int | str) -> int:
    """A 128-bit number that is as good as random, and always the same for the same parts."""
    text = "\0".join(map(str, parts))
    return int.from_bytes(sha256(text.encode()).digest()[:16], "big")


def _require_distinct(cells: Sequence[Cell]) -> None:
    if len(set(cells)) != len(cells):
        raise ValueError("a cell is given twice")
