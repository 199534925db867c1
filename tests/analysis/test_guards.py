"""Guards against measuring nothing, on cells whose truth is planted."""

from dataclasses import replace

import pytest

from wirelab.analysis.audit.guards import GROWN, MARGIN, flagged, unlike_outputs
from wirelab.model.cell import Cell, CorpusName, ModeKind, Operation
from wirelab.model.findings.diagnostics import Flag, Guard
from wirelab.model.findings.finding import CellFinding
from wirelab.model.run import ROUND_TRIP, Check, outputs_kind
from wirelab.model.subject import Subject
from wirelab.model.units import ByteCount

COPY = 50.0  # bytes per nanosecond
SIZES = {"1": 1_000, "10": 10_000, "100": 100_000, "1000": 1_000_000}
BYTES = {CorpusName("some", size, "random"): count for size, count in SIZES.items()}
LIMIT = MARGIN * COPY


def cell(size: str, operation: Operation = Operation.SERIALIZE, **more: object) -> Cell:
    return replace(Cell(CorpusName("some", size, "random"), "jvm", Subject("codec"), operation), **more)  # type: ignore[arg-type]


def timed(which: Cell, *times_ns: float, encoded: int | None = None) -> CellFinding:
    size = SIZES[which.corpus.size] if encoded is None else encoded
    return CellFinding(which, None, times_ns, None, ByteCount(size), None, None, 0)


def flags(*cells: CellFinding, lazy: tuple[Cell, ...] = (), copy: float | None = COPY) -> list[Flag]:
    return list(flagged(cells, copy_bytes_per_ns=copy, corpus_bytes=BYTES, lazy=lazy))


@pytest.mark.parametrize(
    ("operation", "guard", "least_ns"),
    [
        (Operation.SERIALIZE, Guard.COPY, 10_000),
        (Operation.WRITE, Guard.COPY, 10_000),
        (Operation.COMPRESS, Guard.COPY, 10_000),
        (Operation.DESERIALIZE, Guard.READ, 5_000),
        (Operation.PARSE, Guard.READ, 5_000),
        (Operation.REPLAY, Guard.READ, 5_000),
        (Operation.BUILD, None, 0),
        (Operation.UNBUILD, None, 0),
    ],
)
def test_nothing_is_faster_than_moving_its_bytes(operation: Operation, guard: Guard | None, least_ns: float) -> None:
    own = cell("1000", operation)
    assert flags(timed(own, least_ns * 0.8, least_ns + 1)) == [], "every process has to be too fast"
    found = flags(timed(own, 20.0, 25.0))
    assert found == ([Flag(own, guard, 25.0, least_ns, 1_000_000)] if guard else [])


def test_who_is_lazy_need_not_read_but_has_to_write() -> None:
    small, large = (cell(size, Operation.DESERIALIZE) for size in ("1", "1000"))
    lazy = (small, large, cell("1000"))
    assert flags(timed(small, 20.0), timed(large, 20.0), lazy=lazy) == []
    assert [each.guard for each in flags(timed(cell("1000"), 20.0), lazy=lazy)] == [Guard.COPY]


def test_time_has_to_grow_by_what_the_added_bytes_cost() -> None:
    small, large = cell("1"), cell("1000")
    least = 999_000 / LIMIT
    honest = [timed(small, 50_000.0, 52_000.0), timed(large, 50_000 + least + 1, 60_000.0)]
    assert flags(*honest) == [], "however large its fixed cost"
    found = flags(timed(small, 50_000.0, 52_000.0), timed(large, 50_000.0, 50_000 + least - 1))
    assert found == [Flag(large, Guard.GROWTH, least - 1, least, 999_000, small)]


def test_work_without_bytes_must_not_get_shorter() -> None:
    small, large = (cell(size, Operation.BUILD) for size in ("1", "1000"))
    assert flags(timed(small, 100.0), timed(large, 100.0)) == []
    assert [each.guard for each in flags(timed(small, 100.0), timed(large, 99.0))] == [Guard.GROWTH]


def test_only_the_same_subject_with_much_less_data_is_a_witness() -> None:
    large = timed(cell("1000"), 30_000.0)
    others = [
        timed(cell("1", Operation.WRITE), 40_000.0),
        timed(cell("1", platform="python"), 40_000.0),
        timed(cell("1", twin=True), 40_000.0),
        timed(cell("1", corpus=CorpusName("some", "1", "same")), 40_000.0),
        timed(cell("1", mode=ModeKind.COLD), 40_000.0),
    ]
    assert flags(large, *others) == []
    nearer = replace(large, cell=cell("100"))
    assert GROWN == 10
    assert [each.smaller for each in flags(nearer, timed(cell("10"), 40_000.0))] == [cell("10")]
    cold = [timed(cell(size, mode=ModeKind.COLD), 40_000.0) for size in SIZES]
    assert flags(*cold) == []


def test_where_nothing_is_known_nothing_is_said() -> None:
    own = cell("1000")
    assert flags(timed(own, 1.0), copy=None) == []
    assert flags(timed(own)) == []
    assert flags(replace(timed(own, 1.0), encoded_bytes=None)) == []


def test_a_failed_check_of_outputs_flags_all_cells_that_it_is_of() -> None:
    own, twin, reader = cell("1"), cell("1", twin=True), cell("1", Operation.DESERIALIZE)
    subject = (own.corpus, own.platform, own.subject)
    failed = Check(*subject, kind=outputs_kind(Operation.SERIALIZE), passed=False, detail="they differ")
    passed = Check(*subject, kind=outputs_kind(Operation.DESERIALIZE), passed=True, detail="00")
    other = Check(*subject, kind=ROUND_TRIP, passed=False, detail="lost")
    found = unlike_outputs([own, twin, reader], [failed, passed, other])
    assert found == tuple(Flag(each, Guard.OUTPUTS, detail="they differ") for each in (own, twin))
