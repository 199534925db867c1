"""Short conversations beside measuring: the announcement, and files for checks across runtimes."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from wirelab.building.manifest import RunnerManifest
from wirelab.execution import deadlines
from wirelab.execution.conversation import Conversation, LostError
from wirelab.execution.measuring import Assignment, load, spec
from wirelab.model.errors import MeasurementError
from wirelab.model.measurement import Loss
from wirelab.model.subject import Subject
from wirelab.process.transport import Transport
from wirelab.protocol.messages import Decode, Decoded, Encode, Encoded, Ready

A = TypeVar("A")
Connect = Callable[[], Transport]


def handshake(manifest: RunnerManifest, connect: Connect, timeout_s: float = 60.0) -> Ready:
    """Start a process, take what it announces, and let it end.

    Raises:
        MeasurementError: it does not answer as it should, or announces something else than its manifest.
    """
    part = f"runner {manifest.name}"
    ready = _short(connect, timeout_s, lambda _, ready: ready)
    if isinstance(ready, Loss):
        why = "\n".join(text for text in (ready.seen, ready.stderr_tail) if text)
        raise MeasurementError(part, ready.what, why=why, remedy=f"wirelab check-runner {manifest.name}")
    if differences := undeclared(manifest, ready):
        what = "its announcement does not match its runner.toml"
        raise MeasurementError(part, what, why="\n".join(differences), remedy="make both say the same")
    return ready


def undeclared(manifest: RunnerManifest, ready: Ready) -> tuple[str, ...]:
    """Where the announcement differs from the manifest; empty if it does not."""
    codecs, compressors = {each.name for each in ready.codecs}, {each.name for each in ready.compressors}
    unavailable = {each.name for each in ready.unavailable}
    missing = unavailable & set(manifest.compressors)
    return (
        *_differences("codec", set(manifest.codecs), codecs | (unavailable - missing)),
        *_differences("compressor", set(manifest.compressors), compressors | missing),
        *([] if manifest.name == ready.runner else [f"it calls itself '{ready.runner}', not '{manifest.name}'"]),
    )


def encode_file(connect: Connect, assignment: Assignment, subject: Subject, file: Path) -> Encoded | Loss:
    """Write the corpus of `assignment` with `subject` to `file`, in a process of its own."""

    def converse(conversation: Conversation, _: Ready) -> Encoded:
        load(conversation, assignment)
        timeout_s = deadlines.once_s(assignment.corpus.bytes, assignment.slack_s)
        return conversation.ask(Encode(subject=spec(subject), file=str(file)), Encoded, timeout_s)

    return _short(connect, assignment.slack_s, converse)


def decode_file(connect: Connect, assignment: Assignment, subject: Subject, file: Path, corpus: Path) -> Decoded | Loss:
    """Read `file` with `subject` and write its objects to `corpus`, in a process of its own.

    Args:
        connect: starts the process.
        assignment: its workload and slack count; its corpus is not loaded.
        subject: what reads.
        file: written by `encode_file`, here or in another runtime.
        corpus: the corpus file to write.
    """

    def converse(conversation: Conversation, _: Ready) -> Decoded:
        request = Decode(workload=assignment.workload, subject=spec(subject), file=str(file), corpus=str(corpus))
        timeout_s = deadlines.once_s(file.stat().st_size if file.exists() else 0, assignment.slack_s)
        return conversation.ask(request, Decoded, timeout_s)

    return _short(connect, assignment.slack_s, converse)


def _short(connect: Connect, timeout_s: float, converse: Callable[[Conversation, Ready], A]) -> A | Loss:
    try:
        conversation = Conversation(connect)
    except LostError as error:
        return error.loss
    try:
        answer = converse(conversation, conversation.hello(timeout_s))
        conversation.bye()
    except LostError as error:
        conversation.kill()
        return conversation.with_stderr(error.loss)
    finally:
        conversation.kill()
    return answer


def _differences(noun: str, declared: set[str], announced: set[str]) -> list[str]:
    missing = [f"{noun} '{name}' is in the manifest but is not announced" for name in sorted(declared - announced)]
    return missing + [
        f"{noun} '{name}' is announced but is not in the manifest" for name in sorted(announced - declared)
    ]
