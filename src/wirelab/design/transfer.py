"""Which codecs could carry data from a sender to its receivers, and how the formats are compared. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from wirelab.design.sequential import Schedule, schedule_of
from wirelab.model.cell import Cell, Operation
from wirelab.model.findings.transfer import Way
from wirelab.model.subject import Subject
from wirelab.study.definition import Pair, Study, Transfer

QUALIFYING = 2
"""Rounds that choose a way for each format that has several; rounds that compare formats come after them."""
Ways = Mapping[str, Sequence[Way]]
"""All ways of each format."""


def encoding(format_: str, subject: Subject) -> str:
    """A format with the compressor behind it: `JSON+zstd-19`."""
    return format_ + str(subject).removeprefix(str(subject.uncompressed))


def possible_pairs(
    transfer: Transfer, cells: Sequence[Cell], formats: Mapping[tuple[str, str], str]
) -> tuple[Pair, ...]:
    """Every writer on the sender with every reader of the same format on a receiver, as `cells` has them.

    `formats` has the format of each codec, by platform and name.
    """
    writers = [c for c in cells if c.platform == transfer.sender and c.operation is Operation.SERIALIZE]
    readers = [c for c in cells if c.platform in transfer.receivers and c.operation is Operation.DESERIALIZE]
    return useful(transfer, _pairs(writers, readers, formats))


def useful(transfer: Transfer, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Those of `pairs` whose writer has a reader on every receiver."""
    kept = tuple(pairs)
    reached = {
        each.writer: {other.receiver for other in kept if (other.format, other.writer) == (each.format, each.writer)}
        for each in kept
    }
    return tuple(each for each in kept if reached[each.writer] >= {*transfer.receivers})


def ways_of(transfer: Transfer, cells: Sequence[Cell]) -> Ways:
    """All ways of each format that `cells` have, in the order of the transfer's pairs."""
    at = {(cell.platform, cell.subject, cell.operation): cell for cell in cells if not cell.twin}
    readers: dict[tuple[str, Subject], dict[str, list[Cell]]] = {}
    for pair in transfer.pairs:
        reader = at.get((pair.receiver, pair.reader, Operation.DESERIALIZE))
        own = readers.setdefault((pair.format, pair.writer), {receiver: [] for receiver in transfer.receivers})
        own[pair.receiver] += [] if reader is None else [reader]
    found: dict[str, list[Way]] = {}
    for (name, subject), own in readers.items():
        writer = at.get((transfer.sender, subject, Operation.SERIALIZE))
        if writer is not None and all(own.values()):
            found.setdefault(name, []).extend(Way(name, writer, chosen) for chosen in product(*own.values()))
    return found


def needed(ways: Ways, cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """Those of `cells` that are part of a way."""
    wanted = {cell for own in ways.values() for way in own for cell in way.cells}
    return tuple(cell for cell in cells if cell in wanted)


def qualifying_rounds(transfer: Transfer) -> int:
    """How many rounds choose: none where each format has one codec on each platform."""
    writers = {(pair.format, pair.writer) for pair in transfer.pairs}
    readers = {((pair.format, pair.receiver), pair.reader) for pair in transfer.pairs}
    several = len(writers) > len({name for name, _ in writers}) or len(readers) > len({at for at, _ in readers})
    return QUALIFYING if several else 0


def reference_format(study: Study, ways: Ways) -> str:
    """The format of the study's reference if a way has it, else the first."""
    named = (
        name for name, own in ways.items() for way in own if study.reference_subject in [c.subject for c in way.cells]
    )
    return next(named, next(iter(ways)))


def transfer_schedule(study: Study, transfer: Transfer) -> Schedule:
    """Looks and levels over all formats but the reference, counted from the end of the qualifying rounds."""
    schedule = schedule_of(study, len({pair.format for pair in transfer.pairs}) - 1)
    return replace(schedule, rounds=max(1, schedule.rounds - qualifying_rounds(transfer)))


def _pairs(writers: Sequence[Cell], readers: Sequence[Cell], formats: Mapping[tuple[str, str], str]) -> Iterator[Pair]:
    def written(cell: Cell) -> str:
        return encoding(formats[cell.platform, cell.subject.codec], cell.subject)

    for writer, reader in product(writers, readers):
        if written(writer) == written(reader):
            yield Pair(format=written(writer), writer=writer.subject, receiver=reader.platform, reader=reader.subject)
