"""From a study's factors and what platforms offer to the cells that exist."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from wirelab.model.cell import Cell, CorpusName, ModeKind, Operation, Sink
from wirelab.model.subject import Subject
from wirelab.study.definition import Study

_COLD = frozenset({Operation.SERIALIZE, Operation.DESERIALIZE})


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a runner can measure on a platform.

    Attributes:
        operations: the operations of each codec, by its name.
        compressors: names of compressors.
        never_cold: names of codecs whose first call in a process cannot be measured.
        sinks: where its bytes can go.
    """

    operations: Mapping[str, frozenset[Operation]]
    compressors: frozenset[str]
    never_cold: frozenset[str] = frozenset()
    sinks: frozenset[Sink] = frozenset({Sink.MEMORY, Sink.FILE})

    def has(self, subject: Subject, operation: Operation, sink: Sink = Sink.MEMORY) -> bool:
        """Whether `operation` of `subject` exists here.

        Conversions have nothing to compress, so they belong to the codec alone; compression needs a compressor.
        """
        if sink not in self.sinks or not sink.holds(operation):
            return False
        if subject.compressor is None:
            return not operation.compresses and operation in self.operations.get(subject.codec, ())
        if subject.compressor not in self.compressors or operation.converts:
            return False
        own = self.operations.get(subject.codec, frozenset())
        return operation in own or (bool(own) and operation.compresses)


def expand(
    study: Study,
    corpora: Sequence[CorpusName],
    offers: Sequence[tuple[str, Capabilities]],
    replaying: Collection[str] = (),
    with_columns: Collection[str] = (),
) -> tuple[Cell, ...]:
    """All cells of `study` over `corpora` that there is an offer for, in the study's order.

    Args:
        study: the factors and their levels.
        corpora: the data.
        offers: platforms, each with what one of its runners offers; no two of one platform have a codec in common.
        replaying: names of workloads whose objects add up to one; others have no `replay`.
        with_columns: names of workloads whose objects are rows of a table; others have no sink `table`.
    """
    factors = study.factors
    return tuple(
        Cell(
            corpus=corpus,
            platform=platform,
            subject=subject,
            operation=operation,
            mode=study.measure.mode,
            sink=sink,
        )
        for corpus, operation, sink, subject, (platform, offer) in product(
            corpora, factors.operation, factors.sink, factors.codec, offers
        )
        if offer.has(subject, operation, sink)
        and (study.measure.mode is not ModeKind.COLD or (operation in _COLD and subject.codec not in offer.never_cold))
        and (operation is not Operation.REPLAY or corpus.workload in replaying)
        and (sink is not Sink.TABLE or corpus.workload in with_columns)
    )
