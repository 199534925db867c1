"""Guards against measuring nothing: cells whose times cannot be true on this machine. Pure.

All limits are so wide that honest work never meets them; docs/decisions/0017-guards.md has the reasons.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from wirelab.model.cell import Cell, CorpusName, ModeKind
from wirelab.model.findings.diagnostics import Flag, Guard
from wirelab.model.findings.finding import CellFinding
from wirelab.model.findings.forecast import NEAR_LOOP, NearLoop
from wirelab.model.groups import gathered
from wirelab.model.run import Check, outputs_kind

MARGIN = 2.0
"""How many times faster than the lab's measurement a copy may be: the lab may have measured in a slow moment."""
READ_PER_COPY = 2.0
"""A copy moves each byte twice, once in and once out; reading moves it once."""
GROWN = 10.0
"""With so many times the data, the time must be longer; with less, a fixed cost may hide the difference."""


def flagged(
    cells: Sequence[CellFinding],
    *,
    copy_bytes_per_ns: float | None,
    corpus_bytes: Mapping[CorpusName, int],
    lazy: Collection[Cell],
) -> tuple[Flag, ...]:
    """The cells that are too fast for the bytes they move, or that hardly take longer for much more data.

    `copy_bytes_per_ns` is the fastest copy that was seen on this machine; where it is not known, no cell is flagged.
    The contracts of `lazy` cells let deserializing leave fields undecoded: they need not read all of their input.
    """
    if copy_bytes_per_ns is None:
        return ()
    limits = {
        finding.cell: limit
        for finding in cells
        if finding.process_times_ns and (limit := _most_bytes_per_ns(finding.cell, copy_bytes_per_ns, lazy)) is not None
    }
    judged = [finding for finding in cells if finding.cell in limits]
    return (*_too_fast(judged, limits), *_not_growing(judged, limits, corpus_bytes))


def unlike_outputs(cells: Iterable[Cell], checks: Iterable[Check]) -> tuple[Flag, ...]:
    """The cells of which a process gave other bytes while it was timed than when it was verified."""
    failed = {(each.corpus, each.platform, each.subject, each.kind): each.detail for each in checks if not each.passed}
    found = (
        (cell, failed.get((cell.corpus, cell.platform, cell.subject, outputs_kind(cell.operation)))) for cell in cells
    )
    return tuple(Flag(cell, Guard.OUTPUTS, detail=detail) for cell, detail in found if detail is not None)


def near_loop(cells: Iterable[CellFinding], loops_ns: Mapping[Cell, float]) -> tuple[NearLoop, ...]:
    """The cells in whose time the loop's own cost is a large part, nearest first."""
    times = [
        NearLoop(finding.cell, finding.time_ns.estimate / loops_ns[finding.cell])
        for finding in cells
        if finding.time_ns is not None and loops_ns.get(finding.cell, 0) > 0
    ]
    return tuple(sorted((each for each in times if each.times < NEAR_LOOP), key=lambda each: each.times))


def _most_bytes_per_ns(cell: Cell, copy_bytes_per_ns: float, lazy: Collection[Cell]) -> float | None:
    """The most bytes per ns that it can give or take; infinite if it has no bytes, None if any time is plausible."""
    if cell.operation.gives_encoded:
        return MARGIN * copy_bytes_per_ns
    if cell.operation.reads and cell in lazy:
        return None
    return MARGIN * READ_PER_COPY * copy_bytes_per_ns if cell.operation.takes_encoded else float("inf")


def _too_fast(cells: Sequence[CellFinding], limits: Mapping[Cell, float]) -> Iterator[Flag]:
    for finding in cells:
        moved, took = finding.encoded_bytes or 0, max(finding.process_times_ns)
        if took < (least := moved / limits[finding.cell]):
            guard = Guard.COPY if finding.cell.operation.gives_encoded else Guard.READ
            yield Flag(finding.cell, guard, took, least, moved)


def _not_growing(
    cells: Sequence[CellFinding], limits: Mapping[Cell, float], corpus_bytes: Mapping[CorpusName, int]
) -> Iterator[Flag]:
    """Each cell once, compared with the first one on much less data that shows it to be too fast."""
    warm = (each for each in cells if each.cell.mode is not ModeKind.COLD)  # cold times are those of loading code
    for own in gathered((each.cell.of_any_size, each) for each in warm).values():
        for larger in own:
            size = corpus_bytes.get(larger.cell.corpus, 0)
            smaller = (each for each in own if 0 < GROWN * corpus_bytes.get(each.cell.corpus, 0) <= size)
            found = (_grown_too_little(larger, each, limits[larger.cell]) for each in smaller)
            yield from filter(None, [next(filter(None, found), None)])


def _grown_too_little(larger: CellFinding, smaller: CellFinding, limit: float) -> Flag | None:
    moved = max(0, (larger.encoded_bytes or 0) - (smaller.encoded_bytes or 0))
    took, least = max(larger.process_times_ns) - min(smaller.process_times_ns), moved / limit
    return Flag(larger.cell, Guard.GROWTH, took, least, moved, smaller.cell) if took < least else None
