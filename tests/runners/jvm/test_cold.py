"""The classes that a process has loaded before a codec's first call, and from where."""

from collections.abc import Mapping

import pytest

from tests.runners.jvm.processes import converse, copy, load, program, runner, subject
from wirelab.protocol.messages import Loaded, Timed

ARCHIVED = "shared objects file (top)"
"""The place that the virtual machine names for a class in an archive other than its own."""

pytestmark = [pytest.mark.builds, pytest.mark.timeout(1800)]


def sources(name: str, *, cold: bool, codec: str = "") -> Mapping[str, list[str]]:
    """Where each class was loaded from, each time that it was, until objects are loaded or a codec was called once."""
    requests = [{"type": "hello"}, load(copy("school", "110"))]
    if codec:
        requests.append({"type": "cold", "operation": "serialize", **subject(name, codec)})
    answers, stderr = converse(program(name, "school"), *requests, options=["-Xlog:class+load=info:stderr"], cold=cold)
    assert isinstance(answers[-1], Timed if codec else Loaded), answers
    found: dict[str, list[str]] = {}
    for line in stderr.splitlines():
        loaded, said, source = line.rpartition("] ")[2].partition(" source: ")
        if said:
            found.setdefault(loaded, []).append(source)
    return found


def test_the_carrier_and_the_codec_load_their_library_each_for_itself(jdk: None) -> None:
    library = "com.google.protobuf.MessageLite"
    assert len(sources("jvm", cold=True)[library]) == 1
    assert len(sources("jvm", cold=True, codec="protobuf-java")[library]) == 2


def test_no_class_comes_from_an_archive_in_a_cold_process_alone(name: str) -> None:
    cold, warm = (sources(name, cold=which) for which in (True, False))
    assert not [loaded for loaded, found in cold.items() if ARCHIVED in found]
    assert ARCHIVED in warm["wirelab.runner.Runner"]
    assert ARCHIVED in warm["com.google.protobuf.CodedInputStream"]  # of the carrier's own class loader


def test_a_first_call_opens_the_codec_and_works(name: str) -> None:
    codec = next(iter(runner(name).manifest.codecs))
    cold = {"type": "cold", "operation": "serialize", **subject(name, codec, "gzip")}
    time = {"type": "time", "operation": "serialize", "calls": 1, "batches": 2}
    answers, _ = converse(program(name, "school"), load(copy("school", "110")), cold, time, cold=True)
    _, first, warm = answers
    assert len(first.ns) == 1
    assert warm.sink == 2 * first.sink > 0
