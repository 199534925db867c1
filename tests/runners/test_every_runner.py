"""The duties of every runner, on every platform of this machine, with every codec that it announces.

Nothing here names a runner or a codec, but for sizes that were published: all announced codecs are tried, and
known failures are data (`expected-failures.toml` of each runner).
"""

import fcntl
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.runners.broken import fed
from tests.runners.carry import carried, written
from tests.runners.expected import mistakes
from tests.runners.places import GROUPS, ON_REQUEST, PLACES, REAL, WORKLOADS, Bench, Place
from tests.runners.talk import LostProcessError
from tests.runners.together import NAME
from wirelab.app.check.runner import COPIES, SIZE, WORKLOAD
from wirelab.execution.check.checked import specimen_of
from wirelab.execution.check.checks import CHECKS
from wirelab.execution.check.conformance import ANNOUNCEMENT, Suite, check_runner
from wirelab.execution.check.expected import (
    BROKEN_BYTES,
    CARRIED,
    Case,
    ExpectedFailure,
    load_expected_failures,
    stale,
)
from wirelab.execution.check.tried import settings, subjects_of
from wirelab.execution.data import open_request
from wirelab.model.cell import Operation
from wirelab.model.subject import Subject, parse_subject
from wirelab.protocol.messages import Decode, Encode, Encoded, Fault, Time, Timed
from wirelab.schema.objects import frames_of, write_frames
from wirelab.workload.definition import Workload

TORTURE, SCHOOL = WORKLOADS["torture"], WORKLOADS["school"]
FEW = 20  # objects that a protocol is seen with: five of each type

pytestmark = pytest.mark.timeout(2700)
every_place = pytest.mark.parametrize("place", [place.param() for place in PLACES])
every_place_exhaustively = pytest.mark.parametrize("place", [place.param(exhaustive=True) for place in PLACES])


# --- the protocol -----------------------------------------------------------------------------------------------------


@pytest.mark.long
@every_place_exhaustively
def test_it_keeps_to_the_protocol(bench: Bench, place: Place, tmp_path: Path) -> None:
    workload = WORKLOADS[WORKLOAD]
    files = [tmp_path / f"few-{at}" for at in range(COPIES)]
    for file, copy in zip(files, bench.copies(workload, SIZE, COPIES), strict=True):
        file.write_bytes(write_frames(frames_of(copy.objects.read_bytes())[:FEW]))
    specimen = specimen_of(files, bench.compiled(workload), tmp_path)
    programs = bench.programs(place, workload)
    checks = [each.name for each in CHECKS]
    # Codecs are the same on all platforms of a runner: on further ones some are seen.
    codecs = () if place.is_first else [each.name for each in bench.ready(place).codecs[:2]]
    suite = Suite(specimen, checks, codecs, answer_s=min(place.answer_s, 60))
    program = bench.program(place, workload)
    report = check_runner(place.found, programs.announcing or programs.bare, program, suite)
    assert len(report.checks) > len(checks)
    assert [each for each in report.checks if not each.ok] == []


@pytest.mark.parametrize("place", [place.param(exhaustive=True) for place in ON_REQUEST])
def test_it_runs_on_request(bench: Bench, place: Place) -> None:
    """Platforms on request differ by the runtime of the program: each codec is tried on types that all know."""
    bench.require(place)
    usual = next(each for each in PLACES if each.runner == place.runner)
    one_of_them = next(each for each in ON_REQUEST if each.platform == place.platform)
    if place != one_of_them and not bench.state(usual).missing and bench.as_it_runs(place) == bench.as_it_runs(usual):
        pytest.skip(f"here it runs as on {usual.platform}, and {one_of_them} is tried")
    outcomes = {}
    for codec in bench.ready(place).codecs:
        case = Case(CARRIED, codec.name, SCHOOL.name, SCHOOL.variants.default)
        outcomes[case] = carried(bench, place, Subject(codec.name), bench.smallest(SCHOOL))
        if not outcomes[case]:
            timed = bench.talk(place, SCHOOL).ask(Time(operation=Operation.SERIALIZE, calls=1, batches=1))
            assert isinstance(timed, Timed), (codec.name, timed)
    assert mistakes(expected_of(place, CARRIED, SCHOOL), outcomes) == []


# --- data -------------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    ("place", "group"),
    [
        place.param(group, name=name, exhaustive=SCHOOL not in group)
        for place in PLACES
        for name, group in GROUPS.items()
        if SCHOOL in group or not place.found.manifest.hidden  # scripted subjects do not look into data
        if name != NAME or place.is_first  # codecs are the same on all platforms of a runner
    ],
)
def test_every_codec_with_every_value_of_every_parameter_carries(
    bench: Bench, place: Place, group: tuple[Workload, ...]
) -> None:
    copies = [bench.smallest(workload, variant) for workload in group for variant in workload.variants.values]
    corpora = [copy.corpus.name for copy in copies]
    outcomes = {}
    for subject in all_subjects(bench, place):  # each is opened once for all its data
        for corpus, copy in zip(corpora, copies, strict=True):
            case = Case(CARRIED, subject.codec, corpus.workload, corpus.variant, settings(subject))
            outcomes[case] = carried(bench, place, subject, copy)
    expected = [each for workload in group for each in expected_of(place, CARRIED, workload)]
    assert mistakes(expected, outcomes) == []
    # Failures of a codec that is not there are not seen today.
    untried = [
        Case(CARRIED, codec.name, corpus.workload, corpus.variant)
        for codec in bench.ready(place).unavailable
        for corpus in corpora
    ]
    assert list(stale(expected, [*outcomes, *untried])) == []


