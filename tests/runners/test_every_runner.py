"""What every runner must do, on every platform of this machine, with every codec that it announces.

Nothing here names a runner or a codec, but for sizes that were published: what is tried is what is announced, and what
is known to fail is data (`expected-failures.toml` of each runner).
"""

import contextlib
import random
import sqlite3
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.runners.places import ON_REQUEST, PLACES, REAL, WORKLOADS, Bench, LostProcessError, Place, Talk
from wirelab.execution.carrying import subjects_of, written
from wirelab.execution.conformance import Specimen, check_runner, load_suite
from wirelab.execution.expected import (
    BROKEN_BYTES,
    CARRIED,
    Case,
    ExpectedFailure,
    load_expected_failures,
    mistakes,
    stale,
)
from wirelab.execution.short_conversations import undeclared
from wirelab.model.cell import Sink
from wirelab.model.subject import parse_subject
from wirelab.protocol.messages import (
    BatchTimed,
    Decode,
    Decoded,
    Done,
    Encode,
    Encoded,
    Fault,
    Fixed,
    Measure,
    SinkSpec,
    SubjectSpec,
    Verified,
    Verify,
)
from wirelab.schema.messages import message_class, read_delimited, write_delimited
from wirelab.workload.corpus import Corpus
from wirelab.workload.definition import Workload

SUITE = load_suite(ROOT / "protocol" / "v1")
CHECKS = {"announcement", CARRIED, BROKEN_BYTES, *(each.check for each in SUITE.transcripts)}
TORTURE, SCHOOL, EVENTS = (WORKLOADS[name] for name in ("torture", "school", "site-events"))

pytestmark = pytest.mark.timeout(900)
every_place = pytest.mark.parametrize("place", [place.param() for place in PLACES])


# --- the protocol -----------------------------------------------------------------------------------------------------


@every_place
def test_it_has_the_golden_conversations(bench: Bench, place: Place) -> None:
    workload = WORKLOADS[SUITE.workload]
    corpus = bench.corpus(workload, SUITE.size, SUITE.variant)
    specimen = Specimen(workload.name, corpus.path, corpus.digest, corpus.objects, bench.compiled(workload))
    suite = replace(SUITE, answer_s=1.5) if place.found.manifest.hidden else SUITE
    programs = bench.programs(place, workload)
    report = check_runner(place.found, programs.bare, programs.typed[workload.name], specimen, suite)
    assert len(report.checks) > len(SUITE.transcripts)
    assert [each for each in report.checks if not each.ok] == []


@pytest.mark.parametrize("place", [place.param() for place in ON_REQUEST])
def test_it_announces_what_its_manifest_says_on_request(bench: Bench, place: Place) -> None:
    """Platforms on request differ by what runs the program: that it runs at all is tried."""
    ready = bench.ready(place)
    assert undeclared(place.found.manifest, ready) == ()
    answer = carried(bench, place, SubjectSpec(codec=ready.codecs[0].name), bench.smallest(SCHOOL))
    assert answer == ""


# --- data -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "workload"),
    [
        pytest.param(place, workload, id=f"{place}-{name}", marks=place.marks)
        for place in PLACES
        for name, workload in WORKLOADS.items()
        if workload is SCHOOL or not place.found.manifest.hidden  # scripted subjects do not look into data
    ],
)
def test_every_codec_with_every_value_of_every_parameter_carries(
    bench: Bench, place: Place, workload: Workload
) -> None:
    subjects = list(all_subjects(bench, place))
    outcomes = {}
    for variant in workload.variants.values:
        corpus = bench.corpus(workload, workload.sizes.values[0], variant)
        for subject in subjects:
            case = Case(CARRIED, subject.codec, workload.name, variant, parameters=written(subject))
            what = carried(bench, place, subject, corpus)
            outcomes[case] = outcomes.get(case) or what
    expected = expected_of(place, CARRIED, workload)
    assert mistakes(expected, outcomes) == []
    # What a codec that is not there cannot carry is not told today.
    untried = [
        Case(CARRIED, codec.name, workload.name, variant)
        for codec in bench.ready(place).unavailable
        for variant in workload.variants.values
    ]
    assert list(stale(expected, [*outcomes, *untried])) == []


