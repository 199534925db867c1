"""The extension `exchange` on every platform that has it: objects come over loopback, and only to their owner."""

import http.client
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from tests.runners.places import PLACES, WORKLOADS, Bench, Place
from tests.runners.talk import Talk
from wirelab.execution.data import open_request
from wirelab.model.cell import Operation
from wirelab.model.subject import Subject
from wirelab.protocol.messages import Fault, Load, Loaded, Opened, Time, Timed
from wirelab.schema.objects import write_frames

MESSAGES = WORKLOADS["messages"]
EXCHANGING = [place for place in PLACES if "exchange" in place.found.platform(place.platform).extensions]
SERVES_FROM_THE_START = {"dotnet-server"}
SERVES_TO_THE_END = {"python"}  # others end their server with its objects
SERVED_BY_JVM_CORE = {"jvm-scala", "jvm-schemas", "jvm-thrift", "jvm-kotlin", "jvm-scala-2016"}
"""As `jvm` is."""
LOCAL = "127.0.0.1"

pytestmark = [pytest.mark.timeout(1800), pytest.mark.builds]
each_place = pytest.mark.parametrize("place", [place.param() for place in EXCHANGING])
each_server = pytest.mark.parametrize(
    "place",
    [place.param(exhaustive=place.runner in SERVED_BY_JVM_CORE) for place in EXCHANGING],
)


class Exchanging:
    """A process of its own with a codec open, and an object more than the data have: an empty one."""

    def __init__(self, bench: Bench, place: Place, folder: Path, compressor: str | None = None) -> None:
        before = {child.pid for child in psutil.Process().children(recursive=True)}
        self.talk = Talk(bench.program(place, MESSAGES), place.answer_s)
        self.started = [each for each in psutil.Process().children(recursive=True) if each.pid not in before]
        offered, copy = bench.ready(place), bench.smallest(MESSAGES)
        more = folder / "more"
        more.write_bytes(copy.objects.read_bytes() + write_frames([(0, b"")]))
        self.objects = copy.corpus.objects + 1
        assert self.talk.ask(Load(copies=[str(more)])) == Loaded(objects=self.objects)
        codec = next(each.name for each in offered.codecs if each.name in CODECS)
        self._open = open_request(Subject(codec, compressor=compressor), offered)
        self.open()

    def open(self) -> None:
        """Open the codec again."""
        assert self.talk.ask(self._open) == Opened()

    def time(self) -> Timed | Fault:
        """Three batches of two calls."""
        timed = self.talk.ask(Time(operation=Operation.EXCHANGE, calls=2, batches=3))
        assert isinstance(timed, Timed | Fault), timed
        return timed

    def listening(self) -> list[tuple[str, int]]:
        """Where it listens."""
        found = list[tuple[str, int]]()
        for process in self.started:
            with suppress(psutil.NoSuchProcess):
                found += [tuple(each.laddr) for each in process.net_connections("tcp") if each.status == "LISTEN"]
        return found


# One of each runner; those of Protocol Buffers write nothing at all of an empty object.
CODECS = {
    "protobuf-java": "jvm",
    "scalapb": "jvm-scala",
    "avro": "jvm-schemas",
    "thrift-java-binary": "jvm-thrift",
    "kotlinx-json": "jvm-kotlin",
    "scalapb-2016": "jvm-scala-2016",
    "protobuf-python": "python",
    "google-protobuf": "dotnet",
}


@pytest.fixture
def exchanging(bench: Bench, place: Place, tmp_path: Path) -> Iterator[Exchanging]:
    """A process that has exchanged nothing yet."""
    bench.require(place)
    made = Exchanging(bench, place, tmp_path)
    yield made
    made.talk.end()


def test_every_runner_that_exchanges_is_tried() -> None:
    assert {place.runner for place in EXCHANGING} == {*CODECS.values()}


@each_place
@pytest.mark.parametrize("compressor", [None, "gzip"])
def test_every_object_is_fetched_and_read(bench: Bench, place: Place, tmp_path: Path, compressor: str | None) -> None:
    exchanging = Exchanging(bench, place, tmp_path, compressor)
    try:
        timed = exchanging.time()
    finally:
        exchanging.talk.end()
    assert isinstance(timed, Timed), timed
    assert timed.sink == 6 * exchanging.objects
    assert timed.cpu_ns is None, "other threads do part of the work"
    assert timed.process_cpu_ns is not None
    assert (timed.compiled is None) == (place.runner == "python"), "how the core sees a compiler at work"


@each_server
def test_a_request_does_not_wait_for_an_acknowledgement(exchanging: Exchanging) -> None:
    """A head whose body waits until it is acknowledged takes 40 ms more."""
    timed = exchanging.time()
    assert isinstance(timed, Timed), timed
    assert min(timed.ns) / (2 * exchanging.objects) < 20_000_000


@each_server
def test_a_stranger_gets_nothing(exchanging: Exchanging) -> None:
    assert isinstance(exchanging.time(), Timed)
    ((address, port),) = exchanging.listening()
    assert address.removeprefix("::ffff:") == LOCAL
    for path in PATHS:
        connection = http.client.HTTPConnection(LOCAL, port, timeout=20)
        connection.request("GET", path)
        answer = connection.getresponse()
        assert 400 <= answer.status < 500, path
        connection.close()
    assert isinstance(exchanging.time(), Timed), "it serves its own client as before"


PATHS = ["/", "/0", "/1", "//0", f"/{'0' * 64}/0", f"/{'A' * 43}/1", "/%2e%2e/0", "/%C3%A9/1", "/../../etc/passwd", "*"]


@each_server
def test_a_server_that_cannot_listen_is_the_hosts_fault(place: Place, exchanging: Exchanging) -> None:
    """Where no further file can be open, there is no socket either."""
    if place.platform in SERVES_FROM_THE_START:
        pytest.skip("its server listens from the start")
    if place.platform not in SERVES_TO_THE_END:
        assert isinstance(exchanging.time(), Timed), "its runtime needs to load nothing more"
        exchanging.open()
    limited = [(each, each.rlimit(psutil.RLIMIT_NOFILE)) for each in exchanging.started]
    for process, (_, hard) in limited:
        process.rlimit(psutil.RLIMIT_NOFILE, (process.num_fds(), hard))
    fault = exchanging.time()
    for process, limits in limited:
        process.rlimit(psutil.RLIMIT_NOFILE, limits)
    assert isinstance(fault, Fault), fault
    assert (fault.whose, "Too many open files" in fault.message) == ("host", True), fault
    assert isinstance(exchanging.time(), Timed), "it is usable after it"
