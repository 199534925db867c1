"""A run's findings as figures, so that claims are compared with it as with print."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from statistics import fmean

from wirelab.claims.selection import Levels, place
from wirelab.model.cell import Cell, CorpusName
from wirelab.model.figure import FactorName, Figure, Quantity
from wirelab.model.measurement import Batch, Phase
from wirelab.model.run import GZIP, NO_COMPRESSOR, TOGETHER, EncodedSize
from wirelab.model.subject import Subject

_SIZES = {NO_COMPRESSOR: Quantity.SIZE, GZIP: Quantity.GZIPPED, GZIP + TOGETHER: Quantity.GZIPPED_TOGETHER}


def levels_of(cell: Cell) -> Levels:
    """A cell's levels as claims name them; the sink is not among them, since a study's claims hold for its own."""
    return {**_levels(cell.corpus, cell.platform, cell.subject), FactorName.OPERATION: str(cell.operation)}


def _levels(corpus: CorpusName, platform: str, subject: Subject) -> dict[FactorName, str]:
    return {**_of_corpus(corpus), FactorName.PLATFORM: platform, FactorName.CODEC: str(subject)}


def _of_corpus(name: CorpusName) -> dict[FactorName, str]:
    return {FactorName.WORKLOAD: name.workload, FactorName.SIZE: name.size, FactorName.VARIANT: name.variant}


def time_figures(times_ns: Mapping[Cell, Mapping[int, float]]) -> Iterator[Figure]:
    """Times of one operation by replicate: rounds, or runs of one process; twins are left out."""
    for cell, own in times_ns.items():
        for replicate, ns in own.items() if not cell.twin else ():
            yield Figure(Quantity.TIME, {**levels_of(cell), FactorName.REPLICATE: str(replicate)}, ns)


def size_figures(sizes: Sequence[EncodedSize]) -> Iterator[Figure]:
    """Sizes, raw and after gzip."""
    for each in sizes:
        if each.compressor in _SIZES:
            levels = _levels(each.corpus, each.platform, each.subject)
            yield Figure(_SIZES[each.compressor], levels, float(each.size_bytes))


def wire_figures(name: CorpusName, shares: Mapping[Quantity, float]) -> Iterator[Figure]:
    """Figures about a corpus's messages; they do not depend on the codec."""
    yield from (Figure(quantity, _of_corpus(name), share) for quantity, share in shares.items())


def planned_figures(cells: Sequence[Cell], timed_sizes: Collection[str] = ()) -> tuple[Figure, ...]:
    """The figures that a design will give, before it is measured: sizes and a time for each cell, of any value.

    There are times only for data of `timed_sizes`, unless these are empty.
    """
    own = [levels_of(cell) for cell in cells if not cell.twin]
    sized = {place(each, {FactorName.OPERATION}): each for each in own}
    timed = (each for each in own if not timed_sizes or each[FactorName.SIZE] in timed_sizes)
    return (
        *(Figure(Quantity.TIME, levels, 1.0) for levels in timed),
        *(Figure(quantity, dict(at), 1.0) for at in sized for quantity in _SIZES.values()),
    )


def run_times_ns(batches: Sequence[Batch], *, warm_up: bool = False) -> dict[int, float]:
    """Time of one operation in each run of a process, from 0; without those of its warm-up unless asked for."""
    runs = [batch for batch in batches if batch.phase is Phase.MEASURED or (warm_up and batch.phase is Phase.WARM_UP)]
    return {number: batch.ns / batch.calls for number, batch in enumerate(runs)}


def mean_time_ns(batches: Sequence[Batch]) -> float:
    """The mean of a process's measured runs, as in studies that print means."""
    return fmean(run_times_ns(batches).values())
