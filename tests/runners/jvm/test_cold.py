"""What a process has loaded before a codec's first call, and from where."""

import subprocess
from collections.abc import Mapping

import pytest

from tests.runners.places import WORKLOADS, Bench, Place
from wirelab.building.program import environment
from wirelab.model.cell import ModeKind
from wirelab.protocol.lines import OURS, encode_request, parse_answer
from wirelab.protocol.messages import Cold, Done, Hello, Load, Loaded, Measure, Request, SinkSpec, SubjectSpec

SCHOOL = WORKLOADS["school"]
JAVA = Place("jvm", "jvm")
ARCHIVED = "shared objects file (top)"
"""Where the virtual machine says that a class is from which lies in an archive other than its own."""

pytestmark = [pytest.mark.builds, pytest.mark.timeout(900)]

Sources = Mapping[str, list[str]]


def sources(bench: Bench, place: Place, mode: ModeKind, codec: str = "") -> Sources:
    """Where each class was loaded from, each time that it was, until a corpus is loaded or a codec was called once."""
    program = bench.program(place, SCHOOL)
    *before, main = program.command(mode)
    corpus = str(bench.corpus(SCHOOL, "110", "random").path)
    requests: list[Request] = [Hello(protocol=OURS), Load(workload=SCHOOL.name, corpora=[corpus])]
    if codec:
        sink = SinkSpec.model_validate({"kind": "memory"})
        subject = SubjectSpec(codec=codec)
        asked = {"subject": subject, "operation": "serialize", "mode": Cold(), "sink": sink}
        requests.append(Measure.model_validate(asked))
    ended = subprocess.run(
        [*before, "-Xlog:class+load=info:stderr", main],
        input=b"".join(map(encode_request, requests)),
        env=environment(program.platform),
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert isinstance(parse_answer(ended.stdout.splitlines()[-1]), Done if codec else Loaded)
    found: dict[str, list[str]] = {}
    for line in ended.stderr.decode().splitlines():
        name, said, source = line.rpartition("] ")[2].partition(" source: ")
        if said:
            found.setdefault(name, []).append(source)
    return found


def test_the_carrier_and_the_codec_load_their_library_each_for_itself(bench: Bench) -> None:
    library = "com.google.protobuf.MessageLite"
    assert len(sources(bench, JAVA, ModeKind.COLD)[library]) == 1
    assert len(sources(bench, JAVA, ModeKind.COLD, "protobuf-java")[library]) == 2


def test_no_class_comes_from_an_archive_in_mode_cold_alone(bench: Bench, place: Place) -> None:
    cold, steady = (sources(bench, place, mode) for mode in (ModeKind.COLD, ModeKind.STEADY))
    assert not [name for name, found in cold.items() if ARCHIVED in found]
    assert ARCHIVED in steady["wirelab.runner.Runner"]
    assert ARCHIVED in steady["com.google.protobuf.CodedInputStream"]  # of the carrier's own class loader
