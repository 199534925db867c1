"""Encoded data passed from one program to another, before anything is timed: who reads what another wrote."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from wirelab.execution import deadlines
from wirelab.execution.conversation import Conversation, LostError
from wirelab.execution.data import Data
from wirelab.execution.short_conversations import Connect, load
from wirelab.model.measurement import Loss
from wirelab.protocol.messages import Decode, Decoded, Encode, Encoded, Open, Opened
from wirelab.schema.difference import first_difference

A = TypeVar("A")


def write_each(connect: Connect, data: Data, codecs: Sequence[Open], folder: Path, slack_s: float) -> list[Path | Loss]:
    """Encode the first copy of `data` with each codec, in one process as long as that lasts.

    Returns:
        The file of each in `folder`, or why there is none.
    """
    timeout_s = deadlines.once_s(data.corpus.bytes, slack_s)

    def write(codec: Open, file: Path) -> Callable[[Conversation], Path]:
        def ask(conversation: Conversation) -> Path:
            conversation.ask(codec, Opened, timeout_s)
            conversation.ask(Encode(copy_index=0, file=str(file)), Encoded, timeout_s)
            return file

        return ask

    asked = [write(codec, folder / f"written-{at}") for at, codec in enumerate(codecs)]
    return _in_turn(connect, slack_s, lambda conversation: load(conversation, data, slack_s), asked)


def read_each(
    connect: Connect, data: Data, tasks: Sequence[tuple[Open, Path]], folder: Path, slack_s: float
) -> list[str]:
    """Decode files with codecs, in one process as long as that lasts.

    Args:
        connect: starts the process.
        data: what the objects have to be: its first copy.
        tasks: what reads, and what it reads.
        folder: where the runner may write.
        slack_s: added to every deadline.

    Returns:
        For each task what differs from the data, or went wrong; nothing where all values came back.
    """
    expected = data.copies[0].objects.read_bytes()

    def read(codec: Open, encoded: Path, decoded: Path) -> Callable[[Conversation], str]:
        timeout_s = deadlines.once_s(encoded.stat().st_size, slack_s)

        def ask(conversation: Conversation) -> str:
            conversation.ask(codec, Opened, timeout_s)
            conversation.ask(Decode(encoded=str(encoded), file=str(decoded)), Decoded, timeout_s)
            return different(expected, decoded, data)

        return ask

    asked = [read(codec, file, folder / f"read-{at}") for at, (codec, file) in enumerate(tasks)]
    found = _in_turn(connect, slack_s, lambda _: None, asked)
    return [each.what if isinstance(each, Loss) else each for each in found]


def different(expected: bytes, written: Path, data: Data) -> str:
    """The first difference of the objects that a runner wrote, as a clause; empty if there is none."""
    try:
        found = first_difference(expected, written.read_bytes(), data.types)
    except OSError as error:
        return f"it wrote no file: {error.strerror}"
    return "" if found is None else str(found)


def _in_turn(
    connect: Connect,
    slack_s: float,
    begin: Callable[[Conversation], None],
    asked: Sequence[Callable[[Conversation], A]],
) -> list[A | Loss]:
    """Ask one thing after the other; after a loss, the rest is asked of another process."""
    answers: list[A | Loss] = []
    while len(answers) < len(asked):
        try:
            conversation = Conversation(connect)
            with conversation.ended_when_lost():
                conversation.hello(slack_s)
                begin(conversation)
                while len(answers) < len(asked):
                    answers.append(asked[len(answers)](conversation))
                conversation.bye()
        except LostError as error:
            if len(answers) < len(asked):
                answers.append(error.loss)
    return answers
