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
    turns=3,
    samples=1,
    sample_ms=100,
)
GO, END = b'{"go":true}\n', b'{"go":false}\n'


def waiting(*canaries: str) -> bytes:
    """What a harness says before a turn, with canaries of the last one."""
    return f'{{"waiting": true, "canaries_ns": [{", ".join(canaries)}]}}\n'.encode()


def said(*times: str, more: str = "") -> bytes:
    """The last line of a harness, with values of these times."""
    samples = ", ".join(f'{{"ns": {each}, "canary_ns": 7, "next_canary_ns": 8}}' for each in times)
    return f'{{"samples": [{samples}]{more}}}\n'.encode()


FIRST, NEXT = waiting(), waiting("[7, 8]")


def answering(*lines: bytes) -> tuple[Callable[[], Transport], list[bytes]]:
    """A harness that answers the question and what comes then with one of `lines` each, and what it heard."""
    left = deque(lines)
    heard: list[bytes] = []

    def answer(line: bytes) -> Iterable[bytes]:
        heard.append(line)
        return [left.popleft()] if left else []

    return lambda: InProcessTransport(answer), heard


def test_a_turn_at_a_time_and_samples_at_the_end() -> None:
    connect, heard = answering(FIRST, NEXT, NEXT, said("3.5", "1.25"))
    with HarnessTurns(connect, QUESTION, 1) as turns:
        assert (turns.left, turns.canaries_ns) == (3, ())
        turns.turn()
        turns.turn()
        assert (turns.left, turns.canaries_ns) == (1, ((7, 8), (7, 8)))
        assert turns.end() == (HarnessSample(3.5, 7, 8), HarnessSample(1.25, 7, 8))
    assert Question.model_validate_json(heard[0]) == QUESTION
    assert heard[1:] == [GO, GO, END]


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        ((b"",), LossKind.CRASH),
        ((b"no JSON\n",), LossKind.GARBAGE),
        ((said("1", "1"),), LossKind.GARBAGE),
        ((NEXT,), LossKind.GARBAGE),
        ((b'{"waiting": true}\n',), LossKind.GARBAGE),
        ((FIRST, said("1", "1")), LossKind.GARBAGE),
        ((FIRST, FIRST), LossKind.GARBAGE),
        ((FIRST, waiting("[7, 8]", "[7, 8]")), LossKind.GARBAGE),
        ((FIRST, waiting("[7]")), LossKind.GARBAGE),
        ((FIRST, waiting("[7, 0]")), LossKind.GARBAGE),
        ((FIRST, NEXT, NEXT, NEXT), LossKind.GARBAGE),
        ((FIRST, NEXT, NEXT, said()), LossKind.GARBAGE),
        ((FIRST, NEXT, NEXT, said("0", "1")), LossKind.GARBAGE),
        ((FIRST, NEXT, NEXT, said("1", "-1.0")), LossKind.GARBAGE),
        ((FIRST, NEXT, NEXT, said("1", "1e999")), LossKind.GARBAGE),
        ((FIRST, NEXT, NEXT, said("1")), LossKind.GARBAGE),
        ((FIRST, NEXT, NEXT, said("1", "1", more=', "more": 1')), LossKind.GARBAGE),
        ((), LossKind.HANG),
        ((FIRST,), LossKind.HANG),
        ((FIRST, NEXT, NEXT), LossKind.HANG),
    ],
)
def test_anything_else_is_a_loss(lines: tuple[bytes, ...], kind: LossKind) -> None:
    def all_of_it() -> None:
        with HarnessTurns(answering(*lines)[0], QUESTION, 1) as turns:
            turns.turn()
            turns.turn()
            turns.end()

    with pytest.raises(LostError) as lost:
        all_of_it()
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
