"""A platform's own harness: its answers, and all that can go wrong with it."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from wirelab.execution.harness import Question, ask_harness
from wirelab.execution.runners import load_runner
from wirelab.execution.transport import InProcessTransport, Transport
from wirelab.model.cell import Operation
from wirelab.model.errors import DefinitionError
from wirelab.model.measurement import Loss, LossKind
from wirelab.protocol.messages import SubjectSpec

QUESTION = Question(
    workload="w",
    corpus="corpus",
    digest="0" * 64,
    copies=3,
    subject=SubjectSpec(codec="one"),
    operation=Operation.SERIALIZE,
)


def answering(*lines: bytes) -> Transport:
    def answer(line: bytes) -> Iterable[bytes]:
        assert Question.model_validate_json(line) == QUESTION
        return lines

    return InProcessTransport(answer)


def test_samples_come_raw_and_in_order() -> None:
    assert ask_harness(lambda: answering(b'{"samples_ns": [3.5, 1.25, 2]}\n'), QUESTION, 1) == (3.5, 1.25, 2.0)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (b"", LossKind.CRASH),
        (b"no JSON\n", LossKind.GARBAGE),
        (b'{"samples_ns": []}\n', LossKind.GARBAGE),
        (b'{"samples_ns": [0]}\n', LossKind.GARBAGE),
        (b'{"samples_ns": [-1.0]}\n', LossKind.GARBAGE),
        (b'{"samples_ns": [1e999]}\n', LossKind.GARBAGE),
        (b'{"samples_ns": [1], "more": 1}\n', LossKind.GARBAGE),
    ],
)
def test_anything_else_is_a_loss(line: bytes, kind: LossKind) -> None:
    lost = ask_harness(lambda: answering(line), QUESTION, 1)
    assert isinstance(lost, Loss)
    assert lost.kind is kind


def test_silence_is_a_hang() -> None:
    lost = ask_harness(answering, QUESTION, 1)
    assert isinstance(lost, Loss)
    assert lost.kind is LossKind.HANG


def test_a_harness_that_is_not_there_is_a_loss() -> None:
    def connect() -> Transport:
        raise FileNotFoundError(2, "there is no such program", "harness")

    lost = ask_harness(connect, QUESTION, 1)
    assert isinstance(lost, Loss)
    assert lost.kind is LossKind.START


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
