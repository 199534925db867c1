"""Encoded data passed from one program to another, before anything is timed: who reads what another wrote."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from wirelab.execution import deadlines
from wirelab.execution.conversation import Conversation, LostError
from wirelab.execution.measuring import Assignment, load, spec
from wirelab.execution.short_conversations import Connect
from wirelab.inference.differences import NotCarried
from wirelab.model.errors import DefinitionError
from wirelab.model.measurement import Loss
from wirelab.model.subject import Subject
from wirelab.protocol.messages import Decode, Decoded, Encode, Encoded
from wirelab.schema.objects import documents_of, objects_digest

A = TypeVar("A")
_MOST_SAID = 3


def write_each(
    connect: Connect, assignment: Assignment, subjects: Sequence[Subject], folder: Path
) -> dict[Subject, Path | Loss]:
    """Encode the corpus of `assignment` with each subject, in one process as long as that lasts.

    Returns:
        The file of each in `folder`, or why there is none.
    """
    timeout_s = deadlines.once_s(assignment.corpus.bytes, assignment.slack_s)

    def write(subject: Subject, file: Path) -> Callable[[Conversation], Path]:
        def ask(conversation: Conversation) -> Path:
            conversation.ask(Encode(subject=spec(subject), file=str(file)), Encoded, timeout_s)
            return file

        return ask

    asked = [write(subject, folder / f"written-{at}") for at, subject in enumerate(subjects)]
    written = _in_turn(connect, assignment.slack_s, lambda conversation: load(conversation, assignment), asked)
    return dict(zip(subjects, written, strict=True))


def read_each(
    connect: Connect, assignment: Assignment, tasks: Sequence[tuple[Subject, Path]], folder: Path
) -> list[str]:
    """Decode files with subjects, in one process as long as that lasts.

    Args:
        connect: starts the process.
        assignment: what the objects have to be.
        tasks: what reads, and what it reads.
        folder: where the runner may write.

    Returns:
        For each task what differs from the corpus, or went wrong; nothing where all values came back.
    """

    def read(subject: Subject, file: Path, corpus: Path) -> Callable[[Conversation], str]:
        request = Decode(workload=assignment.workload, subject=spec(subject), file=str(file), corpus=str(corpus))
        timeout_s = deadlines.once_s(file.stat().st_size, assignment.slack_s)

        def ask(conversation: Conversation) -> str:
            conversation.ask(request, Decoded, timeout_s)
            return _difference(corpus, assignment)

        return ask

    asked = [read(subject, file, folder / f"read-{at}") for at, (subject, file) in enumerate(tasks)]
    found = _in_turn(connect, assignment.slack_s, lambda _: None, asked)
    return [each.what if isinstance(each, Loss) else each for each in found]


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


def _difference(written: Path, assignment: Assignment) -> str:
    """What the objects in a file that a runner wrote have otherwise than the corpus, by path; or nothing."""
    corpus, types = assignment.corpus, assignment.types
    descriptors, root = (types.descriptor_set, types.root) if types else (b"", "")
    try:
        if objects_digest(written, corpus.digest, descriptors, root) == corpus.digest:
            return ""
        given, back = (documents_of(path.read_bytes(), descriptors, root) for path in (corpus.path, written))
    except OSError as error:
        return f"it wrote no file: {error.strerror}"
    except DefinitionError as error:
        return f"it wrote no objects of this workload: {error.what}"
    if len(given) != len(back):
        return f"{len(given):,} objects come back as {len(back):,}"
    gathered = NotCarried()
    for row, (one, other) in enumerate(zip(given, back, strict=True), start=1):
        gathered.compare(row, one, other)
    said = gathered.sentences()
    more = f"; {len(said) - _MOST_SAID:,} more" if len(said) > _MOST_SAID else ""
    return "; ".join(said[:_MOST_SAID]) + more or "the objects differ in what JSON does not show"