@pytest.mark.parametrize("place", [place.param() for place in REAL])
def test_sizes_are_as_published(bench: Bench, place: Place, tmp_path: Path) -> None:
    """XML is three times the size of protobuf, indented four to five; compact Thrift is as small as protobuf."""
    copy, file = bench.copy(SCHOOL, "1100", "random"), tmp_path / "encoded"
    for text, (least, most) in SIZES_IN_BYTES.items():
        subject = parse_subject(text)
        if subject.codec in place.found.manifest.codecs:
            assert written(bench, place, subject, copy, file)[1] == ""
            assert least < sum(len(data) for _, data in frames_of(file.read_bytes())) < most, text


SIZES_IN_BYTES = {
    "protobuf-java": (82_000, 83_000),
    "protobuf-python": (82_000, 83_000),
    "protobuf-go": (82_000, 83_000),
    "vtprotobuf": (82_000, 83_000),
    "scalapb": (82_000, 83_000),
    "scalapb-2016": (82_000, 83_000),
    "jaxb-moxy": (246_000, 247_000),
    "jaxb-ri": (246_000, 247_000),
    "jaxb-moxy:formatted=true": (334_000, 335_500),
    "jaxb-ri:formatted=true": (360_000, 362_000),
    "thrift-java-binary": (117_000, 121_000),
    "thrift-java-compact": (81_000, 83_500),
    "thrift-go-binary": (117_000, 121_000),
    "thrift-go-compact": (81_000, 83_500),
    "scrooge-binary": (117_000, 121_000),
    "scrooge-compact": (81_000, 83_500),
    "avro": (72_000, 76_000),
    "flatbuffers": (139_000, 145_000),
    "flatbuffers-go": (139_000, 145_000),
    "scala-pickling-json": (333_000, 344_000),
    "scala-pickling-binary": (122_000, 126_000),
}


# --- bytes that are not valid -----------------------------------------------------------------------------------------


@every_place_exhaustively
def test_broken_bytes_are_refused_or_read_and_the_process_lives_on(bench: Bench, place: Place, tmp_path: Path) -> None:
    outcomes = {}
    for codec in bench.ready(place).codecs:
        try:
            outcomes[Case(BROKEN_BYTES, codec.name)] = fed(bench, place, Subject(codec.name), tmp_path).wrong
        except LostProcessError as error:
            outcomes[Case(BROKEN_BYTES, codec.name)] = str(error)
    expected = expected_of(place, BROKEN_BYTES)
    assert mistakes(expected, outcomes) == []
    assert list(stale(expected, outcomes)) == []


# --- places for bytes -------------------------------------------------------------------------------------------------


@every_place
def test_a_full_disk_is_the_hosts_fault(bench: Bench, place: Place, tmp_path: Path) -> None:
    full = Path("/dev/full")  # whatever is written to it, there is no space
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    copy, file, offered = bench.smallest(SCHOOL), tmp_path / "encoded", bench.ready(place)
    talk = bench.talk(place, SCHOOL)
    assert talk.load([copy]) == ""
    assert talk.open(open_request(Subject(offered.codecs[0].name), offered)) == ""
    assert isinstance(talk.ask(Encode(copy_index=0, file=str(file))), Encoded)
    sink = tmp_path / "sink"
    sink.mkdir()
    to_sink = Time(operation=Operation.SERIALIZE, calls=1, batches=1, files=str(sink))
    assert isinstance(talk.ask(to_sink), Timed)
    for each in sink.iterdir():
        each.unlink()
        each.symlink_to(full)
    with Path(tempfile.gettempdir(), "wirelab-tests-full.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # .NET locks files that it writes, and other tests write to the same device
        for request in (Encode(copy_index=0, file=str(full)), Decode(encoded=str(file), file=str(full)), to_sink):
            answer = talk.ask(request)
            assert isinstance(answer, Fault), (request, answer)
            assert answer.whose == "host", answer
            assert "no space left on device" in answer.message.lower()
    assert isinstance(talk.ask(Encode(copy_index=0, file=str(file))), Encoded), "it is usable after it"


# --- known failures ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_what_is_known_to_fail_names_checks_and_data_that_are_there(place: Place) -> None:
    """The checks themselves show whether each codec is there, and whether it fails."""
    cases = [
        Case(check, codec, workload.name, variant, "any=thing", "any")
        for check in (ANNOUNCEMENT, CARRIED, BROKEN_BYTES, *(each.name for each in CHECKS))
        for codec in place.found.manifest.codecs
        for workload in WORKLOADS.values()
        for variant in workload.variants.values
    ]
    any_of = {"parameters": ("*",), "operation": ("*",)}
    expected = (each.model_copy(update=any_of) for each in load_expected_failures(place.found.folder))
    assert list(stale(expected, cases)) == []


def expected_of(place: Place, check: str, workload: Workload | None = None) -> list[ExpectedFailure]:
    """The entries of the runner's file about a check, and a workload."""
    names = [workload.name] if workload else [""]
    return [
        part
        for each in load_expected_failures(place.found.folder)
        for about in each.about("check", [check])
        for part in about.about("workload", names)
    ]


# --- one case ---------------------------------------------------------------------------------------------------------


def all_subjects(bench: Bench, place: Place) -> Iterator[Subject]:
    """Every codec with all its settings; compressors behind the first."""
    offered = bench.ready(place)
    for codec in offered.codecs:
        yield from subjects_of(codec)
    for compressor in offered.compressors:
        yield Subject(offered.codecs[0].name, compressor=compressor.name)
