"""Whether versions of one codec write the same bytes, and read each other's: tried before any is timed."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from pathlib import Path

from wirelab.app.preparation import Notice, Preparation
from wirelab.app.programs import read_by, written_by
from wirelab.execution.short_conversations import why_not
from wirelab.files.scratch import scratch
from wirelab.model.cell import Cell, Sink
from wirelab.model.groups import gathered
from wirelab.model.run import Check, bytes_kind, reads_kind
from wirelab.workload.kept import digest_of


def exchanged(preparation: Preparation, notice: Notice) -> tuple[Check, ...]:
    """How each version of a codec read the bytes of its other versions, on the same corpus; empty without versions.

    A version that does not write a corpus is left out: timed processes are verified, and report why.
    """
    groups = [own for own in _alike(preparation.cells) if len(own) > 1]
    cells = [cell for own in groups for cell in own]
    if not cells:
        return ()
    notice(f"trying whether versions read each other's bytes, in {len(cells)} files")
    with scratch() as base:
        made = dict(zip(cells, written_by(preparation, cells, base), strict=True))
        files = {cell: file for cell, file in made.items() if isinstance(file, Path)}
        pairs = [pair for own in groups for pair in permutations([cell for cell in own if cell in files], 2)]
        read = read_by(preparation, [(reader, files[writer]) for writer, reader in pairs], base)
        digests = {cell: digest_of(file) for cell, file in files.items()}
    return tuple(
        check
        for (writer, reader), answer in zip(pairs, read, strict=True)
        for check in _checks(writer, reader, why_not(answer), same=digests[writer] == digests[reader])
    )


def _alike(cells: Sequence[Cell]) -> list[list[Cell]]:
    """The cells that differ only by the version of their codec's library, if any names one; one of each subject."""
    first = {cell.encoder: cell for cell in reversed(cells) if cell.sink is Sink.MEMORY}
    versions = {(cell.platform, cell.subject.name) for cell in first.values() if cell.subject.version}
    own = [cell for cell in cells if first.get(cell.encoder) is cell]
    return list(
        gathered(
            ((cell.corpus, cell.platform, cell.subject.at("0")), cell)
            for cell in own
            if (cell.platform, cell.subject.name) in versions
        ).values()
    )


def _checks(writer: Cell, reader: Cell, why: str, *, same: bool) -> Iterator[Check]:
    own = reader.encoder
    yield Check(*own, kind=reads_kind(writer.subject), passed=not why, detail=why)
    yield Check(*own, kind=bytes_kind(writer.subject), passed=same)