@pytest.mark.parametrize("place", [place.param() for place in REAL])
def test_sizes_are_as_published(bench: Bench, place: Place) -> None:
    """XML is three times the size of protobuf, indented four to five; compact Thrift is as small as protobuf."""
    corpus = bench.corpus(SCHOOL, "1100", "random")
    for text, (least, most) in SIZES_IN_BYTES.items():
        subject = parse_subject(text)
        if subject.codec not in place.found.manifest.codecs:
            continue
        talk = bench.talk(place, SCHOOL)
        assert talk.load(corpus) == ""
        asked = SubjectSpec(codec=subject.codec, parameters=dict(subject.parameters))
        verified = talk.ask(Verify(subject=asked, decoded=str(bench.scratch)))
        assert isinstance(verified, Verified), (text, verified)
        assert least < verified.encoded_bytes < most, text


SIZES_IN_BYTES = {
    "protobuf-java": (82_000, 83_000),
    "protobuf-python": (82_000, 83_000),
    "scalapb": (82_000, 83_000),
    "jaxb-moxy": (246_000, 247_000),
    "jaxb-ri": (246_000, 247_000),
    "jaxb-moxy:formatted=true": (334_000, 335_500),
    "jaxb-ri:formatted=true": (360_000, 362_000),
    "thrift-java-binary": (117_000, 121_000),
    "thrift-java-compact": (81_000, 83_500),
    "scrooge-binary": (117_000, 121_000),
    "scrooge-compact": (81_000, 83_500),
    "avro": (72_000, 76_000),
    "flatbuffers": (139_000, 145_000),
    "scala-pickling-json": (333_000, 344_000),
    "scala-pickling-binary": (122_000, 126_000),
}


# --- bytes that are not valid -----------------------------------------------------------------------------------------


@every_place
def test_broken_bytes_are_refused_or_read_and_the_process_lives_on(bench: Bench, place: Place, tmp_path: Path) -> None:
    outcomes = {}
    for codec in bench.ready(place).codecs:
        try:
            outcomes[Case(BROKEN_BYTES, codec.name)] = fed(bench, place, SubjectSpec(codec=codec.name), tmp_path)
        except LostProcessError as error:
            outcomes[Case(BROKEN_BYTES, codec.name)] = str(error)
    expected = expected_of(place, BROKEN_BYTES)
    assert mistakes(expected, outcomes) == []
    assert list(stale(expected, outcomes)) == []


def fed(bench: Bench, place: Place, subject: SubjectSpec, folder: Path) -> str:
    """What is wrong with how a codec takes broken bytes, or nothing."""
    corpus, file = bench.smallest(TORTURE), folder / subject.codec
    before = carried(bench, place, subject, corpus)
    talk = bench.talk(place, TORTURE)
    encoded = talk.ask(Encode(subject=subject, file=str(file)))
    assert isinstance(encoded, Encoded), encoded
    payload = max(read_delimited(file.read_bytes()), key=len)
    for broken in broken_bytes(payload):
        with file.open("wb") as stream:
            write_delimited(stream, broken)
        request = Decode(workload=TORTURE.name, subject=subject, file=str(file), corpus=str(folder / "read"))
        answer = talk.ask(request)
        # A length that the bytes state may ask for more memory than there is.
        refused = isinstance(answer, Fault) and (answer.fault == "codec" or "memory" in answer.message.lower())
        if not refused and not isinstance(answer, Decoded):
            return f"{broken[:50]!r}: {answer}"
    assert bench.talk(place, TORTURE) is talk, "the process is another"
    after = carried(bench, place, subject, corpus)
    return "" if after == before else f"after broken bytes: {after}"


def broken_bytes(payload: bytes) -> Iterator[bytes]:
    """Nothing, noise, and what was encoded: cut off, or with one bit flipped."""
    chance = random.Random(20231121)
    yield from (b"", b"\0" * 64, b"\xff" * 64, *(chance.randbytes(64) for _ in range(5)))
    for _ in range(20):
        place = chance.randrange(len(payload))
        yield payload[:place]
        yield payload[:place] + bytes([payload[place] ^ (1 << chance.randrange(8))]) + payload[place + 1 :]


