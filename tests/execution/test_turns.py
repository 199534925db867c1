"""A process that is paused for somebody's turn while it measures, and only then; how many turns there are."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import pytest

from tests.execution.test_harness import END, GO, QUESTION, said, waiting
from wirelab.execution.harness import HarnessTurns
from wirelab.execution.turns import LEAST_TURNS, MOST_TURNS, InSlices, last_turns
from wirelab.process.transport import InProcessTransport, ProcessTransport

MEASURE, VERIFY = b'{"type":"measure"}\n', b'{"type":"verify"}\n'
SLICE_S = 0.02


class Slow(InProcessTransport):
    """It answers after a while, of which time in which it is paused is no part."""

    def __init__(self, seconds: float) -> None:
        super().__init__(lambda _: [b"answer\n"])
        self._left_s, self.is_paused = seconds, False

    def receive(self, timeout_s: float) -> bytes:
        """Takes its time."""
        slept_s = min(timeout_s, self._left_s)
        time.sleep(max(0.0, slept_s))
        self._left_s -= slept_s
        if self._left_s > 1e-9:
            raise TimeoutError
        return super().receive(timeout_s)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Remembers it."""
        self.is_paused = True
        yield
        self.is_paused = False


def asked(line: bytes, *, turns: int, turn_s: float = 0.0, timeout_s: float = 10.0) -> int:
    """How many turns were taken until the answer was there after five slices and a half, of so many that there are."""
    process, taken = Slow(5.5 * SLICE_S), 0

    def turn() -> bool:
        nonlocal taken
        assert process.is_paused
        taken += 1
        time.sleep(turn_s)
        return taken < turns

    slices = InSlices(process, turn, SLICE_S)
    slices.send(line)
    assert slices.receive(timeout_s) == b"answer"
    assert not process.is_paused
    return taken


@pytest.mark.parametrize(("line", "turns", "taken"), [(MEASURE, 100, 5), (MEASURE, 2, 2), (VERIFY, 100, 0)])
def test_turns_are_taken_while_it_measures_as_long_as_there_are_some(line: bytes, turns: int, taken: int) -> None:
    assert asked(line, turns=turns) == taken


def test_turns_count_for_no_deadline_and_a_process_that_hangs_is_noticed() -> None:
    # Five turns take longer than the deadline; all else leaves a busy machine two thirds of it.
    assert asked(MEASURE, turns=100, turn_s=0.1, timeout_s=0.4) == 5
    with pytest.raises(TimeoutError):
        asked(MEASURE, turns=100, timeout_s=3 * SLICE_S)


def read_on(process: ProcessTransport) -> None:
    """Until nothing comes for a while; what it wrote before it was paused is read first."""
    for _ in range(10_000):
        process.receive(0.2)


def test_a_paused_process_does_nothing() -> None:
    counting = "import itertools, time\nfor i in itertools.count():\n    print(i, flush=True); time.sleep(0.005)"
    process = ProcessTransport([sys.executable, "-c", counting], {})
    try:
        process.receive(10.0)
        with process.paused(), pytest.raises(TimeoutError):
            read_on(process)
        assert process.receive(10.0)
    finally:
        process.kill()


def harness(fast: range) -> Callable[[], InProcessTransport]:
    """One of a value a turn, whose canaries are fast in `fast` of its turns, the first being 1."""
    canaries: list[int] = []

    def answer(line: bytes) -> Iterable[bytes]:
        if line == END:
            return [said(*["1.5"] * len(canaries))]
        if line != GO:
            return [waiting()]
        canaries.append(1 if len(canaries) + 1 in fast else 2)
        return [waiting(f"[1, {canaries[-1]}]")]

    return lambda: InProcessTransport(answer)


@pytest.mark.parametrize(
    ("before", "fast", "turns"),
    [
        (0, range(1, 100), LEAST_TURNS),
        (0, range(LEAST_TURNS - 2, 100), LEAST_TURNS),
        (0, range(20, 100), 22),
        (0, range(0), MOST_TURNS),
        (30, range(1, 4), 30),
        (30, range(31, 100), 33),
        (MOST_TURNS, range(0), MOST_TURNS),
    ],
)
def test_the_harness_goes_on_until_it_has_enough(before: int, fast: range, turns: int) -> None:
    question = QUESTION.model_copy(update={"turns": MOST_TURNS})
    with HarnessTurns(harness(fast), question, 1) as theirs:
        for _ in range(before):
            theirs.turn()
        samples = last_turns(theirs, lambda canaries_ns: [max(each) for each in canaries_ns].count(1) >= 3)
    assert (theirs.taken, len(samples)) == (turns, turns)
