"""Which cells exist where."""

from collections.abc import Collection, Mapping, Sequence

import pytest

from wirelab.design.cells import expand, has
from wirelab.model.cell import CorpusName, ModeKind, Operation, Sink
from wirelab.model.subject import parse_subject
from wirelab.protocol.codecs import Announcement, CodecInfo, CompressorInfo, Contract
from wirelab.study.definition import Factors, Measure, Study

BASIC = frozenset({Operation.SERIALIZE, Operation.DESERIALIZE})
CONVERTING = BASIC | {Operation.BUILD, Operation.WRITE, Operation.PARSE, Operation.UNBUILD}
CONTRACT = Contract(input="object", output="bytes", conversion=False, evolution="none")


def offering(
    operations: Mapping[str, Collection[Operation]],
    *compressors: str,
    never_cold: Collection[str] = (),
    sinks: Sequence[Sink] = (Sink.MEMORY, Sink.FILE),
) -> Announcement:
    """The announcement of a runner that has codecs with these operations."""
    about = {"format": "f", "library": "l", "version": "1", "contract": CONTRACT}
    levels = {"library": "l", "version": "1", "min_level": 1, "max_level": 9, "default_level": 6}
    return Announcement(
        runner="r",
        runtime="none",
        timer_resolution_ns=1,
        codecs=[
            CodecInfo(name=name, operations=sorted(own), never_cold="it is" if name in never_cold else "", **about)
            for name, own in operations.items()
        ],
        compressors=[CompressorInfo(name=name, **levels) for name in compressors],
        sinks=list(sinks),
    )


CODECS = {"plain": BASIC, "converts": CONVERTING, "replays": BASIC | {Operation.REPLAY}}
OFFER = offering(CODECS, "zip")


@pytest.mark.parametrize(
    ("subject", "operation", "exists"),
    [
        ("plain", Operation.SERIALIZE, True),
        ("plain", Operation.BUILD, False),
        ("converts", Operation.BUILD, True),
        ("converts+zip", Operation.SERIALIZE, True),
        ("converts+zip", Operation.BUILD, False),
        ("plain+zip", Operation.COMPRESS, True),
        ("plain", Operation.COMPRESS, False),
        ("plain+other", Operation.SERIALIZE, False),
        ("unknown", Operation.SERIALIZE, False),
        ("unknown+zip", Operation.COMPRESS, False),
        ("plain", Operation.REPLAY, False),
        ("plain+zip", Operation.REPLAY, False),
        ("replays", Operation.REPLAY, True),
        ("replays+zip", Operation.REPLAY, True),
    ],
)
def test_what_a_platform_has(subject: str, operation: Operation, exists: bool) -> None:
    assert has(OFFER, parse_subject(subject), operation) is exists


def test_files_are_for_whole_operations() -> None:
    assert has(OFFER, parse_subject("converts"), Operation.SERIALIZE, Sink.FILE)
    assert not has(OFFER, parse_subject("converts"), Operation.BUILD, Sink.FILE)
    assert not has(OFFER, parse_subject("replays"), Operation.REPLAY, Sink.FILE)


def test_parts_have_files_where_a_runner_says_so() -> None:
    in_parts = OFFER.model_copy(update={"parts_in_files": True})
    for operation, is_there in ((Operation.WRITE, True), (Operation.PARSE, True), (Operation.BUILD, False)):
        assert not has(OFFER, parse_subject("converts"), operation, Sink.FILE)
        assert has(in_parts, parse_subject("converts"), operation, Sink.FILE) is is_there


def test_tables_are_for_runners_that_have_them_and_data_with_columns() -> None:
    codecs, both = ("plain", "converts"), (Operation.SERIALIZE, Operation.BUILD)
    factors = Factors(workload=("w", "events"), codec=codecs, operation=both, sink=(Sink.TABLE,))
    study = Study(name="s", question="?", factors=factors)
    corpora = [CorpusName("w", "1", "a"), CorpusName("events", "1", "a")]
    offers = [("here", offering(CODECS, "zip", sinks=tuple(Sink))), ("there", OFFER)]
    cells = expand(study, corpora, offers, (), ["events"])
    assert [cell.key for cell in cells] == [
        "events/1/a/here/plain/serialize/steady/table",
        "events/1/a/here/converts/serialize/steady/table",
    ]
    assert has(OFFER, parse_subject("replays"), Operation.REPLAY)
    assert has(offers[0][1], parse_subject("replays"), Operation.REPLAY, Sink.TABLE)


def test_only_workloads_whose_objects_add_up_are_replayed() -> None:
    factors = Factors(workload=("w", "events"), codec=("plain", "replays"), operation=(Operation.REPLAY,))
    corpora = [CorpusName("w", "1", "a"), CorpusName("events", "1", "a")]
    study = Study(name="s", question="?", factors=factors)
    cells = expand(study, corpora, [("here", OFFER)], ["events"])
    assert [cell.key for cell in cells] == ["events/1/a/here/replays/replay/steady/memory"]
    assert expand(study, corpora, [("here", OFFER)]) == ()


def test_what_is_never_cold_has_no_cells_of_first_calls() -> None:
    offer = offering({"loaded": BASIC, "plain": BASIC}, never_cold=["loaded"])
    factors = Factors(workload=("w",), codec=("loaded", "plain"), operation=(Operation.SERIALIZE,))
    for mode, codecs in ((ModeKind.COLD, ["plain"]), (ModeKind.STEADY, ["loaded", "plain"])):
        study = Study(name="s", question="?", factors=factors, measure=Measure(mode=mode))
        cells = expand(study, [CorpusName("w", "1", "a")], [("here", offer)])
        assert [cell.subject.codec for cell in cells] == codecs


def test_cells_are_the_product_where_it_exists() -> None:
    study = Study(
        name="s",
        question="?",
        factors=Factors(
            workload=("w",), codec=("plain", "converts+zip"), operation=(Operation.SERIALIZE, Operation.BUILD)
        ),
    )
    corpora = [CorpusName("w", "1", "a"), CorpusName("w", "2", "a")]
    cells = expand(study, corpora, [("here", OFFER), ("there", offering({"plain": BASIC}))])
    assert [cell.key for cell in cells] == [
        "w/1/a/here/plain/serialize/steady/memory",
        "w/1/a/there/plain/serialize/steady/memory",
        "w/1/a/here/converts+zip/serialize/steady/memory",
        "w/2/a/here/plain/serialize/steady/memory",
        "w/2/a/there/plain/serialize/steady/memory",
        "w/2/a/here/converts+zip/serialize/steady/memory",
    ]
