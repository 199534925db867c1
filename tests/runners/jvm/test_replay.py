"""The operation `replay` on the JVM: events to the site that they add up to."""

from pathlib import Path
from typing import Any

import pytest

from tests.runners.places import WORKLOADS, Bench, Place, Talk
from tests.site_events import UNDONE, UNFIT, ending, ending_unfit
from wirelab.model.cell import Sink
from wirelab.protocol.messages import (
    Answer,
    BatchTimed,
    Cold,
    Done,
    Encode,
    Encoded,
    Fault,
    Fixed,
    Loaded,
    Measure,
    Mode,
    SinkSpec,
    SubjectSpec,
    Verified,
    Verify,
)
from wirelab.schema.messages import message_class, read_delimited, serialize, write_corpus
from wirelab.workload.generator import generate_messages

SITE, EVENTS, SCHOOL = (WORKLOADS[name] for name in ("site", "site-events", "school"))
SCALA = Place("jvm-scala", "jvm")
CODECS = tuple(SCALA.found.manifest.codecs)
FIXED = Fixed(warm_up_runs=0, runs=2)

pytestmark = [pytest.mark.builds, pytest.mark.timeout(900)]


@pytest.fixture
def talk(bench: Bench) -> Talk:
    """A living process with the types of the events."""
    return bench.talk(SCALA, EVENTS)


def verify(talk: Talk, subject: SubjectSpec, folder: Path) -> Answer:
    decoded, replayed = str(folder / "decoded"), str(folder / "replayed")
    return talk.ask(Verify(subject=subject, decoded=decoded, replayed=replayed))


def replay(talk: Talk, codec: str, mode: Mode, encoded: str | None = None, table: Path | None = None) -> Answer:
    subject, sink = SubjectSpec(codec=codec), SinkSpec(kind=Sink.MEMORY)
    if table is not None:
        table.mkdir()
        sink = SinkSpec(kind=Sink.TABLE, folder=str(table))
    asked = {"subject": subject, "operation": "replay", "mode": mode, "sink": sink, "encoded": encoded}
    return talk.ask(Measure.model_validate(asked))


@pytest.mark.parametrize("size", EVENTS.sizes.values)
def test_events_add_up_to_the_very_site_with_every_codec(bench: Bench, talk: Talk, tmp_path: Path, size: str) -> None:
    assert talk.load(bench.corpus(EVENTS, size, "random")) == ""
    for codec in CODECS:
        for compressor in (None, "gzip"):
            verified = verify(talk, SubjectSpec(codec=codec, compressor=compressor), tmp_path)
            assert isinstance(verified, Verified), (codec, verified)
            assert verified.replayed
            assert bench.holds(tmp_path / "replayed", bench.corpus(SITE, size, "random"))


def test_what_is_undone_leaves_the_time_alone(bench: Bench, talk: Talk, tmp_path: Path) -> None:
    corpus = tmp_path / "undone.corpus"
    with corpus.open("wb") as file:
        write_corpus(file, ending(UNDONE))
    assert isinstance(talk.load_file(EVENTS.name, corpus), Loaded)
    assert isinstance(verify(talk, SubjectSpec(codec="boopickle"), tmp_path), Verified)
    (replayed,) = read_delimited((tmp_path / "replayed").read_bytes())
    types = bench.compiled(SITE)
    site = message_class(types.descriptor_set, types.root).FromString(replayed)
    (before,) = generate_messages(SITE, "2k", "random", SITE.source.seed)
    assert site.date_updated == ending(UNDONE)[-1].timestamp
    site.date_updated = before.date_updated
    assert serialize(site) == serialize(before)


def test_it_is_measured_warm_and_cold(bench: Bench, talk: Talk, tmp_path: Path) -> None:
    corpus = bench.corpus(EVENTS, "1k", "random")
    assert talk.load(corpus) == ""
    for codec in CODECS:
        answers = [replay(talk, codec, FIXED), talk.answer(), talk.answer()]
        assert [type(answer) for answer in answers] == [BatchTimed, BatchTimed, Done], answers
        file = str(tmp_path / codec)
        assert isinstance(talk.ask(Encode(subject=SubjectSpec(codec=codec), file=file)), Encoded)
        fresh = Talk(bench.program(SCALA, EVENTS), SCALA.answer_s)
        try:
            assert fresh.load(corpus) == ""
            first = replay(fresh, codec, Cold(), encoded=file)
            assert isinstance(first, BatchTimed), first
            assert first.calls == 1
            assert isinstance(fresh.answer(), Done)
        finally:
            fresh.end()


def test_it_is_measured_from_a_table(bench: Bench, talk: Talk, tmp_path: Path) -> None:
    assert talk.load(bench.corpus(EVENTS, "1k", "random")) == ""
    for codec in CODECS:
        answers = [replay(talk, codec, FIXED, table=tmp_path / codec), talk.answer(), talk.answer()]
        assert [type(answer) for answer in answers] == [BatchTimed, BatchTimed, Done], answers


@pytest.mark.parametrize(("kind", "fields", "says"), UNFIT)
def test_an_event_that_does_not_fit_is_told(
    bench: Bench, tmp_path: Path, kind: str, fields: dict[str, Any], says: str
) -> None:
    talk, corpus, unfit = bench.talk(SCALA, EVENTS), tmp_path / "unfit.corpus", ending_unfit(kind, fields)
    with corpus.open("wb") as file:
        write_corpus(file, unfit)
    assert talk.load_file(EVENTS.name, corpus) == Loaded(objects=len(unfit))
    fault = verify(talk, SubjectSpec(codec="boopickle"), tmp_path)
    assert isinstance(fault, Fault), fault
    assert (fault.fault, f"object {len(unfit) - 1} cannot be replayed" in fault.message) == ("workload", True)
    assert says in fault.message
    for table in (None, tmp_path / "table"):
        measured = replay(talk, "boopickle", FIXED, table=table)
        assert isinstance(measured, Fault), measured
        assert says in measured.message


def test_a_workload_without_columns_has_no_table(bench: Bench, tmp_path: Path) -> None:
    talk = bench.talk(SCALA, SCHOOL)
    assert talk.load(bench.corpus(SCHOOL, "110", "random")) == ""
    sink = SinkSpec(kind=Sink.TABLE, folder=str(tmp_path))
    asked = {"subject": SubjectSpec(codec="boopickle"), "operation": "serialize", "mode": FIXED, "sink": sink}
    fault = talk.ask(Measure.model_validate(asked))
    assert isinstance(fault, Fault), fault
    assert (fault.fault, fault.message) == ("request", "workload 'school' has no columns for a table")


def test_a_workload_without_one_is_the_requests_fault(bench: Bench, tmp_path: Path) -> None:
    talk = bench.talk(SCALA, SCHOOL)
    assert talk.load(bench.corpus(SCHOOL, "110", "random")) == ""
    fault = replay(talk, "boopickle", FIXED)
    assert isinstance(fault, Fault), fault
    assert (fault.fault, "'school' has no 'replay'" in fault.message) == ("request", True)
    verified = verify(talk, SubjectSpec(codec="boopickle"), tmp_path)
    assert isinstance(verified, Verified), verified
    assert not verified.replayed