# --- what is measured -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [place.param() for place in REAL])
def test_what_is_measured_is_what_encode_writes(bench: Bench, place: Place, tmp_path: Path) -> None:
    corpus, file = bench.smallest(SCHOOL), tmp_path / "encoded"
    for codec in bench.ready(place).codecs:
        subject, talk = SubjectSpec(codec=codec.name), bench.talk(place, SCHOOL)
        assert talk.load(corpus) == ""
        encoded = talk.ask(Encode(subject=subject, file=str(file)))
        assert isinstance(encoded, Encoded), encoded
        written = zlib.crc32(b"".join(read_delimited(file.read_bytes())))
        assert checksums(talk, subject, "serialize") == [written], codec.name
        assert checksums(talk, subject, "deserialize") is None, codec.name


@pytest.mark.parametrize("place", [place.param() for place in REAL])
def test_the_file_of_a_call_holds_its_objects_one_after_the_other(bench: Bench, place: Place, tmp_path: Path) -> None:
    corpus, objects, folder = bench.smallest(EVENTS), tmp_path / "objects", tmp_path / "sink"
    assert corpus.objects > 1
    subject, talk = SubjectSpec(codec=bench.ready(place).codecs[0].name), bench.talk(place, EVENTS)
    assert talk.load(corpus) == ""
    assert isinstance(talk.ask(Encode(subject=subject, file=str(objects))), Encoded)
    folder.mkdir()
    measured(talk, subject, "serialize", SinkSpec(kind="file", folder=str(folder)))
    (file,) = folder.iterdir()
    assert file.read_bytes() == b"".join(list(read_delimited(objects.read_bytes()))[1::2])  # columns stand before each
    measured(talk, subject, "deserialize", SinkSpec(kind="file", folder=str(folder)))


@pytest.mark.parametrize("place", [place.param() for place in REAL])
def test_a_table_has_a_row_for_each_object(bench: Bench, place: Place, tmp_path: Path) -> None:
    corpus, objects, folder = bench.smallest(EVENTS), tmp_path / "objects", tmp_path / "sink"
    ready, talk = bench.ready(place), bench.talk(place, EVENTS)
    subject, sink = SubjectSpec(codec=ready.codecs[0].name), SinkSpec(kind=Sink.TABLE, folder=str(folder))
    assert talk.load(corpus) == ""
    folder.mkdir()
    if Sink.TABLE not in ready.sinks:
        asked = {"subject": subject, "operation": "serialize", "mode": Fixed(warm_up_runs=0, runs=2), "sink": sink}
        refused = talk.ask(Measure.model_validate(asked))
        assert isinstance(refused, Fault), refused
        assert refused.fault == "request"
        return
    types = bench.compiled(EVENTS)
    roots = map(message_class(types.descriptor_set, types.root).FromString, read_delimited(corpus.path.read_bytes()))
    assert isinstance(talk.ask(Encode(subject=subject, file=str(objects))), Encoded)
    payloads = list(read_delimited(objects.read_bytes()))[1::2]  # columns stand before each
    expected = [
        (root.id, root.timestamp, number_of(root.event), payload) for root, payload in zip(roots, payloads, strict=True)
    ]
    for operation in ("serialize", "deserialize"):  # what is read is written before
        measured(talk, subject, operation, sink)
        file, *_ = sorted(folder.iterdir())
        with contextlib.closing(sqlite3.connect(file)) as database:
            select = "SELECT id, timestamp, event_type, event_digest FROM site_events ORDER BY rowid"
            assert list(database.execute(select)) == expected
        for each in folder.iterdir():
            each.unlink()  # a process makes its own


def number_of(event: Any) -> int:
    """Of the member that is set."""
    return int(event.DESCRIPTOR.fields_by_name[event.WhichOneof("event")].number)


def checksums(talk: Talk, subject: SubjectSpec, operation: str) -> list[int] | None:
    """What `done` tells of the bytes that a call gives."""
    return measured(talk, subject, operation, SinkSpec(kind="memory")).checksums


