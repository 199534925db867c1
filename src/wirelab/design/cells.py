"""From a study's factors and the offers of platforms to the cells that exist."""

from collections.abc import Collection, Sequence
from itertools import product

from wirelab.model.cell import Cell, CorpusName, ModeKind, Operation, Sink
from wirelab.model.subject import Subject
from wirelab.protocol.codecs import Announcement
from wirelab.study.definition import Study

_COLD = frozenset({Operation.SERIALIZE, Operation.DESERIALIZE})


def has(offered: Announcement, subject: Subject, operation: Operation, sink: Sink = Sink.MEMORY) -> bool:
    """Whether `operation` of `subject` exists where that is offered.

    Conversions have nothing to compress, so they belong only to the codec; compression needs a compressor.
    """
    codec = offered.codec(subject.codec)
    if codec is None or not offered.holds(sink, operation):
        return False
    if subject.compressor is None:
        return not operation.compresses and operation in codec.operations
    if offered.compressor(subject.compressor) is None or operation.converts:
        return False
    return operation.compresses or operation in codec.operations


def _has_first_calls(offered: Announcement, subject: Subject, operation: Operation) -> bool:
    codec = offered.codec(subject.codec)
    return operation in _COLD and codec is not None and not codec.never_cold


def expand(
    study: Study,
    corpora: Sequence[CorpusName],
    offers: Sequence[tuple[str, Announcement]],
    replaying: Collection[str] = (),
    with_columns: Collection[str] = (),
) -> tuple[Cell, ...]:
    """All cells of `study` over `corpora` that there is an offer for, in the study's order.

    A platform may have several offers, no two of them with a codec in common. Only workloads `replaying`, whose objects
    add up to one, have the operation `replay`; only those `with_columns`, whose objects are rows of a table, have the
    sink `table`.
    """
    factors = study.factors
    return tuple(
        Cell(corpus=corpus, platform=platform, subject=subject, operation=operation, mode=study.measure.mode, sink=sink)
        for corpus, operation, sink, subject, (platform, offer) in product(
            corpora, factors.operation, factors.sink, factors.codec, offers
        )
        if has(offer, subject, operation, sink)
        and (study.measure.mode is not ModeKind.COLD or _has_first_calls(offer, subject, operation))
        and (operation is not Operation.REPLAY or corpus.workload in replaying)
        and (sink is not Sink.TABLE or corpus.workload in with_columns)
    )
