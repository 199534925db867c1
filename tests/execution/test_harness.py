"""A platform's own harness: its answers, and all that can go wrong with it."""

from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from wirelab.building.runners import load_runner
from wirelab.execution.conversation import LostError
from wirelab.execution.harness import HarnessTurns, Question
from wirelab.model.cell import Operation
from wirelab.model.errors import DefinitionError
from wirelab.model.measurement import HarnessSample, LossKind
from wirelab.process.transport import InProcessTransport, Transport
from wirelab.protocol.messages import SubjectSpec

QUESTION = Question(
    workload="w",
    corpora=("corpus",) * 3,
    subject=SubjectSpec(codec="one"),
    operation=Operation.SERIALIZE,
    turns=2,
    samples=1,
    sample_ms=100,
)
WAITING = b'{"waiting": true}\n'


def said(*times: str, more: str = "") -> bytes:
    """The last line of a harness, with values of these times."""
    samples = ", ".join(f'{{"ns": {each}, "canary_ns": 7, "next_canary_ns": 8}}' for each in times)
    return f'{{"samples": [{samples}]{more}}}\n'.encode()


SAMPLES = said("3.5", "1.25")


def answering(*lines: bytes) -> Callable[[], Transport]:
    """A harness that reads the question and a line a turn, and answers each with one of `lines`."""
    left = deque(lines)
    heard: list[bytes] = []

    def answer(line: bytes) -> Iterable[bytes]:
        heard.append(line)
        assert Question.model_validate_json(line) == QUESTION if len(heard) == 1 else line == b'{"go":true}\n'
        return [left.popleft()] if left else []

    return lambda: InProcessTransport(answer)


def test_a_turn_at_a_time_and_samples_at_the_end() -> None:
    with HarnessTurns(answering(WAITING, WAITING, SAMPLES), QUESTION, 1) as turns:
        turns.turn()
        assert turns.samples == ()
        turns.turn()
        assert turns.samples == (HarnessSample(3.5, 7, 8), HarnessSample(1.25, 7, 8))


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        ((b"",), LossKind.CRASH),
        ((b"no JSON\n",), LossKind.GARBAGE),
        ((SAMPLES,), LossKind.GARBAGE),
        ((WAITING, SAMPLES), LossKind.GARBAGE),
        ((WAITING, WAITING, WAITING), LossKind.GARBAGE),
        ((WAITING, WAITING, said()), LossKind.GARBAGE),
        ((WAITING, WAITING, said("0", "1")), LossKind.GARBAGE),
        ((WAITING, WAITING, said("1", "-1.0")), LossKind.GARBAGE),
        ((WAITING, WAITING, said("1", "1e999")), LossKind.GARBAGE),
        ((WAITING, WAITING, said("1")), LossKind.GARBAGE),
        ((WAITING, WAITING, said("1", "1", more=', "more": 1')), LossKind.GARBAGE),
        ((), LossKind.HANG),
        ((WAITING,), LossKind.HANG),
    ],
)
def test_anything_else_is_a_loss(lines: tuple[bytes, ...], kind: LossKind) -> None:
    def both() -> None:
        with HarnessTurns(answering(*lines), QUESTION, 1) as turns:
            turns.turn()
            turns.turn()

    with pytest.raises(LostError) as lost:
        both()
    assert lost.value.loss.kind is kind


def test_a_harness_that_is_not_there_is_a_loss() -> None:
    def connect() -> Transport:
        raise FileNotFoundError(2, "there is no such program", "harness")

    with pytest.raises(LostError) as lost:
        HarnessTurns(connect, QUESTION, 1)
    assert lost.value.loss.kind is LossKind.START


def test_mistakes_in_the_manifest_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "one"
    folder.mkdir()
    (folder / "runner.toml").write_text(
        """
        name = "one"
        says = "for this test"
        protocol = 1
        [codecs]
        [[platforms]]
        name = "here"
        says = "for this test"
        start = ["one"]
        [harness]
        name = "H"
        version = "1"
        cells = "missing.toml"
        [harness.start]
        here = ["{java}"]
        there = ["one"]
        """
    )
    with pytest.raises(DefinitionError) as raised:
        load_runner(folder)
    for words in ("harness.cells: there is no file 'missing.toml'", "'{java}'", "there is no platform 'there'"):
        assert words in raised.value.why