def measured(talk: Talk, subject: SubjectSpec, operation: str, sink: SinkSpec) -> Done:
    """What is told behind the batches of one call."""
    mode = Fixed(warm_up_runs=0, runs=2)
    answer = talk.ask(Measure.model_validate({"subject": subject, "operation": operation, "mode": mode, "sink": sink}))
    while isinstance(answer, BatchTimed):
        answer = talk.answer()
    assert isinstance(answer, Done), answer
    return answer


# --- a full disk ------------------------------------------------------------------------------------------------------


@every_place
def test_a_full_disk_is_the_hosts_fault(bench: Bench, place: Place, tmp_path: Path) -> None:
    full = Path("/dev/full")  # whatever is written to it, there is no space
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    corpus, file = bench.smallest(SCHOOL), tmp_path / "encoded"
    subject = SubjectSpec(codec=bench.ready(place).codecs[0].name)
    talk = bench.talk(place, SCHOOL)
    assert talk.load(corpus) == ""
    assert isinstance(talk.ask(Encode(subject=subject, file=str(file))), Encoded)
    sink = tmp_path / "sink"
    sink.mkdir()
    for name in ("serialized", "encoded"):  # where runners put what they serialize
        (sink / name).symlink_to(full)
    to_sink = SinkSpec(kind="file", folder=str(sink))
    for request in (
        Verify(subject=subject, decoded=str(full)),
        Encode(subject=subject, file=str(full)),
        Decode(workload=SCHOOL.name, subject=subject, file=str(file), corpus=str(full)),
        Measure(subject=subject, operation="serialize", mode=Fixed(warm_up_runs=0, runs=1), sink=to_sink),
    ):
        answer = talk.ask(request)
        assert isinstance(answer, Fault), answer
        assert answer.fault == "host", answer
        assert "no space left on device" in answer.message.lower()
    assert talk.load(corpus) == "", "it is usable after it"


# --- what is known to fail --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_what_is_known_to_fail_names_checks_and_data_that_are_there(place: Place) -> None:
    """Whether it is there codec by codec, and fails, the checks themselves tell."""
    cases = [
        Case(check, codec, workload.name, variant, "any=thing")
        for check in CHECKS
        for codec in place.found.manifest.codecs
        for workload in WORKLOADS.values()
        for variant in workload.variants.values
    ]
    expected = (each.model_copy(update={"parameters": ("*",)}) for each in load_expected_failures(place.found.folder))
    assert list(stale(expected, cases)) == []


def expected_of(place: Place, check: str, workload: Workload | None = None) -> list[ExpectedFailure]:
    """What the runner's file says about a check, and a workload."""
    names = [workload.name] if workload else [""]
    return [
        part
        for each in load_expected_failures(place.found.folder)
        for about in each.about("check", [check])
        for part in about.about("workload", names)
    ]


# --- one case ---------------------------------------------------------------------------------------------------------


def all_subjects(bench: Bench, place: Place) -> Iterator[SubjectSpec]:
    """Every codec with all its settings; compressors behind the first."""
    ready = bench.ready(place)
    for codec in ready.codecs:
        yield from subjects_of(codec)
    for compressor in ready.compressors:
        yield SubjectSpec(codec=ready.codecs[0].name, compressor=compressor.name)


def carried(bench: Bench, place: Place, subject: SubjectSpec, corpus: Corpus) -> str:
    """What is wrong with a subject's round trip, or nothing."""
    decoded = bench.scratch
    try:
        talk = bench.talk(place, WORKLOADS[corpus.name.workload])
        if wrong := talk.load(corpus):
            return wrong
        answer = talk.ask(Verify(subject=subject, decoded=str(decoded)))
    except LostProcessError as error:
        return str(error)
    assert not isinstance(answer, Fault) or answer.fault == "codec", (subject, answer)
    if not isinstance(answer, Verified):
        return str(answer)
    assert (answer.compressed_bytes is None) == (subject.compressor is None)
    return "" if bench.holds(decoded, corpus) else "it decodes other objects"
