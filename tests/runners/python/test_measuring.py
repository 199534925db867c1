import gc
import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from wirelab_runner.measuring import canary, collect, resolution_ns, sink_bytes, sink_objects, time_batches
from wirelab_runner.rendered import CLASSES
from wirelab_runner.subject import Subject
from wirelab_runner.work import Work

from wirelab.execution.outputs import output_sum
from wirelab.protocol.messages import Timed


@pytest.mark.parametrize("out", [b"", b"\x05", b"\x01\x02", b"\x01\x02\x03", bytes(range(200, 256))], ids=len)
def test_the_sink_adds_up_what_the_core_expects(out: bytes) -> None:
    timed = time_batches(sink_bytes, itertools.repeat([(lambda _: out, 0)] * 2), calls=3, batches=2)
    assert timed["sink"] == 12 * output_sum(out)


def test_the_sink_counts_objects() -> None:
    timed = time_batches(sink_objects, itertools.repeat([(str, 1), (str, 2)]), calls=3, batches=2)
    assert timed["sink"] == 12


def test_the_canary_needs_no_sink() -> None:
    assert time_batches(canary, itertools.repeat(()), calls=3, batches=2)["sink"] == 0


def test_every_object_has_a_function_of_its_own() -> None:
    one, other = list[str](), list[str]()
    time_batches(sink_objects, itertools.repeat([(one.append, "a"), (other.append, "b")]), calls=2, batches=1)
    assert (one, other) == (["a", "a"], ["b", "b"])


def test_batches_follow_each_other_and_have_a_value_in_every_column() -> None:
    timed = Timed.model_validate(time_batches(sink_objects, itertools.repeat([(str, 1)]), calls=100, batches=3))
    columns = timed.model_dump(exclude={"type", "sink"}, exclude_none=True)
    assert set(columns) == {"start_ns", "ns", "cpu_ns", "process_cpu_ns", "gc_count"}
    assert [len(column) for column in columns.values()] == [3] * 5
    ends = [start + ns for start, ns in zip(timed.start_ns, timed.ns, strict=True)]
    assert all(end <= start for end, start in zip(ends, timed.start_ns[1:], strict=False))


def test_collections_are_counted_in_the_batch_that_they_end_in() -> None:
    held = list[list[int]]()
    busy = (lambda many: held.extend([] for _ in range(many)), 10 * gc.get_threshold()[0])
    calls = [[(str, 1)], [busy], [(str, 1)]]
    collect()
    quiet, counted, quiet_again = time_batches(sink_objects, iter(calls), calls=1, batches=3)["gc_count"]
    assert (quiet, quiet_again) == (0, 0)
    assert counted >= 9


def test_what_is_left_after_a_collection_is_out_of_the_collectors_sight() -> None:
    gc.unfreeze()
    collect()
    assert gc.get_freeze_count() > 0
    gc.unfreeze()


def test_the_resolution_is_the_smallest_step() -> None:
    steps = itertools.accumulate(itertools.cycle([0, 300, 100]))
    now: Callable[[], int] = lambda: next(steps)  # noqa: E731
    assert resolution_ns(now, readings=20) == 100
    assert resolution_ns(lambda: 5, readings=20) == 1


# --- the inputs of every operation, and the turns of a request --------------------------------------------------------


class Written:
    """A codec that keeps its inputs: text to bytes and back, through a list of letters, with stand-ins loaded."""

    def __init__(self, *copies: str) -> None:
        self.seen = list[Any]()
        self.types = [[0] * len(copy) for copy in copies]
        self._copies = [list(copy) for copy in copies]
        self.made = 0

    def graphs(self, _: object) -> list[list[str]]:
        return self._copies

    def work(self) -> Work:
        steps: dict[str, Callable[[Any], Any]] = {
            "serialize": lambda text: b"<" + text.encode() + b">",
            "plain": str.encode,
            "deserialize": lambda data: data[1:-1].decode(),
            "build": list,
            "write": lambda letters: "".join(letters).encode(),
            "parse": lambda data: list(data.decode()),
            "unbuild": "".join,
            "compress": lambda data: b"<" + data + b">",
            "decompress": lambda data: data[1:-1],
            "offer": lambda data: [data],
            "exchange": lambda offered: offered[0][1:-1].decode(),
        }

        def noted(step: Callable[[Any], Any]) -> Callable[[Any], Any]:
            def operate(item: object) -> object:
                self.seen.append(item)
                return step(item)

            return operate

        operations = {name: noted(step) for name, step in steps.items()}
        return Work(self, Subject("written", CLASSES, [operations]))  # type: ignore[arg-type]

    def take(self) -> list[Any]:
        seen, self.seen = self.seen, []
        return seen


def test_copies_rotate_for_each_operation_from_one_request_to_the_next() -> None:
    written = Written("ab", "c", "d")
    work = written.work()
    ask: dict[str, Any] = {"collected": False, "files": None}
    work.time("serialize", calls=2, batches=1, **ask)
    assert written.take() == ["a", "b", "c"]
    work.time("build", calls=1, batches=1, **ask)
    assert written.take() == ["a", "b"]
    work.time("serialize", calls=1, batches=3, **ask)
    assert written.take() == ["d", "a", "b", "c"]
    work.time("serialize", calls=1, batches=1, **ask)
    assert written.take() == ["d"]


TAKES = [
    ("serialize", "a", 2 + 3 + ord("<") + ord("a") + ord(">") - 2),
    ("deserialize", b"<a>", 1),
    ("build", "a", 1),
    ("write", ["a"], 1 + 3 * ord("a")),
    ("parse", b"a", 1),
    ("unbuild", ["a"], 1),
    ("compress", b"a", output_sum(b"<a>")),
    ("decompress", b"<a>", output_sum(b"a")),
    ("exchange", [b"<a>"], 1),
]


@pytest.mark.parametrize(("operation", "takes", "adds"), TAKES, ids=[operation for operation, *_ in TAKES])
def test_every_operation_takes_what_it_should(operation: str, takes: object, adds: int) -> None:
    written = Written("a")
    work = written.work()
    assert work.time(operation, 2, 1, collected=True, files=None)["sink"] == 2 * adds
    assert written.take()[-2:] == [takes, takes]
    work.time(operation, 2, 1, collected=False, files=None)
    assert written.take() == [takes, takes], "inputs are made once"
    given = output_sum(takes) if isinstance(takes, bytes) else 1
    assert work.time("nothing", 3, 1, collected=False, files=None)["sink"] == 3 * given
    assert written.take() == []


def test_through_files_a_call_writes_one_and_reads_one(tmp_path: Path) -> None:
    written = Written("ab", "c")
    work = written.work()
    timed = work.time("serialize", 1, 1, collected=False, files=str(tmp_path))
    assert timed["sink"] == output_sum(b"<a>") + output_sum(b"<b>")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"<a><b>"]
    written.take()
    assert work.time("deserialize", 3, 1, collected=False, files=str(tmp_path))["sink"] == 5
    assert written.take()[-5:] == [b"<a>", b"<b>", b"<c>", b"<a>", b"<b>"]
